import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/** A survey that is protected no longer, or by another period, keeps nothing of its releases. */
export async function forgetReleases(client: pg.PoolClient, { universe, survey }: SurveyKey) {
  for (const table of ['protected_interview', 'protected_absence', 'projection_held'])
    await client.query(`delete from ${table} where universe = $1 and survey = $2`, [universe, survey])
  await client.query(
    'update projection_survey set released_on = null, released_placement = null where universe = $1 and survey = $2',
    [universe, survey],
  )
  await client.query(
    `with hidden as (update node set told = false where universe = $1 and survey = $2 and told returning 1)
     update survey set told_places = told_places + 1
     where universe = $1 and number = $2 and exists (select from hidden)`,
    [universe, survey],
  )
}
