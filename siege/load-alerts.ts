import { setTimeout as pause } from 'node:timers/promises'
import type { Alert } from '@kaiku/contract/alert.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import type { Random } from './random.ts'
import { sample, type World } from './world.ts'

const path = encodeURIComponent('region,all,fi,fi-uusimaa,fi-uusimaa-helsinki-kamppi')

/** One of the newest alerts of a store; null: no answer came, or there is none. */
async function someAlert({ client }: World, as: Identity, chance: Random, of: number): Promise<string | null> {
  const list = `api/vuejs/alerts/list/${sample}/${path}?sort=newest&limit=${of}`
  const reply = await client.ask('alerts', list, { as })
  if (!reply.ok) return null
  const { rows } = JSON.parse(reply.text) as { rows: Pick<Alert, 'alertId'>[] }
  return rows.length === 0 ? null : chance.one(rows).alertId
}

/** Somebody who notes something on alerts of their store; a note is not sent again where its answer is lost. */
export async function noteOnAlerts(world: World): Promise<void> {
  const { client, journal, over, people } = world
  const chance = world.random.own('alerts')
  for (let at = 0; !over.aborted; at++) {
    await pause(1_000 + chance.whole(3_000))
    const alertId = await someAlert(world, people.mikko, chance, 20)
    if (alertId === null) continue
    const message = `Siege note ${at}.`
    journal.notes.set(message, { alertId, standing: 'asked' })
    const noted = await client.ask('notes', `api/vuejs/alerts/note/${sample}/${alertId}`, {
      as: people.mikko,
      body: { message },
    })
    if (noted.ok) journal.notes.set(message, { alertId, standing: 'acknowledged' })
    else if (noted.status === 400 || noted.status === 403) journal.faults.push(`note: ${noted.text.slice(0, 300)}`)
  }
}

/** People who work on the same few alerts: what one of them had not seen of the other's is refused. */
export async function changeAlerts(world: World, who: 'mikko' | 'clara'): Promise<void> {
  const { client, journal, over, people } = world
  const [chance, as] = [world.random.own(`changes by ${who}`), people[who]]
  for (let at = 0; !over.aborted; at++) {
    await pause(300 + chance.whole(1_500))
    const alertId = await someAlert(world, as, chance, 6)
    if (alertId === null) continue
    const read = await client.ask('alerts', `api/vuejs/alerts/one/${sample}/${alertId}`, { as })
    if (!read.ok) continue
    const { version, nextStates, rootCauses, actions } = JSON.parse(read.text) as Alert
    // They look at it for a while.
    await pause(chance.whole(600))
    const [state, tag] = [chance.one(nextStates), `${who}-${at}`]
    const outcome = { rootCause: rootCauses[0]?.id ?? null, action: actions[0]?.id ?? null }
    const body = Object.assign({ version, state, tags: [tag] }, state === 'solved' && outcome)
    const keep = (standing: 'asked' | 'acknowledged' | 'refused') =>
      journal.changes.set(tag, { alertId, state, standing })
    keep('asked')
    const reply = await client.ask('changes of alerts', `api/vuejs/alerts/change/${sample}/${alertId}`, { as, body })
    if (reply.ok) keep('acknowledged')
    else if (reply.status === 409 || reply.status === 429) keep('refused')
    else if (reply.status !== 0 && reply.status < 500)
      journal.faults.push(`change ${tag}: ${reply.status} ${reply.text.slice(0, 300)}`)
  }
}
