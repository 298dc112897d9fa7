import type { Alert } from '@kaiku/contract/alert.ts'
import { call } from '@kaiku/e2e/kaiku.ts'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { sample, type World } from './world.ts'

export async function checkNotes({ journal, running, people }: World, facts: string[]): Promise<void> {
  const alerts = new Map<string, string>()
  for (const [text, { alertId, standing }] of journal.notes) {
    if (!alerts.has(alertId))
      alerts.set(
        alertId,
        JSON.stringify(await call<Alert>(running, people.mikko, `vuejs/alerts/one/${sample}/${alertId}`)),
      )
    const n = (alerts.get(alertId) ?? '').split(text).length - 1
    if (n > 1 || (n === 0 && standing === 'acknowledged')) journal.faults.push(`note “${text}” is there ${n} times`)
  }
  facts.push(`${journal.notes.size} notes on ${alerts.size} alerts`)
}

type Change = {
  readonly alert: string
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}
/** What the siege changes of alerts. */
const fields = ['state', 'tags'] as const
const equal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Each acknowledged change is in its alert's history once; histories have no gap, and alerts are as theirs say. */
export async function checkChanges({ journal }: World, { service }: Stores, facts: string[]): Promise<void> {
  const alerts = [...new Set([...journal.changes.values()].map(({ alertId }) => alertId))]
  const { rows } = await service.query<Change>(
    'select alert, before, after from alert_event where alert = any($1::uuid[]) order by alert, version, id',
    [alerts],
  )
  let made = 0
  for (const [tag, { alertId, state, standing }] of journal.changes) {
    const own = rows.filter(({ after }) => Array.isArray(after.tags) && after.tags.includes(tag))
    const isOnce = own.length === 1 && own[0]?.alert === alertId && own[0].after.state === state
    if (standing === 'acknowledged') made += 1
    if (!isOnce && (own.length > 0 || standing === 'acknowledged'))
      journal.faults.push(`the change ${tag} of ${alertId} is in histories ${own.length} times: ${JSON.stringify(own)}`)
    if (standing === 'refused' && own.length > 0) journal.faults.push(`the change ${tag} was refused and is made`)
  }
  const now = await service.query<{ id: string; state: string; tags: string[] }>(
    'select id, state, tags from alert where id = any($1::uuid[])',
    [alerts],
  )
  for (const alert of now.rows)
    for (const field of fields) {
      let last: unknown
      for (const { before, after } of rows.filter((one) => one.alert === alert.id)) {
        if (last !== undefined && field in before && !equal(before[field], last))
          journal.faults.push(
            `the history of ${alert.id} has a gap: ${field} was ${JSON.stringify(last)}, then ${JSON.stringify(before[field])}`,
          )
        if (field in after) last = after[field]
      }
      if (last !== undefined && !equal(alert[field], last))
        journal.faults.push(
          `${alert.id} has the ${field} ${JSON.stringify(alert[field])}, its history ends with ${JSON.stringify(last)}`,
        )
    }
  const refused = [...journal.changes.values()].filter(({ standing }) => standing === 'refused').length
  facts.push(
    `${made} changes of ${alerts.length} alerts once each in their histories; ${refused} of what somebody else had changed were refused`,
  )
}
