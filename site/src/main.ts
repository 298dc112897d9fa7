import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { build } from 'esbuild'
import { makeSite } from './site.ts'

// npm run site: makes the documentation's site, as files that any web server gives out.

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'site', 'dist') },
    source: { type: 'string', default: 'https://github.com/kaiku/kaiku/blob/main' },
  },
})

/** What a Kaiku that runs says of its calls: to read, and as OpenAPI. */
async function describedCalls(): Promise<{ body: string; style: string; openapi: string }> {
  const running = await startKaiku({ sample: false })
  try {
    const text = async (path: string) => (await fetch(new URL(path, running.address))).text()
    const page = await text('/api/docs')
    const body = /<body>(.*)<\/body>/s.exec(page)?.[1] ?? ''
    return {
      body: body.replaceAll('/api/docs/openapi.json', 'openapi.json'),
      style: await text('/api/docs/docs.css'),
      openapi: await text('/api/docs/openapi.json'),
    }
  } finally {
    await running.stop()
  }
}

const described = await describedCalls()
const site = makeSite(root, flags.source, described.body)
if (site.broken.length > 0) throw new Error(`Links that lead nowhere:\n${site.broken.join('\n')}`)

await rm(flags.out, { recursive: true, force: true })
await mkdir(flags.out, { recursive: true })
const write = (name: string, text: string) => writeFile(join(flags.out, name), text)
for (const [name, html] of site.files) await write(name, html)
for (const [name, file] of site.assets) {
  await mkdir(dirname(join(flags.out, name)), { recursive: true })
  await cp(join(root, file), join(flags.out, name))
}
await write('openapi.json', described.openapi)
await write('search.json', JSON.stringify(site.parts))
await write('site.css', await readFile(join(root, 'site', 'src', 'site.css'), 'utf8'))
await cp(join(root, 'web', 'public', 'kaiku.svg'), join(flags.out, 'icon.svg'))
await build({
  entryPoints: [join(root, 'site', 'browser', 'search.ts')],
  outfile: join(flags.out, 'search.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
})
console.log(`${site.files.size} pages, ${site.parts.length} parts to find: ${flags.out}`)
