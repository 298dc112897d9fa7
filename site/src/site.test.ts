import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readDocument, type Target } from './markdown.ts'
import { pages } from './pages.ts'
import { makeSite } from './site.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const site = makeSite(root, 'https://example.com/kaiku', '<h1>Calls</h1>')

it('has a page for every document, and no link that leads nowhere', () => {
  const documents = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))
  const sources = pages.map(({ source }) => source)
  expect(documents.filter((file) => !sources.includes(`docs/${file}`))).toEqual([])
  expect(new Set(sources).size).toBe(sources.length)
  expect(site.broken).toEqual([])
})

it('tells where a link leads nowhere', () => {
  const seen: Target[] = []
  const text =
    '# Title\n\n## One, two\n\n[a](other.md#there) [b](#one-two) [c](../README.md) [d](https://example.com)\n'
  const read = readDocument('docs/one.md', text, (target) => {
    seen.push(target)
    return `to-${target.file}`
  })
  expect(read.headings.map(({ anchor }) => anchor)).toEqual(['title', 'one-two'])
  expect(seen).toEqual([
    { file: 'docs/other.md', anchor: 'there' },
    { file: 'docs/one.md', anchor: 'one-two' },
    { file: 'README.md', anchor: '' },
  ])
  expect(read.html).toContain('href="https://example.com"')
  expect(read.html).toContain('href="to-docs/other.md"')
})

it('links pages with each other, files with their source, and takes pictures along', () => {
  expect(site.files.get('index.html')).toContain('href="tour.html"')
  expect(site.files.get('tour.html')).toContain('src="screens/ranking.png"')
  expect(site.assets.get('screens/ranking.png')).toBe('docs/screens/ranking.png')
  expect(site.files.get('architecture.html')).toContain('href="https://example.com/kaiku/docs/decisions')
  expect(site.files.get('calls.html')).toContain('<h1>Calls</h1>')
})

it('finds parts by their headings, each at an address of its own', () => {
  const ids = site.parts.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const part = site.parts.find(({ heading }) => heading === 'Proving it')
  expect(part?.id).toBe('backup.html#proving-it')
  expect(part?.text).toContain('kaiku verify')
})
