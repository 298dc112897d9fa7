import { z } from 'zod'

const shape = z.looseObject({
  paths: z.record(z.string(), z.unknown()),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).default({}) }).default({ schemas: {} }),
})

const prefix = '/api/v1/'

/** Of the description of all calls the part that is for other programs, with the shapes that it needs. */
export function publicDescription(document: unknown, publicUrl: string): object {
  const { paths, components, ...rest } = shape.parse(document)
  const own = Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith(prefix)))
  const needed = new Map<string, unknown>()
  const gather = (part: unknown) => {
    for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (needed.has(name)) continue
      needed.set(name, components.schemas[name])
      gather(components.schemas[name])
    }
  }
  gather(own)
  return {
    ...rest,
    servers: [{ url: new URL('/', publicUrl).href.replace(/\/$/, '') }],
    paths: own,
    components: { ...components, schemas: Object.fromEntries(needed) },
  }
}
