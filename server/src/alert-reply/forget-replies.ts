import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** What was written to customers from the alerts of these interviews. */
export const forgetReplies = (
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  interviews: readonly (number | string)[],
) =>
  client.query(
    `delete from alert_reply r using alert a
     where a.universe = $1 and a.survey = $2 and a.interview = any($3::bigint[]) and r.universe = $1 and r.alert = a.id`,
    [universe, survey, interviews],
  )
