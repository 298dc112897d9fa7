import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

export type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/**
 * In SQL: tells the feed of interviews, of whichever `rows` answers: `number`, and where the row in the projection is to
 * be taken back before, the leaf in the first view and the day that it stands by, else nulls. $1 is the universe and $2 the
 * survey. A change that is `placed` is no answer to rules and other programs; one `released` is of a protected survey.
 */
export const noting = (rows: string, mark?: 'placed' | 'released'): string =>
  mark === undefined
    ? `insert into interview_change (universe, survey, number, old_leaf, old_day) select $1, $2, c.* from (${rows}) c`
    : `insert into interview_change (universe, survey, number, old_leaf, old_day, ${mark})
       select $1, $2, c.*, true from (${rows}) c`

/** In SQL: a new interview, or one that stays where it stands. */
export const unmoved = (table: string): string => `select number, null::int, null::date from ${table}`

/** In SQL: interviews that go, or may stand elsewhere from now on; `at`: where the first view stands in `leaves`. */
export const taken = (table: string, at: string): string =>
  `select number, coalesce(leaves[${at}], 0), day from ${table}`

/** In SQL: interviews that go from `old_leaves` and `old_day` to `new_leaves` and `new_day`, or stay. */
export const moving = (rows: string, at: string): string =>
  `select number, case when moved then coalesce(old_leaves[${at}], 0) end, case when moved then old_day end
   from (select *, coalesce(old_leaves[${at}], 0) <> coalesce(new_leaves[${at}], 0) or old_day is distinct from new_day
     as moved from ${rows}) m`

/** Where the first view stands in `leaves`. */
export const firstViewNumber = ({ views }: Pick<Dictionary, 'views'>) => [...views.values()][0]?.number ?? 1

/**
 * Lets lists, filters and figures follow what was said about interviews beside their answers, once the transaction is
 * committed. Neither rules nor other programs take it for an answer.
 */
export async function followInterviews(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  interviews: readonly { readonly number: string }[],
): Promise<void> {
  if (interviews.length === 0) return
  await client.query(noting(unmoved('unnest($3::bigint[]) as n(number)'), 'placed'), [
    universe,
    survey,
    interviews.map(({ number }) => number),
  ])
}

/** Forgets changes up to the earliest position that `kept`, a select of tx and seq, answers, at most so many; answers how many. */
export async function forgetChanges(service: pg.Pool, kept: string, most: number): Promise<number> {
  const { rowCount } = await service.query(
    `with kept as (${kept}),
    first as (select tx, seq from kept order by tx, seq limit 1)
    delete from interview_change where (tx, seq) in (
      select c.tx, c.seq from interview_change c
      where (c.tx, c.seq) <= ((select tx from first), (select seq from first)) order by c.tx, c.seq limit ${most})`,
  )
  return rowCount ?? 0
}
