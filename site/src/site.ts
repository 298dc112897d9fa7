import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { release } from '@kaiku/core/release.ts'
import { layout } from './layout.ts'
import { type ReadDocument, readDocument, type Target } from './markdown.ts'
import { calls, home, pages, type SitePage } from './pages.ts'

/** A part of a page that the search finds: what stands under one heading. */
export type FoundPart = {
  readonly id: string
  readonly page: string
  readonly heading: string
  readonly text: string
}
export type Site = {
  /** HTML by file name. */
  readonly files: ReadonlyMap<string, string>
  /** Files of the repository that pages show or offer, by their name on the site. */
  readonly assets: ReadonlyMap<string, string>
  readonly parts: readonly FoundPart[]
  /** Links that lead nowhere: where they stand, and what they say. */
  readonly broken: readonly string[]
}

const shown = new Set(['.png', '.svg'])

/** Makes the site of the documents under `root`. `sourceAddress` is where files of the repository that are no page are read. */
export function makeSite(root: string, sourceAddress: string, callsBody: string): Site {
  const bySource = new Map(pages.map((page) => [page.source, page]))
  const assets = new Map<string, string>()
  const documents = new Map<SitePage, ReadDocument>()
  const linked = ({ file, anchor }: Target): string => {
    const page = bySource.get(file)
    const hash = anchor ? `#${anchor}` : ''
    if (page) return `${page.name}.html${hash}`
    if (!shown.has(extname(file))) return `${sourceAddress}/${file}${hash}`
    const name = file.replace(/^docs\//, '')
    assets.set(name, file)
    return name
  }
  for (const page of pages)
    documents.set(page, readDocument(page.source, readFileSync(join(root, page.source), 'utf8'), linked))

  const broken = [...documents].flatMap(([page, { targets }]) =>
    targets
      .filter((target) => !leads(target))
      .map(({ file, anchor }) => `${page.source}: ${file}${anchor && `#${anchor}`}`),
  )
  function leads({ file, anchor }: Target): boolean {
    const page = bySource.get(file)
    if (!page) return existsSync(join(root, file))
    return anchor === '' || documents.get(page)?.headings.some((one) => one.anchor === anchor) === true
  }

  const titles = new Map([...documents].map(([page, { title }]) => [page.name, title]))
  titles.set(calls.name, 'Every call')
  const html = (page: SitePage, body: string, { title, headings }: Pick<ReadDocument, 'title' | 'headings'>) =>
    layout({ page, title, body, headings, titles, release })
  const files = new Map([...documents].map(([page, read]) => [`${page.name}.html`, html(page, read.html, read)]))
  files.set(`${calls.name}.html`, html(calls, callsBody, { title: 'Every call', headings: [] }))
  return { files, assets, parts: [...documents].flatMap(([page, read]) => partsOf(page, read)), broken }
}

const partsOf = (page: SitePage, { title, headings, texts }: ReadDocument): FoundPart[] =>
  headings.map(({ text, anchor }, at) => ({
    id: at === 0 ? `${page.name}.html` : `${page.name}.html#${anchor}`,
    page: page === home ? 'Kaiku' : title,
    heading: text,
    text: texts[at] ?? '',
  }))
