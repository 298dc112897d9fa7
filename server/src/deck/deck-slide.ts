import { formatCount, formatValue } from '@kaiku/core/format.ts'
import type { DocumentBlock, DocumentChart, DocumentPart, DocumentTile } from '../document/document-content.ts'
import type { DeckRequest } from './deck.ts'
import { cut, deckText } from './deck-text.ts'
import { type SlideTable, slideTables } from './slide-table.ts'

/** A paragraph of a slide of words. `facts`: of a quotation, below it. */
export type SlideText = {
  readonly text: string
  readonly look: 'plain' | 'muted' | 'heading' | 'item' | 'quote'
  readonly facts?: string
}
type Body =
  | { readonly kind: 'chart'; readonly chart: DocumentChart }
  | { readonly kind: 'table'; readonly table: SlideTable }
  | { readonly kind: 'tiles'; readonly tiles: readonly DocumentTile[] }
  | { readonly kind: 'texts'; readonly texts: readonly SlideText[] }

/** `above`: what the slide is of, over a title that says what its figures say; `below`: what is to be read beside them. */
export type DeckSlide = Body & {
  readonly title: string
  readonly above: string
  readonly below: string
  readonly notes: readonly string[]
}

const mostTiles = 8
/** Lines of words on a slide, and the letters of one. */
const [mostLines, lineLength] = [21, 120]
const longestQuote = 700

/** The slides of a part: one for what it shows, or several that say how many they are. */
export function slidesOf(part: DocumentPart, request: DeckRequest): DeckSlide[] {
  const { locale } = request.content
  const bodies = bodiesOf(part.blocks, request)
  const isDrawn = bodies.some(({ kind }) => kind !== 'texts')
  const remarks = isDrawn ? part.blocks.flatMap(remarkOf) : []
  return bodies.map((body, at) => {
    const count = deckText('part', locale, String(at + 1), String(bodies.length))
    const says = (body.kind === 'chart' ? body.chart.says : undefined) ?? part.says
    const above = [says === undefined ? '' : part.title, bodies.length > 1 ? count : '']
    const beside = body.kind === 'chart' ? [...besideChart(body.chart, locale), ...remarks] : remarks
    const shown = { title: says ?? part.title, above: joined(above), below: joined(beside) }
    return Object.assign(shown, body, { notes: notesOf(body, locale) })
  })
}

const joined = (all: readonly string[]) => all.filter((one) => one !== '').join(' · ')
const remarkOf = (block: DocumentBlock) => (block.kind === 'text' && block.look === 'muted' ? [block.text] : [])

function bodiesOf(blocks: readonly DocumentBlock[], request: DeckRequest): Body[] {
  const bodies: Body[] = []
  let texts: SlideText[] = []
  const isDrawn = blocks.some(({ kind }) => kind === 'table' || kind === 'tiles' || kind === 'drawing')
  for (const block of blocks) {
    if (block.kind === 'text' && !isDrawn) texts.push({ text: block.text, look: block.look ?? 'plain' })
    if (block.kind === 'quote')
      texts.push({ text: cut(block.text, longestQuote), look: 'quote', facts: block.facts.join(' · ') })
    if (block.kind === 'text' || block.kind === 'quote') continue
    bodies.push(...textBodies(texts))
    texts = []
    bodies.push(...drawnBodies(block, request))
  }
  bodies.push(...textBodies(texts))
  // A part of nothing but headings has a slide all the same.
  return bodies.length > 0 ? bodies : [{ kind: 'texts', texts: [] }]
}

function drawnBodies(block: Exclude<DocumentBlock, { kind: 'text' | 'quote' }>, { few }: DeckRequest): Body[] {
  if (block.kind === 'tiles') return chunks(block.tiles, mostTiles).map((tiles) => ({ kind: 'tiles', tiles }))
  const charts = (block.charts ?? []).map((chart): Body => ({ kind: 'chart', chart }))
  if (block.kind === 'drawing' || block.isCharted) return charts
  return [...charts, ...slideTables(block, few).map((table): Body => ({ kind: 'table', table }))]
}

/** As even as may be, so that no slide is left with one of many. */
export function chunks<T>(all: readonly T[], most: number): T[][] {
  const size = Math.ceil(all.length / Math.max(1, Math.ceil(all.length / most)))
  const found: T[][] = []
  for (let at = 0; at < all.length; at += size) found.push(all.slice(at, at + size))
  return found
}

function textBodies(texts: readonly SlideText[]): Body[] {
  const bodies: SlideText[][] = []
  let room = 0
  for (const one of texts) {
    const lines = one.text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / lineLength), 0)
    const needed = lines + (one.facts === undefined ? 0.6 : 1.3)
    if (bodies.length === 0 || needed > room) {
      bodies.push([])
      room = mostLines
    }
    bodies.at(-1)?.push(one)
    room -= needed
  }
  return bodies.map((some) => ({ kind: 'texts', texts: some }))
}

const mostNamed = 6

/** Which figures have no value, and why, beside what the chart says of itself. */
function besideChart({ categories, series, remarks }: DocumentChart, locale: string): string[] {
  const missing = new Map<string, string[]>()
  for (const { name, points } of series)
    for (const [at, { value, words }] of points.entries()) {
      if (value !== null || words === '') continue
      const label = joined([series.length > 1 ? name : '', categories[at] ?? ''])
      missing.set(words, [...(missing.get(words) ?? []), label])
    }
  const told = [...missing].map(([words, labels]) => {
    const left = labels.length - mostNamed
    const more = left > 0 ? `, ${deckText('more', locale, formatCount(left, locale))}` : ''
    return `${words}: ${labels.slice(0, mostNamed).join(', ')}${more}`
  })
  return [...remarks, ...told]
}

/** Each figure with its interval and its answers. */
function notesOf(body: Body, locale: string): string[] {
  if (body.kind === 'tiles')
    return body.tiles.map(({ title, value, isFew, beside, lines }) => {
      const said = lines.map(({ text }) => text)
      return `${title}: ${[...(isFew ? [] : [value, beside]), ...said].filter((one) => one !== '').join(', ')}`
    })
  if (body.kind !== 'chart') return []
  const { categories, series, decimals, suffix } = body.chart
  const value = (number: number) => `${formatValue('mean', number, decimals, locale)}${suffix}`
  return categories.flatMap((category, at) =>
    series.flatMap(({ name, points }) => {
      const point = points[at]
      if (!point) return []
      const { low, high, n } = point
      const told = [
        point.value === null ? point.words : value(point.value),
        low === null || high === null ? '' : `${deckText('interval', locale)} ${value(low)} – ${value(high)}`,
        n === null ? '' : `n ${formatCount(n, locale)}`,
      ]
      return [`${category} – ${name}: ${told.filter((one) => one !== '').join(', ')}`]
    }),
  )
}
