import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, 'web', 'dist')
const assets = join(dist, 'assets')
const script = /<script[^>]* src="\/assets\/([\w.-]+\.js)"/g
const statically = /(?:\bimport|\bfrom)\s*["']\.\/([\w.-]+\.js)["']/g

/** A script with all that it cannot run without. */
function withImports(name, found = new Set()) {
  if (found.has(name)) return found
  found.add(name)
  for (const [, next] of readFileSync(join(assets, name), 'utf8').matchAll(statically)) withImports(next, found)
  return found
}

const entries = [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(script)].map(([, name]) => name)
const languages = readdirSync(assets).filter((name) => /^(?:en|fi|sv|de)-[\w-]+\.js$/.test(name))
const longest = languages.toSorted((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size)[0]

export default [
  {
    name: 'JavaScript of the first load: what the page cannot start without, and the longest language',
    path: [...new Set(entries.flatMap((entry) => [...withImports(entry)])), longest].map((name) =>
      join('web', 'dist', 'assets', name),
    ),
    limit: '200 kB',
    brotli: true,
  },
]
