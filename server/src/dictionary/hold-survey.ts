import type pg from 'pg'
import type { Dictionary } from './dictionary.ts'

/** Keeps every other writer of the survey's interviews and places waiting until the transaction ends. */
export async function holdSurvey(client: pg.PoolClient, survey: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1), $2)', ['import', survey])
}

/** As `holdSurvey`; false when the dictionary's places may be gone since it was read. */
export async function holdPlaces(
  client: pg.PoolClient,
  { universe, survey, placement }: Pick<Dictionary, 'universe' | 'survey' | 'placement'>,
): Promise<boolean> {
  await holdSurvey(client, survey)
  const { rowCount } = await client.query('select from survey where universe = $1 and number = $2 and placement = $3', [
    universe,
    survey,
    placement,
  ])
  return rowCount === 1
}
