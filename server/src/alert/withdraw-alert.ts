import { tellingLive } from '../live-event/live-event.ts'

/**
 * Parts of a statement that withdraw the alerts of interviews, by their internal numbers, and tell open screens of it: $1
 * is the universe and $2 the survey. Nothing is left to be done about an interview that was never meant to be there; the
 * timeline says what became of the alert.
 */
export const withdrawing = (numbers: string): string => `withdrawn as (
    update alert set withdrawn_at = now(), escalate_at = null, version = version + 1
    where universe = $1 and survey = $2 and interview in ${numbers} and withdrawn_at is null returning id, leaves, version),
  traced as (
    insert into alert_event (universe, alert, kind, is_by_kaiku, version)
    select $1, id, 'withdrawn', true, version from withdrawn),
  heard as (${tellingLive(`select distinct on (leaves) $1::uuid, $2::int, 'alert', jsonb_build_object('alertId', id),
      'handleAlerts', leaves from withdrawn`)})`
