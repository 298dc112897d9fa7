import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inUniverse } from '../db/postgres.ts'
import { number as numberColumn, numbers, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'

const starredColumns = {
  interviewId: text,
  question: text,
  leaves: numbers,
  answers: answersColumn,
} satisfies Shape

/** As many as a filter is good for. */
const most = 1_000

const own = 's.universe = $1 and s.survey = $2 and s.person = $3'
const owner = (who: Viewer, { survey }: Dictionary) => [who.universe, survey, who.userId]

/** Internal numbers of the interviews whose answer to a question the viewer has starred, wherever they are. */
export const starredInterviews = (
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  question: string,
): Promise<readonly bigint[]> =>
  inUniverse(pool, who.universe, async (client) => {
    const sql = `select s.number::text from comment_star s where ${own} and s.question = $4`
    const { rows } = await query(client, { number: text }, sql, [...owner(who, dictionary), question])
    return rows.map(({ number }) => BigInt(number))
  })

export type Starred = {
  readonly interviewId: string
  readonly question: string
  readonly leaves: readonly number[]
  readonly answers: Answers
}

/** Everything that the viewer has starred in a survey, with what decides whether they may still read it. */
export const starredComments = ({ pool }: Stores, who: Viewer, dictionary: Dictionary): Promise<readonly Starred[]> =>
  inUniverse(pool, who.universe, async (client) => {
    const { rows } = await query(
      client,
      starredColumns,
      `select i.id as "interviewId", s.question, i.leaves, i.answers
       from comment_star s join interview i on (i.universe, i.survey, i.number) = (s.universe, s.survey, s.number)
       where ${own} order by s.number, s.question`,
      owner(who, dictionary),
    )
    return rows
  })

/** Throws Fault `invalid` for too many. */
export const setStar = (
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { number, question, isStarred }: { readonly number: string; readonly question: string; readonly isStarred: boolean },
): Promise<void> =>
  inUniverse(pool, who.universe, async (client) => {
    const values = [...owner(who, dictionary), number, question]
    if (!isStarred) {
      await client.query(`delete from comment_star s where ${own} and s.number = $4 and s.question = $5`, values)
      return
    }
    const { rows } = await query(
      client,
      { count: numberColumn },
      `select count(*)::int as count from comment_star s where ${own}`,
      values.slice(0, 3),
    )
    if ((rows[0]?.count ?? 0) >= most) throw refuse('invalid', 'comment.starMost', { most })
    await client.query(
      `insert into comment_star (universe, survey, person, number, question) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      values,
    )
  })
