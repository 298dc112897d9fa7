import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** What people wrote and attached to the alerts of these interviews leaves their timelines. */
export const forgetSaid = (
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  interviews: readonly (number | string)[],
) =>
  client.query(
    `update alert_event e set note = null, before = e.before - 'attachment', after = e.after - 'attachment' from alert a
     where a.universe = $1 and a.survey = $2 and a.interview = any($3::bigint[])
       and e.universe = $1 and e.alert = a.id and (e.note is not null or e.kind in ('attached', 'detached'))`,
    [universe, survey, interviews],
  )
