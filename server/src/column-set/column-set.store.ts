import type { ColumnSet } from '@kaiku/contract/column-set.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inUniverse } from '../db/postgres.ts'
import { oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

const columnSetColumns = {
  columnSetId: text,
  list: oneOf('ranking', 'interview'),
  title: text,
  columns: text,
} satisfies Shape

/** As many as a menu is good for. */
const most = 50
const fields = 'id as "columnSetId", list, title, columns'
const own = 'universe = $1 and survey = $2 and person = $3'
const ofList = `${own} and list = $4`
const owner = (who: Viewer, { survey }: Dictionary) => [who.universe, survey, who.userId]

/** The viewer's, by title. */
export const listColumnSets = (
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  list: ColumnSet['list'],
): Promise<ColumnSet[]> =>
  inUniverse(pool, who.universe, async (client) => {
    const sql = `select ${fields} from column_set where ${ofList} order by lower(title), id`
    return (await query(client, columnSetColumns, sql, [...owner(who, dictionary), list])).rows
  })

/** Keeps columns under a title; what was kept under it before is replaced. Throws Fault `invalid` for too many. */
export const saveColumnSet = (
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { list, title, columns }: Omit<ColumnSet, 'columnSetId'>,
): Promise<ColumnSet> =>
  inUniverse(pool, who.universe, async (client) => {
    const { rows } = await query(
      client,
      columnSetColumns,
      `insert into column_set (universe, survey, person, list, title, columns)
       select $1, $2, $3, $4, $5, $6
       where (select count(*) from column_set where ${ofList} and lower(title) <> lower($5)) < $7
       on conflict (universe, survey, person, list, lower(title)) do update set title = $5, columns = $6
       returning ${fields}`,
      [...owner(who, dictionary), list, title, columns, most],
    )
    const [saved] = rows
    if (!saved) throw refuse('invalid', 'columns.savedMost', { most })
    return saved
  })

/** False where the viewer has no such columns. */
export const removeColumnSet = (
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  columnSetId: string,
): Promise<boolean> =>
  inUniverse(pool, who.universe, async (client) => {
    const sql = `delete from column_set where ${own} and id = $4`
    return (await client.query(sql, [...owner(who, dictionary), columnSetId])).rowCount === 1
  })
