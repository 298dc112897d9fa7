import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { tellingLive } from '../live-event/live-event.ts'

/**
 * Withdraws the alerts of interviews, by their internal numbers, and tells open screens of it. Nothing is left to be done
 * about an interview that was never meant to be there; the timeline says what became of the alert.
 */
export const withdrawAlerts = (
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  interviews: readonly string[],
) =>
  client.query(
    `with withdrawn as (
      update alert set withdrawn_at = now(), escalate_at = null, version = version + 1
      where universe = $1 and survey = $2 and interview = any($3::bigint[]) and withdrawn_at is null
      returning id, leaves, version),
    traced as (
      insert into alert_event (universe, alert, kind, is_by_kaiku, version)
      select $1, id, 'withdrawn', true, version from withdrawn)
    ${tellingLive(`select distinct on (leaves) $1::uuid, $2::int, 'alert', jsonb_build_object('alertId', id),
        'handleAlerts', leaves from withdrawn`)}`,
    [universe, survey, interviews],
  )
