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

/** In SQL over `alert_reply r join alert a`, $3 being a moment: a reply of before it that still names somebody. */
export const namingReply = `a.universe = $1 and a.survey = $2 and r.at < $3 and r.recipient <> ''`

/** Leaves of what was written to customers before a moment only that it was; answers of how many. */
export async function blankReplies(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  before: string,
): Promise<number> {
  const { rowCount } = await client.query(
    `update alert_reply r set recipient = '', subject = '', text = ''
     from alert a where (a.universe, a.id) = (r.universe, r.alert) and ${namingReply}`,
    [universe, survey, before],
  )
  return rowCount ?? 0
}
