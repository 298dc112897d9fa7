import type pg from 'pg'
import { bool, query, type Shape, text, texts } from '../db/rows.ts'

type Column = { readonly type: string; readonly isRequired: boolean; readonly hasDefault: boolean }
/** What tables look like. */
type TableShape = {
  /** By table, then by column. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Column>>
  /** What rows must be, by table and definition, with the columns that it is about. */
  readonly demands: ReadonlyMap<string, { readonly table: string; readonly columns: readonly string[] }>
}

const columnShape = { of: text, name: text, type: text, isRequired: bool, hasDefault: bool } satisfies Shape
const demandShape = { of: text, definition: text, columns: texts } satisfies Shape

/** Reads what the tables look like now. */
export async function readShape(client: pg.Pool | pg.PoolClient): Promise<TableShape> {
  const columns = await query(
    client,
    columnShape,
    `select c.relname as of, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired",
       (a.atthasdef or a.attidentity <> '') as "hasDefault"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and c.relname not like 'kysely%' order by 1, a.attnum`,
  )
  const tables = new Map<string, Map<string, Column>>()
  for (const { of, name, type, isRequired, hasDefault } of columns.rows)
    tables.set(of, (tables.get(of) ?? new Map<string, Column>()).set(name, { type, isRequired, hasDefault }))
  const demands = await query(
    client,
    demandShape,
    `select t.relname as of, pg_get_constraintdef(c.oid) as definition, array(
       select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(c.conkey)) as columns
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype in ('c', 'u', 'x', 'f') and not t.relispartition and t.relnamespace = 'public'::regnamespace
     union all
     select t.relname, pg_get_indexdef(i.indexrelid), array(
       select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey))
     from pg_index i join pg_class t on t.oid = i.indrelid
     where i.indisunique and not i.indisprimary and t.relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  return {
    tables,
    demands: new Map(
      demands.rows.map(({ of, definition, columns }) => [`${of}: ${definition}`, { table: of, columns }]),
    ),
  }
}

/** What another shape has that one has not, in words. `breaks`: a Kaiku that knows only the first cannot go on with it. */
export type ShapeChange = { readonly what: string; readonly of: string; readonly breaks: boolean }

/** How the tables have changed, by table. */
export function changesBetween(before: TableShape, after: TableShape): readonly ShapeChange[] {
  const changes: ShapeChange[] = []
  const say = (what: string, of: string, breaks: boolean) => changes.push({ what, of, breaks })
  for (const table of before.tables.keys()) if (!after.tables.has(table)) say('a table less', table, true)
  for (const [table, columns] of after.tables) {
    const former = before.tables.get(table)
    if (!former) {
      say('a table more', table, false)
      continue
    }
    for (const name of former.keys()) if (!columns.has(name)) say('a column less', `${table}.${name}`, true)
    for (const [name, now] of columns) {
      const was = former.get(name)
      // Who does not know it leaves it out.
      if (!was) say('a column more', `${table}.${name}`, now.isRequired && !now.hasDefault)
      else {
        if (was.type !== now.type) say(`${now.type} instead of ${was.type}`, `${table}.${name}`, true)
        if (!was.isRequired && now.isRequired) say('must have a value', `${table}.${name}`, true)
        // Who reads it does not expect that there is none.
        if (was.isRequired && !now.isRequired) say('may have no value', `${table}.${name}`, true)
      }
    }
  }
  for (const [demand, { table, columns }] of after.demands) {
    const former = before.tables.get(table)
    if (!former || before.demands.has(demand)) continue
    // What is asked of new columns alone is so of rows that leave them out.
    say(
      'asked of every row',
      demand,
      columns.some((name) => former.has(name)),
    )
  }
  return changes
}
