import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { noteRelease } from '../projection/projection-survey.ts'
import { hidePlaces } from '../view/told-place.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/** A survey that is protected no longer, or by another period, keeps nothing of its releases. */
export async function forgetReleases(client: pg.PoolClient, own: SurveyKey) {
  const values = [own.universe, own.survey]
  await client.query('delete from protected_interview where universe = $1 and survey = $2', values)
  await client.query('delete from protected_absence where universe = $1 and survey = $2', values)
  await noteRelease(client, own, null)
  await hidePlaces(client, own)
}

/** Counts people by what stands for their contacts from now on. */
export const renamePeople = (client: pg.PoolClient, { universe, survey }: SurveyKey, contacts: readonly string[]) =>
  client.query(
    `update protected_interview set person = gone_contact($1, person)
     where universe = $1 and survey = $2 and person = any($3)`,
    [universe, survey, contacts],
  )
