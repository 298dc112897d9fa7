import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { sampleCalls } from '@kaiku/contract/sample.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type SampleReason, type SampleState, sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Bind } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, oneOf, query, type Shape, texts as textsColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { type StoredSample, sampleColumns, sampleShape, sampleTables } from '../sample/stored-sample.ts'
import { isEverywhere, scopeKey, scopeOf } from '../selection/scope.ts'
import { type SampleSelection, selectSamples } from './sample-selection.ts'
import { samplesShown } from './shown-sample.ts'

const countedColumns = {
  state: oneOf(...sampleStates),
  reason: nullable(oneOf(...sampleReasons)),
  count: number,
} satisfies Shape

type Calls = typeof sampleCalls
type CallInput = InputOf<Calls['list']>
type Key = { readonly sql: string; readonly type: 'text' | 'timestamptz' | 'uuid' }
type Order = { readonly keys: readonly Key[]; readonly descends?: true }

const id: Key = { sql: 's.id', type: 'uuid' }
const changed: Key = { sql: 's.changed_at', type: 'timestamptz' }
const orders: Readonly<Record<CallInput['sort'], Order>> = {
  changed: { keys: [changed, id], descends: true },
  oldest: { keys: [changed, id] },
  // Who may not see names must not learn their order either: see `orderFor`.
  name: { keys: [{ sql: `coalesce(lower(s.name), '')`, type: 'text' }, id] },
}

type Counted = { readonly state: SampleState; readonly reason: SampleReason | null; readonly count: number }

/** The samples of a place and selection, a page of them, with how many there are in each state. */
export async function listSamples(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: CallInput,
  now: number,
): Promise<ReplyOf<Calls['list']>> {
  const path = await wholePath(stores, dictionary, asked.path)
  const selected = selectSamples(who, dictionary, { ...asked, path }, now)
  const { where, selection } = selected
  const counted = [...selected.values]
  const found = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const counts = await query(
      client,
      countedColumns,
      `select s.state, s.reason, count(*)::int as count from ${sampleTables} where ${where} group by s.state, s.reason`,
      counted,
    )
    return { counts: counts.rows, ...(await readPage(client, who, dictionary, selected, asked)) }
  })
  const shown = samplesShown(who, dictionary, selection.view.view.extName, asked.locale ?? who.locale)
  const isChosen = ({ state, reason }: Counted) =>
    (!asked.state?.length || asked.state.includes(state)) &&
    (!asked.reason?.length || (reason !== null && asked.reason.includes(reason)))
  return {
    total: sum(found.counts.filter(isChosen)),
    counts: countsBy(sampleStates, (state) => found.counts.filter((one) => one.state === state)),
    reasons: countsBy(sampleReasons, (reason) => found.counts.filter((one) => one.reason === reason)),
    rows: found.rows.map(shown),
    next: found.next,
  }
}

type PageAsked = Pick<CallInput, 'state' | 'reason' | 'sort' | 'after' | 'limit'>

/** A page of what is selected, in its order, and what the next one goes on from. Binds its own values. */
export async function readPage(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  { where, values, bind }: SampleSelection,
  asked: PageAsked,
): Promise<{ readonly rows: readonly StoredSample[]; readonly next: string | null }> {
  const order = orderFor(who, dictionary, asked.sort)
  const chosen = [
    ...chosenConditions(asked, bind),
    ...(asked.after === undefined ? [] : [behind(order, asked.after, bind)]),
  ]
  const way = order.descends ? ' desc' : ''
  const { rows } = await query(
    client,
    { ...sampleShape, keys: textsColumn },
    `select ${sampleColumns}, array[${order.keys.map(({ sql }) => `${sql}::text`).join()}] as keys from ${sampleTables}
     where ${[where, ...chosen].join(' and ')}
     order by ${order.keys.map(({ sql }) => `${sql}${way}`).join()} limit ${asked.limit + 1}`,
    values,
  )
  const page = rows.slice(0, asked.limit)
  const last = page.at(-1)
  return { rows: page, next: last && rows.length > page.length ? JSON.stringify(last.keys) : null }
}

/** What narrows samples by what became of them, as conditions on `s`. */
export const chosenConditions = (
  { state, reason }: Pick<CallInput, 'state' | 'reason'>,
  bind: Bind,
): readonly string[] => [
  ...(state?.length ? [`s.state = any(${bind(state)})`] : []),
  ...(reason?.length ? [`s.reason = any(${bind(reason)})`] : []),
]

const sum = (counts: readonly Counted[]) => counts.reduce((total, { count }) => total + count, 0)

const countsBy = <K extends string>(keys: readonly K[], of: (key: K) => readonly Counted[]): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, sum(of(key))])) as Record<K, number>

/** By name only for who may see names everywhere that they manage samples. */
function orderFor(who: Viewer, dictionary: Dictionary, sort: CallInput['sort']): Order {
  if (sort !== 'name') return orders[sort]
  const ofContacts = scopeOf(who, dictionary, 'seeContacts')
  const isAll = isEverywhere(ofContacts) || scopeKey(ofContacts) === scopeKey(scopeOf(who, dictionary, 'manageSamples'))
  return isAll ? orders.name : orders.changed
}

const texts = z.array(z.string().max(400))

/** Rows after the one with these keys. Throws Fault `invalid`. */
function behind({ keys, descends }: Order, after: string, bind: Bind): string {
  const given = texts.safeParse(jsonOf(after)).data
  if (given?.length !== keys.length || !keys.every(({ type }, at) => shapes[type].test(given[at] ?? '')))
    throw new Fault('invalid', 'The place to go on from cannot be read.')
  const bound = keys.map(({ type }, at) => `${bind(given[at])}::${type}`).join()
  return `(${keys.map(({ sql }) => sql).join()}) ${descends ? '<' : '>'} (${bound})`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const shapes: Readonly<Record<Key['type'], RegExp>> = {
  text: /^/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  timestamptz: /^[\d:. +-]{10,40}$/,
}
