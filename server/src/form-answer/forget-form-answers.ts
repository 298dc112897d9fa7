import type pg from 'pg'
import { holdsText } from '../db/holds-text.ts'

/** In SQL: what somebody wrote. Names of questions are nothing that tells of people. */
const written = `coalesce((select string_agg(a.value, ' ') from jsonb_each_text(answers) a), '')`

/** Removes what is answered just now and holds one of the texts, in lower case; answers how many. */
export async function forgetFormAnswers(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from form_answer where universe = $1 and survey = any($2) and (${holdsText(written)}
       or exists (select from jsonb_each_text(given) g where lower(g.value) = any($3)))`,
    [universe, surveys, texts],
  )
  return rowCount ?? 0
}
