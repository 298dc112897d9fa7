import { hasTable } from '@kaiku/contract/component-type.ts'
import type { Crosstab } from '@kaiku/contract/crosstab.ts'
import type { Component, ComponentOf } from '@kaiku/contract/page.ts'
import type { Answer, AnswerOf } from '@kaiku/contract/result.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { type Inline, readMarkdown } from '@kaiku/core/markdown.ts'
import type { DataState } from '../aggregate/data-state.ts'
import { distributionTable } from '../component-table/answer-table.ts'
import { componentPath, failureOf, tableOf } from '../component-table/component-table.ts'
import type { DocumentBlock } from '../document/document-content.ts'
import { interviewColumns, interviewRows } from '../interview-list/interview-file.ts'
import { countListing, openListing } from '../interview-list/interview-list.ts'
import { askedFor, type FigureRequest, figuresFor } from '../result/result.ts'
import { scopeOf } from '../selection/scope.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import { documentText } from './document-text.ts'
import { distributionBlock, heatBlock, rankingBlock, tilesBlock } from './figure-block.ts'
import { splitChart } from './figure-chart.ts'
import { distributionSays, rankingSays, tilesSay } from './figure-sentence.ts'
import type { FigureTelling } from './figure-telling.ts'
import { tableBlock } from './table-block.ts'
import { trendBlocks } from './trend-block.ts'

export type PartRequest = {
  readonly question: FigureRequest
  readonly state: DataState
  readonly telling: FigureTelling
}
/** What a component shows, and what it is called where its page gives it no title. */
export type ShownPart = {
  readonly title: string | null
  readonly says?: string | undefined
  readonly blocks: readonly DocumentBlock[]
}

/** A list stands in a document as far as this. */
const mostRows = 100
const unshown = {
  columns: undefined,
  sort: undefined,
  search: '',
  part: 'all',
  leastN: 1,
  lines: 'indicators',
  average: false,
} as const

/** What a component of a page shows to its person; null: they may not see it. Whatever else fails says so in its place. */
export async function componentPart(component: Component, request: PartRequest): Promise<ShownPart | null> {
  try {
    return await shownBy(component, request)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code === 'forbidden') return null
    return { title: null, blocks: [muted(documentText('failed', request.question.locale))] }
  }
}

async function shownBy(component: Component, request: PartRequest): Promise<ShownPart> {
  const { question, state, telling } = request
  if (component.type === 'InterviewList') return interviews(component, request)
  const isTable = hasTable(component)
  if (isTable && !isDrawn(component)) {
    const path = componentPath(component, question.path)
    const asked = { question, component, shown: unshown, state, words: telling.words, path }
    const { table } = await tableOf(component.type, asked)
    const most = component.type === 'AlertList' ? component.limit : mostRows
    return { title: null, blocks: listed(table.rows.length, table, telling, most) }
  }
  const { answers } = await figuresFor(question, [component], state)
  return drawnBy(answers[0], telling)
}

/** Those that are drawn; the others stand as the tables that they are taken along as. */
const isDrawn = (component: Component): boolean =>
  ['IndicatorTiles', 'Trend', 'Distribution', 'RankingTableComponent', 'HeatMap', 'Comments'].includes(component.type)

function drawnBy(answer: Answer | undefined, telling: FigureTelling): ShownPart {
  switch (answer?.type) {
    case 'IndicatorTiles':
      return {
        title: null,
        says: tilesSay(answer, telling),
        blocks: answer.tiles.length === 0 ? [] : [tilesBlock(answer, telling)],
      }
    case 'Trend':
      return { title: null, blocks: trendBlocks(answer, telling) }
    case 'Distribution':
      return {
        title: answer.question.title,
        says: distributionSays(answer, telling),
        blocks: answer.split ? splitBlocks(answer, answer.split, telling) : distributionBlock(answer, telling),
      }
    case 'RankingTableComponent':
      return {
        title: answer.rowTitle,
        says: rankingSays(answer, telling),
        blocks: answer.rows.length === 0 ? [] : [rankingBlock(answer, telling)],
      }
    case 'HeatMap':
      return { title: null, blocks: answer.groups.length === 0 ? [] : [heatBlock(answer, telling)] }
    case 'Comments':
      return { title: answer.question?.title ?? null, blocks: commentBlocks(answer, telling) }
    case 'Text':
      return { title: null, blocks: textBlocks(answer.text) }
    default:
      throw failureOf(answer)
  }
}

/** Answers against those of another question: as a table, and drawn. */
function splitBlocks(answer: AnswerOf<'Distribution'>, split: Crosstab, telling: FigureTelling): DocumentBlock[] {
  const table = distributionTable(answer, telling.words)
  const charts = [splitChart(answer, split, telling)]
  return listed(table.rows.length, table, telling).map((block) =>
    block.kind === 'table'
      ? { kind: 'table', columns: block.columns, rows: block.rows, charts, isCharted: true }
      : block,
  )
}

const muted = (text: string): DocumentBlock => ({ kind: 'text', text, look: 'muted' })

/** The first rows of a table, and how many there are where those are not all. */
function listed(
  total: number,
  { columns, rows }: Parameters<typeof tableBlock>[0],
  { words }: FigureTelling,
  most = mostRows,
): DocumentBlock[] {
  if (rows.length === 0) return []
  const { locale } = words
  const shown = rows.slice(0, most)
  const left = documentText('firstOf', locale, formatCount(shown.length, locale), formatCount(total, locale))
  return [tableBlock({ columns, rows: shown }, words), ...(total > shown.length ? [muted(left)] : [])]
}

async function interviews(
  component: ComponentOf<'InterviewList'>,
  { question, state, telling }: PartRequest,
): Promise<ShownPart> {
  const own = scopeOf(question.who, question.dictionary, 'seeInterviews')
  const asked = await askedFor(question, component, state)
  const listing = openListing(asked, component, own)
  const rows: (readonly SheetCell[])[] = []
  for await (const some of interviewRows(listing, () => {})) {
    // Whose interview it is stands in no column: a name of thirty-six letters is nothing to read.
    rows.push(...some.map((row) => row.slice(1)))
    if (rows.length >= mostRows) break
  }
  return {
    title: null,
    blocks: listed(await countListing(listing), { columns: interviewColumns(listing).slice(1), rows }, telling),
  }
}

function commentBlocks(answer: AnswerOf<'Comments'>, { words: { locale } }: FigureTelling): DocumentBlock[] {
  const { comments, total } = answer
  const shown = comments.map(({ text, day, place, topics }): DocumentBlock => {
    const facts = [day === null ? '' : formatDay(day, locale), place.filter((name) => name !== '').join(' › ')]
    return { kind: 'quote', text, facts: [...facts, ...topics.map(({ title }) => title)].filter((fact) => fact !== '') }
  })
  if (total === null || total <= comments.length) return shown
  const left = documentText('firstOf', locale, formatCount(comments.length, locale), formatCount(total, locale))
  return [...shown, muted(left)]
}

const textBlocks = (text: string): DocumentBlock[] =>
  readMarkdown(text).flatMap((block): DocumentBlock[] => {
    if (block.kind === 'list') return block.items.map((parts) => ({ kind: 'text', text: words(parts), look: 'item' }))
    const said = words(block.parts)
    return [block.kind === 'heading' ? { kind: 'text', text: said, look: 'heading' } : { kind: 'text', text: said }]
  })

const words = (parts: readonly Inline[]): string =>
  parts.map((part) => ('text' in part ? part.text : words(part.parts))).join('')
