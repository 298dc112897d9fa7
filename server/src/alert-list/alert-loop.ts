import type { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { translatorOf } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number as numberColumn, numberPair, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { pathOf } from '../selection/selection.ts'
import { ofStates, overdue, selectAlerts } from './alert-selection.ts'

const rowColumns = {
  child: nullable(numberColumn),
  alerts: numberColumn,
  solved: numberColumn,
  timed: numberColumn,
  inTime: numberColumn,
  begun: numberColumn,
  begin: nullable(numberPair),
  close: nullable(numberPair),
  closed: numberColumn,
  reopened: numberColumn,
} satisfies Shape

type Loop = ReplyOf<(typeof alertLoopCalls)['loop']>
type Figures = Omit<Loop, 'rootCauses' | 'actions' | 'places'>

type Row = {
  /** A place right below; null: all of them together. */
  readonly child: number | null
  readonly alerts: number
  readonly solved: number
  readonly timed: number
  readonly inTime: number
  readonly begun: number
  readonly begin: readonly [number, number] | null
  readonly close: readonly [number, number] | null
  readonly closed: number
  readonly reopened: number
}

const hours = (from: string, to: string) => `extract(epoch from a.${to} - a.${from})::float8 / 3600`
const spread = (sql: string) => `percentile_cont(array[0.5, 0.9]) within group (order by ${sql})`
const columns = `count(*)::int as alerts, count(*) filter (where a.state = 'solved')::int as solved,
  count(*) filter (where a.due_at is not null and (a.state = 'solved' or ${overdue}))::int as timed,
  count(*) filter (where a.state = 'solved' and a.solved_at <= a.due_at)::int as "inTime",
  count(a.first_action_at)::int as begun, ${spread(hours('created_at', 'first_action_at'))} as begin,
  ${spread(hours('created_at', 'solved_at'))} as close,
  count(*) filter (where a.state = 'solved' or a.reopened > 0)::int as closed,
  count(*) filter (where a.reopened > 0)::int as reopened`

const share = (part: number, n: number) => ({ n, percent: n === 0 ? null : (100 * part) / n })
const duration = (n: number, found: Row['begin']) => ({ n, median: found?.[0] ?? null, p90: found?.[1] ?? null })

const figuresOf = (row: Row): Figures => ({
  alerts: row.alerts,
  solved: row.solved,
  inTime: share(row.inTime, row.timed),
  firstAction: duration(row.begun, row.begin),
  close: duration(row.solved, row.close),
  reopened: share(row.reopened, row.closed),
})

const nothing: Row = {
  child: null,
  alerts: 0,
  solved: 0,
  timed: 0,
  inTime: 0,
  begun: 0,
  begin: null,
  close: null,
  closed: 0,
  reopened: 0,
}

/** How alerts of a selection are dealt with, as a whole and by the places right below that have any. */
export async function alertLoop(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: InputOf<(typeof alertLoopCalls)['loop']>,
  now: number,
): Promise<Loop> {
  const { where, values, bind, selection } = await selectAlerts(stores, who, dictionary, asked, now)
  const { view, node } = selection
  const condition = `${where} and ${ofStates(asked.state, bind)}`
  const plain = [...values]
  const children = view.tree.children(node)
  const below = children.flatMap(({ number }) => view.tree.within(number).map((leaf) => ({ leaf, child: number })))
  const map = `unnest(${bind(below.map(({ leaf }) => leaf))}::int[], ${bind(below.map(({ child }) => child))}::int[])`
  const found = await inUniverse(stores.pool, dictionary.universe, async (client) => ({
    rows: await query(
      client,
      rowColumns,
      `select m.child, ${columns} from alert a
       left join ${map} as m(leaf, child) on m.leaf = coalesce(a.leaves[${view.number}], ${rootNumber})
       where ${condition} group by grouping sets ((), (m.child)) having grouping(m.child) = 1 or m.child is not null
       order by grouping(m.child) desc, 2 desc`,
      values,
    ),
    outcomes: await query(
      client,
      { cause: nullable(text), action: nullable(text), count: numberColumn },
      `select a.root_cause as cause, a.action, count(*)::int as count from alert a
       where ${condition} and a.state = 'solved' group by grouping sets ((a.root_cause), (a.action)) order by 3 desc`,
      plain,
    ),
  }))
  const [total = nothing, ...rows] = found.rows.rows
  const translate = translatorOf(dictionary, asked.locale ?? who.locale)
  const { rootCauses, actions } = dictionary.definition.alertRules
  const chosen = (list: typeof actions, of: 'cause' | 'action') =>
    found.outcomes.rows.flatMap(({ [of]: id, count }) => {
      if (id === null) return []
      return [{ id, title: translate(list.find((one) => one.id === id)?.title ?? id), count }]
    })
  return {
    ...figuresOf(total),
    rootCauses: chosen(rootCauses, 'cause'),
    actions: chosen(actions, 'action'),
    places: rows.flatMap((row) => {
      const child = children.find(({ number }) => number === row.child)
      return child ? [{ path: pathOf(view, child.number), title: translate(child.name), ...figuresOf(row) }] : []
    }),
  }
}
