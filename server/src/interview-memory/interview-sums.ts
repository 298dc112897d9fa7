import { setImmediate as breathe } from 'node:timers/promises'
import type { AskedSums, Memory, Scan } from '../aggregate/scan.ts'
import type { Cells } from '../aggregate/scan-statement.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { chooser } from './chosen-rows.ts'
import { dayColumn, pageSize, type Source } from './coded-column.ts'
import { type Counted, openCountTable } from './count-table.ts'
import { type HeldInterviews, presentColumns, refusedColumns, withHeldInterviews } from './held-interviews.ts'
import { openReading } from './held-reading.ts'
import { planKeys, planScores, planSelection, type SelectionPlan, sourceOf } from './interview-plan.ts'

type Plan = { readonly selection: SelectionPlan; readonly asked: readonly (Counted | null)[] }

/** Milliseconds for which nothing else is heard while sums are added up. */
const slice = 8

/**
 * Sums of interviews whose columns are held in memory, as ClickHouse would give them; null for each grouping that has to
 * be asked of ClickHouse.
 */
export const memorySums: Memory = async (scan, asked) => {
  const none = asked.map(() => null)
  const { state, held } = scan.options
  const plan = state && held !== false ? planOf(scan, asked) : null
  if (!plan || !state) return none
  const { dictionary } = scan.selection
  const wanted = {
    dictionary,
    columns: columnsOf(plan),
    loadCount: state.loadCount,
    awaits: held === 'awaited',
    queues: held === 'queued',
  }
  await lookUpAhead(scan, plan)
  const found = await withHeldInterviews(scan.stores, wanted, (interviews) => addUp(scan, plan, interviews))
  return found ?? none
}

function planOf(scan: Scan, asked: readonly AskedSums[]): Plan | null {
  const selection = planSelection(scan.selection, scan.compared)
  if (!selection) return null
  const refused = refusedColumns(scan.stores, scan.selection.dictionary.survey)
  const planned = asked.map(({ grouping, indicators }): Counted | null => {
    const keys = planKeys(grouping, scan.selection)
    const scores = keys && planScores(scan.selection.dictionary, indicators, keys)
    const sources = scores && [...keys.map(sourceOf), ...scores.flat().map(({ source }) => source)]
    return sources && !sources.some(({ name }) => refused.has(name)) ? { keys, scores } : null
  })
  return planned.some((one) => one) ? { selection, asked: planned } : null
}

function columnsOf({ selection: { filters, place, scope }, asked }: Plan): readonly Source[] {
  const sources = [
    dayColumn,
    ...filters.map(({ source }) => source),
    ...(place ? [place.source] : []),
    ...(scope ?? []).flat().map(({ source }) => source),
    ...asked.flatMap((one) => [
      ...(one?.keys ?? []).map(sourceOf),
      ...(one?.scores ?? []).flat().map(({ source }) => source),
    ]),
  ]
  return [...new Map(sources.map((source) => [source.name, source])).values()]
}

/** What has not been asked before is found out before it is one's turn: nobody else waits for that. */
async function lookUpAhead(scan: Scan, plan: Plan): Promise<void> {
  const { dictionary } = scan.selection
  const present = presentColumns(scan.stores, dictionary.survey)
  if (!present || !columnsOf(plan).every(({ name }) => present.has(name))) return
  // What goes wrong here, or has changed by then, is told by who asks again.
  await openReading(scan.stores.clickhouse, dictionary.universe, present, saidIn(plan)).catch(() => {})
}

async function addUp(scan: Scan, plan: Plan, interviews: HeldInterviews): Promise<readonly (Cells | null)[]> {
  const { dictionary } = scan.selection
  const reading = await openReading(scan.stores.clickhouse, dictionary.universe, interviews, saidIn(plan))
  const { pages } = reading.columnOf(dayColumn)
  const choose = chooser(plan.selection, reading)
  const sizes = { rows: pages.size * pageSize, periods: plan.selection.before ? 4 : 2 }
  const tables = plan.asked.map((one) => one && openCountTable(one, reading, sizes))
  let until = performance.now() + slice
  for (const page of pages.keys()) {
    if (performance.now() > until) {
      await breathe()
      until = performance.now() + slice
    }
    const chosen = choose(page)
    if (chosen.count > 0) for (const table of tables) table?.add(page, chosen)
  }
  scan.options.say?.(`-- from ${tableOf(dictionary.survey)}, held in memory`)
  return tables.map((table) => table?.cells() ?? null)
}

/** Everything that is asked of the values of columns. */
function saidIn({ selection: { filters, now, before }, asked }: Plan) {
  const days = [now, before ?? '0'].map((sql) => ({ source: dayColumn, sql }))
  const scores = asked.flatMap((one) => one?.scores ?? []).flat()
  return {
    numbers: [
      ...filters,
      ...days,
      ...scores.flatMap(({ source, valid, points }) => [valid, points].map((sql) => ({ source, sql }))),
    ],
    texts: asked.flatMap((one) => one?.keys ?? []).flatMap((part) => (part.by === 'said' ? part.said : [])),
  }
}
