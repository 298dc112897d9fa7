import type { TableType } from '@kaiku/contract/component-type.ts'
import type { ShownTable } from '@kaiku/contract/figure-table.ts'
import type { Component, ComponentOf } from '@kaiku/contract/page.ts'
import type { Answer, AnswerOf } from '@kaiku/contract/result.ts'
import { alertStates } from '@kaiku/core/alert-state.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { layOver } from '@kaiku/core/drill-path.ts'
import { Fault, faultCodes } from '@kaiku/core/fault.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { DataState } from '../aggregate/data-state.ts'
import { listAlerts } from '../alert-list/alert-list.ts'
import { alertLoop } from '../alert-list/alert-loop.ts'
import { campaignAt, campaignsBelow } from '../campaign-answer/campaign-figure.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import { type FigureRequest, figuresFor } from '../result/result.ts'
import { sampleFunnel } from '../sample-list/sample-funnel.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { alertTable, loopTable } from './alert-table.ts'
import { distributionTable, placeTilesTable, targetsTable, tilesTable } from './answer-table.ts'
import { changeTable, driverTable } from './cause-table.ts'
import { commentTable, topicTable } from './comment-table.ts'
import { crossTable } from './cross-table.ts'
import type { Words } from './figure-cells.ts'
import { campaignsTable, campaignTable, funnelTable } from './funnel-table.ts'
import { mapTable } from './map-table.ts'
import { leagueTable, rankingTable } from './ranking-table.ts'
import { sqlTable } from './sql-table.ts'
import { trendTable } from './trend-table.ts'

/** What a component's table is made of, and how the reader has it on the screen. */
type Wanted<T extends TableType> = {
  readonly question: FigureRequest
  readonly component: ComponentOf<T>
  readonly shown: ShownTable
  readonly state: DataState
  readonly words: Words
  /** With the component's own filter laid over it. */
  readonly path: string
}
/** A table, and what is to be said above it beside its selection. */
type Made = { readonly table: SheetTable; readonly facts: readonly (readonly SheetCell[])[] }
type Making<T extends TableType> = (wanted: Wanted<T>) => Promise<Made>

/** A list is taken along as far as this many rows; the file says how many there are. */
const mostRows = 50_000
const atOnce = 2_000

/** What makes the table of each type of component that has one. A type without does not compile. */
const tables: { readonly [T in TableType]: Making<T> } = {
  IndicatorTiles: ofAnswer('IndicatorTiles', (one, { indicators, words }) => tilesTable(one, indicators, words)),
  Trend: ofAnswer('Trend', (one, { indicators, shown, words, calendar }) =>
    trendTable(one, indicators, shown, words, calendar),
  ),
  Distribution: ofAnswer('Distribution', (one, { words }) => distributionTable(one, words)),
  RankingTableComponent: ofAnswer('RankingTableComponent', (one, { indicators, shown, words }) =>
    rankingTable(one, indicators, shown, words),
  ),
  Targets: ofAnswer('Targets', (one, { indicators, words }) => targetsTable(one, indicators, words)),
  HeatMap: ofAnswer('HeatMap', (one, { shown, words, calendar }) => mapTable(one, shown, words, calendar)),
  ChangeDecomposition: ofAnswer('ChangeDecomposition', (one, { indicators, words }) =>
    changeTable(one, indicators, words),
  ),
  KeyDrivers: ofAnswer('KeyDrivers', (one, { words }) => driverTable(one, words)),
  Topics: ofAnswer('Topics', (one, { indicators, shown, words }) => topicTable(one, indicators, shown, words)),
  GeographyTiles: ofAnswer('GeographyTiles', (one, { indicators, shown, words }) =>
    placeTilesTable(one, indicators, shown, words),
  ),
  Crosstab: ofAnswer('Crosstab', (one, { component, indicators, words }) => {
    const indicator = indicators.find(({ id }) => id === one.indicator)
    return crossTable(one, component.show, indicator, words)
  }),
  GamificationOverviewConfig: ofAnswer('GamificationOverviewConfig', (one, { indicators, words }) =>
    leagueTable(one, indicators, words),
  ),
  Sql: statementOf,
  Comments: commentsOf,
  AlertList: alertsOf,
  async AlertLoop({ question: { stores, who, dictionary, locale }, path, words }) {
    const asked = { survey: dictionary.extName, path, locale }
    return whole(loopTable(await alertLoop(stores, who, dictionary, asked, Date.now()), words))
  },
  async ResponseFunnel({ question: { stores, who, dictionary, locale, compare }, component, path, words }) {
    const asked = { survey: dictionary.extName, path, locale, compare, minimumN: component.minimumN }
    return whole(funnelTable(await sampleFunnel(stores, who, dictionary, asked, Date.now()), words))
  },
  async MailCampaignsListComponent({ question: { stores, who, dictionary }, component, path, words }) {
    const { minimumN, limit } = component
    return whole(campaignsTable(await campaignsBelow(stores, who, dictionary, { path, minimumN, limit }), words))
  },
  async MailCampaignDetailsComponent({ question: { stores, who, dictionary, locale }, component, path, words }) {
    const { minimumN, byPlace } = component
    const found = await campaignAt(stores, who, dictionary, { path, minimumN, locale })
    return whole(campaignTable(found && !byPlace ? { ...found, places: [] } : found, words))
  },
}

/** The path that a component asks of: with its own filter laid over it. */
export function componentPath({ filter }: Pick<Component, 'filter'>, path: string): string {
  const laid = filter === undefined ? null : layOver(path, filter)
  return laid?.ok ? laid.value : path
}

/** What a component shows, as a table. Throws the Faults of the component. */
export const tableOf = <T extends TableType>(type: T, wanted: Wanted<T>): Promise<Made> => tables[type](wanted)

const whole = (table: SheetTable): Made => ({ table, facts: [] })

/** What stands beside an answer: what is asked, and how indicators and days are written. */
type Beside<T extends TableType> = Pick<Wanted<T>, 'component' | 'shown' | 'words'> & {
  readonly indicators: readonly ShownIndicator[]
  readonly calendar: Calendar
}

/** A table made of the component's answer alone. */
function ofAnswer<T extends TableType>(
  type: T,
  table: (answer: AnswerOf<T>, beside: Beside<T>) => SheetTable,
): Making<T> {
  return async ({ question, component, shown, state, words }) => {
    const { answers, indicators } = await figuresFor(question, [component], state)
    const { calendar } = question.dictionary
    return whole(table(told(answers[0], type), { component, shown, words, indicators, calendar }))
  }
}

const isOf = <T extends TableType>(answer: Answer, type: T): answer is AnswerOf<T> => answer.type === type

/** An answer of a type; one that failed is thrown. */
export function told<T extends TableType>(answer: Answer | undefined, type: T): AnswerOf<T> {
  if (answer && isOf(answer, type)) return answer
  throw failureOf(answer)
}

/** Why there is no answer. */
export function failureOf(answer: Answer | undefined): Error {
  if (answer?.type !== 'Failed') return new Error(`no such answer, but ${answer?.type ?? 'none'}`)
  const code = faultCodes.find((one) => one === answer.code)
  return code ? new Fault(code, answer.message, [], answer.reason) : new Error(answer.message)
}

/** All comments that are found, those that were not loaded on the screen, too. */
async function commentsOf({ question, component, state, words }: Wanted<'Comments'>): Promise<Made> {
  const comments: AnswerOf<'Comments'>['comments'] = []
  const indicators = new Map<string, ShownIndicator>()
  let total: number | null = 0
  for (let after: string | null | undefined; after !== null && comments.length < mostRows; ) {
    const { after: _, ...wanted } = component
    const page = await figuresFor(question, [{ ...wanted, limit: atOnce, ...(after && { after }) }], state)
    const answer = told(page.answers[0], 'Comments')
    comments.push(...answer.comments)
    for (const one of page.indicators) indicators.set(one.id, one)
    total = answer.total
    after = answer.next
  }
  return limited(commentTable(comments, [...indicators.values()], words), total ?? comments.length, words)
}

/** What a statement finds, as far as it is shown. */
async function statementOf({ question, component, state, words }: Wanted<'Sql'>): Promise<Made> {
  const { answers } = await figuresFor(question, [component], state)
  const { found } = told(answers[0], 'Sql')
  if (!found) throw new TypeError('a statement that is asked alone has an answer')
  const n = formatCount(found.rows.length, words.locale)
  const facts = found.isCut ? [[words.say('text.rows'), words.say('text.firstOnly', n)]] : []
  return { table: sqlTable(found, words), facts }
}

/** All alerts that the component looks at, not only the first that it shows. */
async function alertsOf({ question, component, path, words }: Wanted<'AlertList'>): Promise<Made> {
  const { stores, who, dictionary, locale } = question
  const { state, sort } = component
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
