import type { ShownTable } from '@kaiku/contract/figure-table.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Answer, AnswerOf } from '@kaiku/contract/result.ts'
import { alertStates } from '@kaiku/core/alert-state.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { Fault, faultCodes } from '@kaiku/core/fault.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { DataState } from '../aggregate/data-state.ts'
import { listAlerts } from '../alert-list/alert-list.ts'
import { alertLoop } from '../alert-list/alert-loop.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import { type FigureRequest, figuresFor } from '../result/result.ts'
import { sampleFunnel } from '../sample-list/sample-funnel.ts'
import type { SheetCell, SheetTable } from '../table-file/table-file.ts'
import { alertTable, loopTable } from './alert-table.ts'
import { distributionTable, placeTilesTable, tilesTable } from './answer-table.ts'
import { changeTable, driverTable } from './cause-table.ts'
import { commentTable, topicTable } from './comment-table.ts'
import { crossTable } from './cross-table.ts'
import type { Words } from './figure-cells.ts'
import { funnelTable } from './funnel-table.ts'
import { mapTable } from './map-table.ts'
import { rankingTable } from './ranking-table.ts'
import { trendTable } from './trend-table.ts'

/** `path`: with the component's own filter laid over it. */
type Within = { readonly state: DataState; readonly words: Words; readonly path: string }
/** A table, and what is to be said above it beside its selection. */
type Made = { readonly table: SheetTable; readonly facts: readonly (readonly SheetCell[])[] }

/** A list is taken along as far as this many rows; the file says how many there are. */
const mostRows = 50_000
const atOnce = 2_000

/** What a component shows, as a table. Throws the Faults of the component. */
export async function tableOf(
  question: FigureRequest,
  component: Component,
  shown: ShownTable,
  { state, words, path }: Within,
): Promise<Made> {
  const { stores, who, dictionary, locale, compare } = question
  const asked = { survey: dictionary.extName, path, locale }
  const whole = (table: SheetTable): Made => ({ table, facts: [] })
  switch (component.type) {
    case 'Comments':
      return commentsOf(question, component, state, words)
    case 'AlertList':
      return alertsOf(question, component, path, words)
    case 'AlertLoop':
      return whole(loopTable(await alertLoop(stores, who, dictionary, asked, Date.now()), words))
    case 'ResponseFunnel': {
      const { minimumN } = component
      const funnel = await sampleFunnel(stores, who, dictionary, { ...asked, compare, minimumN }, Date.now())
      return whole(funnelTable(funnel, words))
    }
    default: {
      const { answers, indicators } = await figuresFor(question, [component], state)
      return whole(answerTable(told(answers[0]), indicators, component, { shown, words }, dictionary.calendar))
    }
  }
}

/** An answer; one that failed is thrown. */
function told(answer: Answer | undefined): Exclude<Answer, AnswerOf<'Failed'>> {
  if (answer === undefined) throw new Error('nothing was answered')
  if (answer.type !== 'Failed') return answer
  const code = faultCodes.find((one) => one === answer.code)
  throw code ? new Fault(code, answer.message) : new Error(answer.message)
}

function answerTable(
  answer: Answer,
  indicators: readonly ShownIndicator[],
  component: Component,
  { shown, words }: { readonly shown: ShownTable; readonly words: Words },
  calendar: Calendar,
): SheetTable {
  switch (answer.type) {
    case 'IndicatorTiles':
      return tilesTable(answer, indicators, words)
    case 'Trend':
      return trendTable(answer, indicators, shown, words, calendar)
    case 'Distribution':
      return distributionTable(answer, words)
    case 'RankingTableComponent':
      return rankingTable(answer, indicators, shown, words)
    case 'HeatMap':
      return mapTable(answer, shown, words, calendar)
    case 'ChangeDecomposition':
      return changeTable(answer, indicators, words)
    case 'KeyDrivers':
      return driverTable(answer, words)
    case 'Topics':
      return topicTable(answer, indicators, shown, words)
    case 'GeographyTiles':
      return placeTilesTable(answer, indicators, shown, words)
    case 'Crosstab': {
      const indicator = indicators.find(({ id }) => id === answer.indicator)
      return crossTable(answer, component.type === 'Crosstab' ? component.show : 'ofColumn', indicator, words)
    }
    default:
      throw new Error(`${answer.type} has no table`)
  }
}

/** All comments that are found, those that were not loaded on the screen, too. */
async function commentsOf(
  question: FigureRequest,
  component: Extract<Component, { type: 'Comments' }>,
  state: DataState,
  words: Words,
): Promise<Made> {
  const comments: AnswerOf<'Comments'>['comments'] = []
  const indicators = new Map<string, ShownIndicator>()
  let total: number | null = 0
  for (let after: string | null | undefined; after !== null && comments.length < mostRows; ) {
    const { after: _, ...wanted } = component
    const page = await figuresFor(question, [{ ...wanted, limit: atOnce, ...(after && { after }) }], state)
    const answer = told(page.answers[0])
    if (answer.type !== 'Comments') throw new Error('no comments in the answer')
    comments.push(...answer.comments)
    for (const one of page.indicators) indicators.set(one.id, one)
    total = answer.total
    after = answer.next
  }
  return limited(commentTable(comments, [...indicators.values()], words), total ?? comments.length, words)
}

/** All alerts that the component looks at, not only the first that it shows. */
async function alertsOf(
  { stores, who, dictionary, locale }: FigureRequest,
  { state, sort }: Extract<Component, { type: 'AlertList' }>,
  path: string,
  words: Words,
): Promise<Made> {
  const states = alertStates.filter((one) => state === 'all' || (one === 'solved') === (state === 'solved'))
  const asked = { survey: dictionary.extName, path, locale, sort, state: states, limit: atOnce }
  const first = await listAlerts(stores, who, dictionary, asked, Date.now())
  const alerts = [...first.rows]
  for (let after = first.next; after !== null && alerts.length < mostRows; ) {
    const page = await listAlerts(stores, who, dictionary, { ...asked, after }, Date.now())
    alerts.push(...page.rows)
    after = page.next
  }
  const { timeZone } = dictionary.definition.settings
  return limited(alertTable(alerts, timeZone, words), first.total, words)
}

/** With a word about what was left out. */
function limited(table: SheetTable, total: number, { say, locale }: Words): Made {
  const n = (count: number) => formatCount(count, locale)
  const isWhole = table.rows.length >= total || table.rows.length < mostRows
  const facts = isWhole ? [] : [[say('text.rows'), say('text.firstRows', n(table.rows.length), n(total))]]
  return { table, facts }
}
