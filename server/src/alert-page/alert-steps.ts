import type { AlertEvent } from '@kaiku/contract/alert-event.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { eventColumns, storedAlertEventColumns } from '../alert/stored-alert.ts'
import { outcomes, shownTo } from '../alert-list/shown-alert.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { timelineOf } from './read-alert.ts'

/** What was done about an alert: when first, with what outcome, step by step. */
export type AlertSteps = {
  readonly firstActionAt: Date | null
  readonly reopened: number
  /** Null: none. */
  readonly rootCause: string | null
  readonly action: string | null
  readonly timeline: readonly AlertEvent[]
}

const columns = {
  id: text,
  firstActionAt: nullable(time),
  reopened: number,
  rootCause: nullable(text),
  action: nullable(text),
} satisfies Shape

/** Of alerts that the viewer handles, by their ids. */
export async function stepsOfAlerts(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  locale: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AlertSteps>> {
  const { universe } = dictionary
  const [alerts, events] = await inUniverse(stores.pool, universe, async (client) => [
    (
      await query(
        client,
        columns,
        `select id, first_action_at as "firstActionAt", reopened, root_cause as "rootCause", action from alert
         where universe = $1 and id = any($2)`,
        [universe, ids],
      )
    ).rows,
    (
      await query(
        client,
        { ...storedAlertEventColumns, alert: text },
        `select ${eventColumns}, alert from alert_event where universe = $1 and alert = any($2) order by id`,
        [universe, ids],
      )
    ).rows,
  ])
  const shown = shownTo(who, dictionary, locale)
  const { rootCauses, actions } = outcomes(shown)
  const titleOf = (list: typeof actions, id: string | null) =>
    id === null ? null : (list.find((one) => one.id === id)?.title ?? id)
  const told = await timelineOf(stores, shown, events)
  const timelines = new Map<string, AlertEvent[]>(alerts.map(({ id }) => [id, []]))
  for (const [at, event] of told.entries()) timelines.get(events[at]?.alert ?? '')?.push(event)
  return new Map(
    alerts.map(({ id, rootCause, action, ...rest }) => [
      id,
      {
        ...rest,
        rootCause: titleOf(rootCauses, rootCause),
        action: titleOf(actions, action),
        timeline: timelines.get(id) ?? [],
      },
    ]),
  )
}
