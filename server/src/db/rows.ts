import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { z } from 'zod'

/** What a column must be: by the type that PostgreSQL names it with, and by what is looked at in each row. */
export type ColumnKind<T> = {
  /** As it is called in errors. */
  readonly name: string
  /** Numbers of PostgreSQL's types; null: any. */
  readonly types: ReadonlySet<number> | null
  readonly isNullable: boolean
  /** Looks at each value that is not null; absent: the type says enough. */
  readonly read?: (value: unknown) => T
}
export type Shape = Readonly<Record<string, ColumnKind<unknown>>>
export type RowOf<S extends Shape> = { [K in keyof S]: S[K] extends ColumnKind<infer T> ? T : never }

const kind = <T>(name: string, ...types: number[]): ColumnKind<T> => ({
  name,
  types: new Set(types),
  isNullable: false,
})

const textType = 25
/** From here on types are of extensions and of Kaiku: they come as text. */
const firstOwnType = 16_384

// Numbers as in pg_type. Numbers of 64 bits come as text, which is not to be taken for another.
export const text = kind<string>('text', textType, 1043, 1042, 19, 18, 2950)
export const int8 = kind<string>('bigint, as text', 20, 1700, 5069)
export const number = kind<number>('integer or double precision', 23, 21, 701, 700)
export const bool = kind<boolean>('boolean', 16)
export const time = kind<Date>('timestamp', 1184, 1114, 1082)
export const bytes = kind<Buffer>('bytea', 17)
export const buffers = kind<Buffer[]>('bytea[]', 1001)
export const texts = kind<string[]>('text[]', 1009, 1015, 1003, 2951)
export const numbers = kind<number[]>('integer[] or double precision[]', 1007, 1005, 1022, 1021)
/** Two numbers in an array. */
export const numberPair: ColumnKind<[number, number]> = {
  ...kind('two numbers', 1022, 1007),
  read: (value) => {
    const [first, second, ...more] = value as number[]
    if (first === undefined || second === undefined || more.length > 0) throw new TypeError('is not two numbers')
    return [first, second]
  },
}
export const int8s = kind<string[]>('bigint[], as text', 1016)

/** A text that is one of these. */
export function oneOf<const T extends string>(...values: readonly T[]): ColumnKind<T> {
  const known: ReadonlySet<unknown> = new Set(values)
  const read = (value: unknown) => {
    if (!known.has(value)) throw new TypeError(`is ${JSON.stringify(value)}, which is none of ${values.join(', ')}`)
    return value as T
  }
  return { ...text, name: values.join(' | '), read }
}

/** Texts of which each is one of these. */
export function someOf<const T extends string>(...values: readonly T[]): ColumnKind<T[]> {
  const known: ReadonlySet<unknown> = new Set(values)
  const read = (value: unknown) => {
    const other = (value as string[]).find((one) => !known.has(one))
    if (other !== undefined) throw new TypeError(`has ${JSON.stringify(other)}, which is none of ${values.join(', ')}`)
    return value as T[]
  }
  return { ...texts, name: `(${values.join(' | ')})[]`, read }
}

/** JSON that `read` takes, or throws at. */
export const jsonBy = <T>(read: (value: unknown) => T): ColumnKind<T> => ({ ...kind('json', 114, 3802), read })
/** JSON of a schema. */
export const json = <T>(schema: z.ZodType<T>): ColumnKind<T> => jsonBy((value) => schema.parse(value))

export const nullable = <T>(of: ColumnKind<T>): ColumnKind<T | null> => ({ ...of, isNullable: true })

/** What rows are asked of: a pool, or a client in a transaction. */
type Queryable = { query(statement: QueryConfig, values?: unknown[]): Promise<QueryResult<QueryResultRow>> }
/** Planned once for a connection. */
type Prepared = { readonly name: string; readonly text: string }

/**
 * What a statement answers, each row checked for what it is said to be. Throws a TypeError that names the statement and
 * the column where they differ: the columns once for a statement, values that may be null or wrong in each row.
 */
export async function query<S extends Shape>(
  client: Queryable,
  shape: S,
  statement: string | Prepared,
  values: readonly unknown[] = [],
): Promise<{ readonly rows: RowOf<S>[]; readonly rowCount: number | null }> {
  const sql = typeof statement === 'string' ? statement : statement.text
  const found = await client.query(typeof statement === 'string' ? { text: sql } : statement, [...values])
  checkColumns(shape, sql, found)
  const checkedColumns = lookedAt(shape)
  if (checkedColumns.length > 0) for (const row of found.rows) checkRow(checkedColumns, sql, row)
  return { rows: found.rows as RowOf<S>[], rowCount: found.rowCount }
}

const told = (sql: string) => sql.replace(/\s+/g, ' ').trim().slice(0, 80)

/** Statements are written in the code, so there are as many as there; with values in their text there would be more. */
const mostChecked = 500
const checked = new WeakMap<Shape, Set<string>>()

function checkColumns(shape: Shape, sql: string, { fields }: QueryResult) {
  const known = checked.get(shape) ?? new Set<string>()
  checked.set(shape, known)
  if (known.has(sql)) return
  const there = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  for (const [name, { types, name: wanted }] of Object.entries(shape)) {
    const type = there.get(name)
    if (type === undefined) throw new TypeError(`${told(sql)}: has no column "${name}"`)
    if (types && !types.has(type) && !(types.has(textType) && type >= firstOwnType))
      throw new TypeError(`${told(sql)}: column "${name}" is of type ${type}, not ${wanted}`)
  }
  const extra = [...there.keys()].filter((name) => !(name in shape))
  if (extra.length > 0) throw new TypeError(`${told(sql)}: nobody reads column "${extra.join('", "')}"`)
  if (known.size < mostChecked) known.add(sql)
}

type CheckedColumns = readonly (readonly [name: string, kind: ColumnKind<unknown>])[]
const checkedColumns = new WeakMap<Shape, CheckedColumns>()

function lookedAt(shape: Shape): CheckedColumns {
  const known =
    checkedColumns.get(shape) ?? Object.entries(shape).filter(([, { isNullable, read }]) => !isNullable || read)
  checkedColumns.set(shape, known)
  return known
}

function checkRow(all: CheckedColumns, sql: string, row: QueryResultRow) {
  for (const [name, { isNullable, read }] of all) {
    const value: unknown = row[name]
    if (value === null) {
      if (!isNullable) throw new TypeError(`${told(sql)}: column "${name}" is null`)
    } else if (read)
      try {
        row[name] = read(value)
      } catch (error) {
        throw new TypeError(`${told(sql)}: column "${name}" ${error instanceof Error ? error.message : String(error)}`)
      }
  }
}
