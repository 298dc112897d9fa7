import { z } from 'zod'
import { escaped } from '../text/html.ts'

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: z.unknown(),
})
const content = z.record(z.string(), z.looseObject({ schema: z.unknown() }))
const operation = z.looseObject({
  operationId: z.string().default(''),
  summary: z.string().default(''),
  tags: z.array(z.string()).default([]),
  parameters: z.array(parameter).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
})
const openapi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).default({}) }).optional(),
})

export const docsStyle = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}
details{border:1px solid #8886;border-radius:.5rem;margin:.5rem 0;padding:.5rem 1rem}
summary{cursor:pointer;overflow-wrap:anywhere}code,pre{font:.875rem/1.5 ui-monospace,monospace}
pre{overflow:auto;background:#8882;border-radius:.25rem;padding:.5rem}
b.method{display:inline-block;min-width:4rem}h2{margin-top:2rem}
`

const json = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2) ?? '')}</pre>`

/** The OpenAPI document as a page that needs no script. */
export function docsPage(document: unknown): string {
  const { paths, components } = openapi.parse(document)
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path, method: method.toUpperCase(), ...one })),
  )
  const groups = new Map<string, CallPart[]>()
  for (const one of calls) groups.set(one.tags[0] ?? '', [...(groups.get(one.tags[0] ?? '') ?? []), one])
  const parts = [...groups].map(([tag, own]) => `<h2>${escaped(tag)}</h2>${own.map(callPart).join('')}`)
  const shapes = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${escaped(name)}"><summary><code>${escaped(name)}</code></summary>${json(schema)}</details>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kaiku: calls</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs/docs.css"></head><body>
<h1>Calls of Kaiku</h1><p>The same as <a href="/api/docs/openapi.json">OpenAPI 3.1</a>.</p>
${parts.join('\n')}<h2>Shapes</h2>${shapes.join('')}</body></html>`
}

type CallPart = z.output<typeof operation> & { path: string; method: string }

function callPart({ method, path, summary, parameters, requestBody, responses }: CallPart): string {
  const rows = parameters.map(
    (one) =>
      `<li><code>${escaped(one.name)}</code> in ${escaped(one.in)}${one.required ? '' : ', optional'}: <code>${escaped(JSON.stringify(one.schema) ?? '')}</code></li>`,
  )
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => `<p>Body</p>${json(schema)}`)
  const replies = Object.values(responses['200']?.content ?? {}).map(({ schema }) => `<p>Reply</p>${json(schema)}`)
  return `<details><summary><b class="method">${escaped(method)}</b> <code>${escaped(path)}</code> ${escaped(summary)}</summary>
<ul>${rows.join('')}</ul>${bodies.join('')}${replies.join('')}</details>`
}
