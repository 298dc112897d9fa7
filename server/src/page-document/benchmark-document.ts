import { component } from '@kaiku/contract/page.ts'
import type { Ranking } from '@kaiku/contract/ranking.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { told } from '../component-table/component-table.ts'
import { groupName } from '../component-table/figure-cells.ts'
import type { DocumentBlock, DocumentPart } from '../document/document-content.ts'
import { atPlace } from '../figure-proof/proof-address.ts'
import { figuresFor, questionFor } from '../result/result.ts'
import { componentPart } from './component-part.ts'
import { documentText } from './document-text.ts'
import { rankingBlock } from './figure-block.ts'
import { type FigureTelling, rankedRows } from './figure-telling.ts'
import { type PageRequest, tellingOf } from './page-document.ts'

/** Places with a page of their own. */
const mostPlaces = 200

/** The ranking of the places right below, then a page for each of them, best first: its figures and how they went. */
export async function benchmarkParts(request: PageRequest): Promise<DocumentPart[]> {
  const { question, state, progress, signal } = request
  const wanted = component.parse({ type: 'RankingTableComponent', spark: false })
  const telling = tellingOf(request, wanted)
  const { answers } = await figuresFor(question, [wanted], state)
  const ranking = told(answers[0], 'RankingTableComponent')
  const places = placesOf(ranking, telling)
  const { locale } = question
  const empty: DocumentBlock = { kind: 'text', text: documentText('empty', locale), look: 'muted' }
  const left = places.length > mostPlaces ? [leftOut(places.length, locale)] : []
  const blocks = ranking.rows.length === 0 ? [empty] : [rankingBlock(ranking, telling), ...left]
  const parts: DocumentPart[] = [{ title: documentText('RankingTableComponent', locale), blocks }]
  const shown = places.slice(0, mostPlaces)
  for (const [at, { path, name }] of shown.entries()) {
    if (signal.aborted) break
    parts.push({ title: name, blocks: await placeBlocks(path, request), breaks: true })
    progress((at + 1) / (shown.length + 1))
  }
  return parts
}

/** Best first, as the ranking has them. */
const placesOf = (ranking: Ranking, telling: FigureTelling) =>
  rankedRows(ranking, telling).flatMap((row) =>
    row.path === null ? [] : [{ path: row.path, name: groupName(row, telling.words) }],
  )

const leftOut = (all: number, locale: string): DocumentBlock => ({
  kind: 'text',
  text: documentText('firstOf', locale, formatCount(mostPlaces, locale), formatCount(all, locale)),
  look: 'muted',
})

/** The key metrics of a place and their trend, with the filters of the whole report. */
async function placeBlocks(path: string, request: PageRequest): Promise<DocumentBlock[]> {
  const { stores, who, dictionary, compare, locale, path: whole } = request.question
  const asked = { path: atPlace(path, whole), compare, locale }
  const question = questionFor(stores, who, dictionary, asked, Date.now())
  const blocks: DocumentBlock[] = []
  for (const type of ['IndicatorTiles', 'Trend'] as const) {
    const wanted = component.parse({ type })
    const telling = tellingOf(Object.assign({}, request, { question }), wanted)
    const shown = await componentPart(wanted, { question, state: request.state, telling })
    blocks.push(...(shown?.blocks ?? []))
  }
  return blocks
}
