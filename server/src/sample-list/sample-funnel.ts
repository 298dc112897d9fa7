import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { sampleFunnelCalls } from '@kaiku/contract/sample-funnel.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { type SampleState, sampleStates } from '@kaiku/core/sample-state.ts'
import { type SampleStep, sampleSteps } from '@kaiku/core/sample-step.ts'
import { alpha, benjaminiHochberg } from '@kaiku/core/statistics.ts'
import type pg from 'pg'
import { translatorOf } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number as numberColumn, oneOf, query, type Shape } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { shownChange } from '../figure/figures.ts'
import { type Share, shareChange, shareFigure } from '../figure/share-figure.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { stepSql } from '../sample/sample-step.ts'
import { sampleTables } from '../sample/stored-sample.ts'
import { comparedPeriod, pathOf } from '../selection/selection.ts'
import { type SampleSelection, selectSamples } from './sample-selection.ts'

const rowColumns = {
  child: nullable(numberColumn),
  state: nullable(oneOf(...sampleStates)),
  step: numberColumn,
  n: numberColumn,
} satisfies Shape

type Calls = typeof sampleFunnelCalls
type Funnel = ReplyOf<Calls['funnel']>

/** Samples whose furthest step is this one. `child`: of a place right below; null: of all, by state. */
type Row = {
  readonly child: number | null
  readonly state: SampleState | null
  readonly step: number
  readonly n: number
}

/** How far the samples of a place and selection got, as a whole and of each place right below that has any. */
export async function sampleFunnel(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: InputOf<Calls['funnel']>,
  now: number,
): Promise<Funnel> {
  const path = await wholePath(stores, dictionary, asked.path)
  const selected = selectSamples(who, dictionary, { path }, now)
  const { selection } = selected
  const { view, node } = selection
  const compared = comparedPeriod(selection, asked.compare)
  const found = await inUniverse(stores.pool, dictionary.universe, async (client) => ({
    now: await counted(client, selected),
    before: compared ? await counted(client, selectSamples(who, dictionary, { path, period: compared }, now)) : [],
  }))
  const minimum = Math.max(dictionary.definition.settings.minimumN, asked.minimumN ?? 1)
  const [whole, wholeBefore] = [ofAll(found.now), ofAll(found.before)]
  const [all, allBefore] = [gotTo(whole), gotTo(wholeBefore)]
  const translate = translatorOf(dictionary, asked.locale ?? who.locale)
  const children = view.tree.children(node).map((child) => {
    const [counts, before] = [found.now, found.before].map((rows) => gotTo(ofChild(rows, child.number)))
    return { path: pathOf(view, child.number), title: translate(child.name), counts, before }
  })
  const places = children.flatMap(({ counts, before, ...place }) =>
    counts && before && counts.sampled > 0 ? [{ ...place, counts, before }] : [],
  )
  const changes = tested(places.map(({ counts, before }) => shareChange(responseOf(counts), responseOf(before))))
  return {
    compared,
    rate: shareFigure(responseOf(all), minimum),
    change: shownChange(shareChange(responseOf(all), responseOf(allBefore)), { minimum }, false),
    steps: sampleSteps.map((step, at) => {
      const previous = sampleSteps[at - 1]
      const share = (of: Counts): Share => ({ n: of[step], of: previous ? of[previous] : 0 })
      const isLast = at === sampleSteps.length - 1
      return {
        step,
        n: all[step],
        ofBefore: previous ? shareFigure(share(all), minimum) : null,
        change: shownChange(previous ? shareChange(share(all), share(allBefore)) : null, { minimum }, false),
        ofAll: shareFigure({ n: all[step], of: all.sampled }, minimum),
        left: isLast
          ? []
          : whole.flatMap((row) => (row.step === at && row.state ? [{ state: row.state, n: row.n }] : [])),
      }
    }),
    places: places
      .map(({ counts, before: _before, ...place }, at) => ({
        ...place,
        counts,
        rate: shareFigure(responseOf(counts), minimum),
        change: shownChange(changes[at] ?? null, { minimum }, false),
      }))
      .sort((a, b) => b.counts.reached - a.counts.reached || b.counts.sampled - a.counts.sampled),
  }
}

type Counts = Record<SampleStep, number>

const responseOf = ({ reached, completed }: Counts): Share => ({ n: completed, of: reached })
const ofAll = (rows: readonly Row[]) => rows.filter(({ state }) => state !== null)
const ofChild = (rows: readonly Row[], number: number) => rows.filter(({ child }) => child === number)

/** How many got to each step: those who went further did, too. */
const gotTo = (rows: readonly Row[]): Counts =>
  Object.fromEntries(
    sampleSteps.map((name, at) => [name, rows.reduce((sum, { step, n }) => (step >= at ? sum + n : sum), 0)]),
  ) as Counts

/** Which changes are more than chance over all places. */
function tested(changes: readonly ReturnType<typeof shareChange>[]) {
  const real = benjaminiHochberg(
    changes.map((one) => one?.p ?? null),
    alpha,
  )
  return changes.map((one, at) => one && { ...one, significant: real[at] ?? false })
}

async function counted(
  client: pg.PoolClient,
  { where, values, bind, selection: { view, node } }: SampleSelection,
): Promise<readonly Row[]> {
  const children = view.tree.children(node)
  const below = children.flatMap(({ number }) => view.tree.within(number).map((leaf) => ({ leaf, child: number })))
  const map = `unnest(${bind(below.map(({ leaf }) => leaf))}::int[], ${bind(below.map(({ child }) => child))}::int[])`
  const { rows } = await query(
    client,
    rowColumns,
    `with found as (
      select coalesce(s.leaves[${view.number}], ${rootNumber}) as leaf, s.state, ${stepSql} as step, count(*)::int as n
      from ${sampleTables} where ${where} group by 1, 2, 3)
    select null::int as child, state, step, sum(n)::int as n from found group by state, step
    union all
    select m.child, null, f.step, sum(f.n)::int from found f join ${map} as m(leaf, child) using (leaf) group by m.child, f.step
    order by child nulls first, n desc`,
    values,
  )
  return rows
}
