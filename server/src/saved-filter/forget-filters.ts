import type pg from 'pg'
import { holdsText } from '../db/holds-text.ts'

/** Removes saved and last filters that hold one of the texts, in lower case; answers how many. */
export async function forgetFilters(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const naming = `universe = $1 and survey = any($2) and ${holdsText('token')}`
  const values = [universe, surveys, texts]
  const saved = await client.query(`delete from saved_filter where ${naming}`, values)
  const last = await client.query(`delete from last_filter where ${naming}`, values)
  return (saved.rowCount ?? 0) + (last.rowCount ?? 0)
}
