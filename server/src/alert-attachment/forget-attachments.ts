import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** The files of the alerts of these interviews. */
export const forgetAttachments = (
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  interviews: readonly (number | string)[],
) =>
  client.query(
    `delete from alert_attachment f using alert a
     where a.universe = $1 and a.survey = $2 and a.interview = any($3::bigint[]) and f.universe = $1 and f.alert = a.id`,
    [universe, survey, interviews],
  )
