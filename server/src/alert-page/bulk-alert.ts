import { randomUUID } from 'node:crypto'
import type { AlertChange, alertCalls } from '@kaiku/contract/alert.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { reasonText } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { applyChange, type ChangeContext, restoreFields } from '../alert/change-alert.ts'
import { alertOf } from '../alert/find-alert.ts'
import type { StoredAlert } from '../alert/stored-alert.ts'
import { alertValues } from '../alert/stored-alert.ts'
import { handlersOf } from '../alert-rule/alert-owner.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

type Calls = typeof alertCalls
type Left = ReplyOf<Calls['undo']>['left']
type Bulk = InputOf<Calls['bulk']>

/** Changes several alerts alike, each by itself; who was faster with one keeps it as they left it. */
export async function changeAlerts(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { alerts, change: { addTags, removeTags, ...change } }: Bulk,
  now: number,
): Promise<ReplyOf<Calls['bulk']>> {
  const bulk = randomUUID()
  const versions = new Map(alerts.map(({ alertId, version }) => [alertId, version]))
  const wanted = ({ tags }: StoredAlert): AlertChange => {
    const kept = [...(change.tags ?? tags), ...addTags].filter((tag) => !removeTags.includes(tag))
    return { ...change, tags: kept }
  }
  const done = await eachAlert(stores, who, dictionary, [...versions.keys()], now, (client, context, alert) => {
    if (alert.version !== versions.get(alert.id)) throw changedMeanwhile()
    return applyChange(client, context, alert, wanted(alert), { bulk })
  })
  return { bulkId: done.changed.length > 0 ? bulk : null, ...done }
}

/** Takes back what the viewer changed at once, where nobody changed it since. Throws Fault `not_found`. */
export async function undoChanges(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  bulkId: string,
  now: number,
): Promise<ReplyOf<Calls['undo']>> {
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { alert: text, before: json(alertValues), version: number },
      `select e.alert, e.before, e.version from alert_event e join alert a on (a.universe, a.id) = (e.universe, e.alert)
       where e.universe = $1 and e.bulk = $2 and e.person = $3 and a.survey = $4`,
      [dictionary.universe, bulkId, who.userId, dictionary.survey],
    ),
  )
  if (rows.length === 0) throw new Fault('not_found', 'There is nothing to take back.')
  const events = new Map(rows.map((row) => [row.alert, row]))
  return eachAlert(stores, who, dictionary, [...events.keys()], now, (client, context, alert) => {
    const event = events.get(alert.id)
    if (event?.version !== alert.version) throw changedMeanwhile()
    return restoreFields(client, context, alert, event.before)
  })
}

const changedMeanwhile = () => new Fault('conflict', reasonText('alert.changedMeanwhile'))

/** Does something to each alert in the order of their ids, so that two who do it never wait for each other for ever. */
function eachAlert(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  ids: readonly string[],
  now: number,
  use: (client: pg.PoolClient, context: ChangeContext, alert: StoredAlert) => Promise<boolean>,
): Promise<{ changed: string[]; left: Left }> {
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    const context = { who, dictionary, handlers: await handlersOf(stores, dictionary), now }
    const changed: string[] = []
    const left: Left = []
    for (const id of [...ids].sort()) {
      try {
        const alert = await alertOf(client, who, dictionary, id, 'lock')
        if (await use(client, context, alert)) changed.push(id)
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        left.push({ alertId: id, reason: error.message })
      }
    }
    return { changed, left }
  })
}
