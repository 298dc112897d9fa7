import { LRUCache } from 'lru-cache'
import type { ClickHouse } from '../db/clickhouse.ts'
import { literal } from '../selection/sql.ts'
import type { CodedColumn } from './coded-column.ts'

/** What an expression says of each value of a column, by code; of the code of what is not there it says 0 or nothing. */
export type Lookup = { readonly numbers: Float64Array } | { readonly texts: readonly string[] }

/** An expression over one column: of whole numbers, or of text. */
export type Expression = { readonly column: CodedColumn; readonly sql: string; readonly of: 'numbers' | 'texts' }

type Remembered = { readonly upTo: number; readonly lookup: Lookup }
const remembered = new WeakMap<CodedColumn, LRUCache<string, Remembered>>()
/** Expressions remembered of a column. */
const mostRemembered = 500

const keyOf = ({ sql, of }: Expression) => `${of} ${sql}`

/**
 * What expressions say of the values of their columns. ClickHouse itself is asked, so nothing is said here that it would
 * not say of the interviews: one short statement for each column of which something new is asked.
 */
export async function lookUp(
  clickhouse: ClickHouse,
  tenant: string,
  asked: readonly Expression[],
): Promise<(expression: Expression) => Lookup> {
  const fresh = new Map<CodedColumn, Map<string, Expression>>()
  const begun: Promise<void>[] = []
  for (const one of asked) {
    if (rememberedOf(one)) continue
    const asking = pending.get(one.column)?.get(pendingKey(one))
    if (asking) {
      begun.push(asking)
      continue
    }
    const known = fresh.get(one.column) ?? new Map<string, Expression>()
    fresh.set(one.column, known.set(keyOf(one), one))
  }
  for (const [column, wanted] of fresh) {
    const all = [...wanted.values()]
    begun.push(shared(column, all, evaluate(clickhouse, tenant, column, all)))
  }
  await Promise.all(begun)
  return (expression) => {
    const found = rememberedOf(expression)
    if (!found) throw new Error(`nothing is known of ${expression.sql}`)
    return found.lookup
  }
}

/** What is being asked: who wants to know the same meanwhile waits for it. */
const pending = new WeakMap<CodedColumn, Map<string, Promise<void>>>()
const pendingKey = (one: Expression) => `${one.column.values.length} ${keyOf(one)}`

function shared(column: CodedColumn, asked: readonly Expression[], work: Promise<void>): Promise<void> {
  const known = pending.get(column) ?? new Map<string, Promise<void>>()
  pending.set(column, known)
  const keys = asked.map(pendingKey)
  const over = work.finally(() => {
    for (const key of keys) known.delete(key)
  })
  for (const key of keys) known.set(key, over)
  return over
}

function rememberedOf(expression: Expression): Remembered | undefined {
  const known = remembered.get(expression.column)?.get(keyOf(expression))
  return known?.upTo === expression.column.values.length ? known : undefined
}

async function evaluate(
  clickhouse: ClickHouse,
  tenant: string,
  column: CodedColumn,
  asked: readonly Expression[],
): Promise<void> {
  const values = column.values.slice(1)
  const upTo = column.values.length
  const rows = values.map((value, at) => `(${at}, ${literal(value)})`).join(', ')
  const wanted = asked.map(({ sql, of }, at) => `${of === 'texts' ? 'toString' : 'toInt64'}(${sql}) as e${at}`)
  const columns =
    values.length === 0
      ? []
      : await clickhouse.readColumns(
          `select ${wanted.join(', ')}, place
           from (select place, ${column.restored} from values('place UInt32, v String', ${rows})) order by place
           settings prefer_column_name_to_alias = 1`,
          {},
          { lane: 'user', tenant, timeout: 60 },
        )
  const known = remembered.get(column) ?? new LRUCache<string, Remembered>({ max: mostRemembered })
  remembered.set(column, known)
  for (const [at, one] of asked.entries()) {
    const found = Array.from({ length: values.length }, (_, row) => columns[at]?.[row] ?? 0)
    const lookup =
      one.of === 'texts'
        ? { texts: ['', ...found.map(String)] }
        : { numbers: Float64Array.from([0, ...found.map(Number)]) }
    known.set(keyOf(one), { upTo, lookup })
  }
}
