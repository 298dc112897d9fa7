import type pg from 'pg'

/** In SQL: whether the filters of a column `token` hold one of the texts of $3, which are in lower case. */
export const tokenHolds = 'exists (select from unnest($3::text[]) as w where position(w in lower(token)) > 0)'

/** Removes saved and last filters that hold one of the texts, in lower case; answers how many. */
export async function forgetFilters(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const naming = `universe = $1 and survey = any($2) and ${tokenHolds}`
  const values = [universe, surveys, texts]
  const saved = await client.query(`delete from saved_filter where ${naming}`, values)
  const last = await client.query(`delete from last_filter where ${naming}`, values)
  return (saved.rowCount ?? 0) + (last.rowCount ?? 0)
}
