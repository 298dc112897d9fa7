import type pg from 'pg'
import { holdsText } from '../db/holds-text.ts'

/** Removes what is answered just now and holds one of the texts, in lower case; answers how many. */
export async function forgetFormAnswers(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from form_answer where universe = $1 and survey = any($2) and ${holdsText(`answers::text || given::text`)}`,
    [universe, surveys, texts],
  )
  return rowCount ?? 0
}
