import type { alertCalls } from '@kaiku/contract/alert.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { type AlertState, alertSeverities, alertStates } from '@kaiku/core/alert-state.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { alertColumns, storedAlertColumns, withInterview } from '../alert/stored-alert.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, query, type Shape, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { ofStates, overdue, selectAlerts } from './alert-selection.ts'
import { shownTo, summaries } from './shown-alert.ts'

type List = ReplyOf<(typeof alertCalls)['list']>
type CallInput = InputOf<(typeof alertCalls)['list']>
type Key = { readonly sql: string; readonly type: string; readonly descends?: true }

const solved: Key = { sql: `(a.state = 'solved')`, type: 'boolean' }
const due: Key = { sql: `coalesce(a.due_at, 'infinity'::timestamptz)`, type: 'timestamptz' }
const worst: Key = {
  sql: `array_position(array[${alertSeverities.map((one) => `'${one}'`).join()}], a.severity)`,
  type: 'int',
}
const oldest: Key = { sql: 'a.id', type: 'uuid' }
const newest: readonly Key[] = [
  { sql: 'a.created_at', type: 'timestamptz', descends: true },
  { sql: 'a.id', type: 'uuid', descends: true },
]

const orders: Readonly<Record<CallInput['sort'], readonly Key[]>> = {
  due: [solved, due, oldest],
  severity: [solved, worst, due, oldest],
  newest,
}

/** How many of the alerts that meet a condition are in each state. */
export const countColumns = `${alertStates
  .map((state) => `count(*) filter (where a.state = '${state}')::int as "${state}"`)
  .join(', ')}, count(*) filter (where ${overdue})::int as overdue`
export const countedColumns = {
  open: number,
  inProgress: number,
  waiting: number,
  solved: number,
  overdue: number,
} satisfies Shape
export type Counted = List['counts'] & { readonly overdue: number }
const none: Counted = { open: 0, inProgress: 0, waiting: 0, solved: 0, overdue: 0 }

/** The alerts of a place and selection, a page of them, with how many there are. */
export async function listAlerts(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: CallInput,
  now: number,
): Promise<List> {
  const { where, values, bind } = await selectAlerts(stores, who, dictionary, asked, now)
  const order = orders[asked.sort]
  const counted = [...values]
  const chosen = ofStates(asked.state, bind)
  const ordered = order.map(({ sql, descends }) => `${sql}${descends ? ' desc' : ''}`).join()
  const after = asked.after === undefined ? 'true' : behind(order, asked.after, bind)
  const read = <S extends Shape>(shape: S, sql: string, given: unknown[]) =>
    inUniverse(stores.pool, dictionary.universe, async (client) => (await query(client, shape, sql, given)).rows)
  const shown = shownTo(who, dictionary, asked.locale ?? who.locale)
  const [[count = none], { rows, next }] = await Promise.all([
    read(countedColumns, `select ${countColumns} from alert a where ${where}`, counted),
    read(
      { ...storedAlertColumns, keys: texts },
      // Only the interviews of the page are looked up, answers and all.
      `select ${alertColumns}, array[${order.map(({ sql }) => `${sql}::text`).join()}] as keys
       from (select * from alert a where ${where} and ${chosen} and ${after} order by ${ordered}
         limit ${asked.limit + 1}) a ${withInterview} order by ${ordered}`,
      values,
    ).then(async (found) => {
      const page = found.slice(0, asked.limit)
      return {
        rows: await summaries(stores, shown, page, now),
        next: found.length > page.length ? (page.at(-1)?.keys.join('_') ?? null) : null,
      }
    }),
  ])
  const { overdue: late, ...counts } = count
  const states: readonly AlertState[] = asked.state?.length ? asked.state : alertStates
  const total = states.reduce((sum, state) => sum + counts[state], 0)
  return { total, overdue: late, counts, rows, next }
}

/** Rows after the one with these keys. */
function behind(order: readonly Key[], after: string, bind: (value: unknown) => string): string {
  const keys = after.split('_')
  if (keys.length !== order.length || !keys.every((key, at) => isOf(order[at]?.type ?? '', key)))
    throw new Fault('invalid', 'The place to go on from cannot be read.')
  const bound = keys.map((key, at) => `${bind(key)}::${order[at]?.type}`).join()
  return `(${order.map(({ sql }) => sql).join()}) ${order[0]?.descends ? '<' : '>'} (${bound})`
}

const shapes: Readonly<Record<string, RegExp>> = {
  boolean: /^(true|false)$/,
  int: /^\d{1,3}$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  timestamptz: /^(infinity|[\d:. +-]{10,40})$/,
}
const isOf = (type: string, key: string) => shapes[type]?.test(key) === true
