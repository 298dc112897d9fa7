import type { InputOf } from '@kaiku/contract/call.ts'
import { type SqlQuestion, type sqlCalls, sqlLimits } from '@kaiku/contract/sql.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inUniverse } from '../db/postgres.ts'
import { oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

const columns = {
  questionId: text,
  title: text,
  statement: text,
  look: oneOf('table', 'bars'),
} satisfies Shape

const fields = 'id as "questionId", title, statement, look'
const own = 'universe = $1 and survey = $2 and person = $3'
const owner = (who: Viewer, { survey }: Dictionary) => [who.universe, survey, who.userId]

/** The viewer's, by title. */
export const listQuestions = ({ pool }: Stores, who: Viewer, dictionary: Dictionary): Promise<SqlQuestion[]> =>
  inUniverse(pool, who.universe, async (client) => {
    const sql = `select ${fields} from sql_question where ${own} order by lower(title), id`
    return (await query(client, columns, sql, owner(who, dictionary))).rows
  })

/** Keeps a statement under a title; what was kept under it before is replaced. Throws Fault `invalid` for too many. */
export const saveQuestion = (
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { title, statement, look }: Omit<InputOf<(typeof sqlCalls)['save']>, 'survey'>,
): Promise<SqlQuestion> =>
  inUniverse(pool, who.universe, async (client) => {
    const { rows } = await query(
      client,
      columns,
      `insert into sql_question (universe, survey, person, title, statement, look)
       select $1, $2, $3, $4, $5, $6
       where (select count(*) from sql_question where ${own} and lower(title) <> lower($4)) < $7
       on conflict (universe, survey, person, lower(title)) do update set title = $4, statement = $5, look = $6
       returning ${fields}`,
      [...owner(who, dictionary), title, statement, look, sqlLimits.questions],
    )
    const [saved] = rows
    if (!saved) throw refuse('invalid', 'sql.mostQuestions', { most: sqlLimits.questions })
    return saved
  })

/** False where the viewer has no such statement. */
export const removeQuestion = ({ pool }: Stores, who: Viewer, dictionary: Dictionary, id: string): Promise<boolean> =>
  inUniverse(pool, who.universe, async (client) => {
    const sql = `delete from sql_question where ${own} and id = $4`
    return (await client.query(sql, [...owner(who, dictionary), id])).rowCount === 1
  })
