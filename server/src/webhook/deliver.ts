import { answeredFault } from '@kaiku/core/webhook-fault.ts'
import { type Due, type Queue, settle, startQueue, takeDue } from '../background-work/queue.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { bool, buffers, json, nullable, number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { post } from '../outgoing/post.ts'
import type { OwnHosts } from '../outgoing/public-address.ts'
import { readSecret } from './hook-secret.ts'
import { hookEffect, messageOf, type WaitingMessage } from './message.ts'
import { signatureOf } from './signature.ts'

const takenColumns = {
  id: text,
  universe: text,
  event: text,
  survey: nullable(number),
  interview: nullable(text),
  alert: nullable(text),
  effect: nullable(json(hookEffect)),
  at: time,
  contacts: bool,
  webhook: text,
  url: text,
  secrets: buffers,
} satisfies Shape

export const webhookQueue: Queue = {
  name: 'webhook',
  what: 'Webhooks wait',
  table: 'webhook_delivery',
  receiver: 'q.webhook',
  receivers: 'select id as receiver from webhook where paused_at is null',
  limits: { all: 200, universe: 40, receiver: 10 },
  idle: 1_000,
  failed: 1_000,
  pause: { first: 10, longest: 6 * 3_600 },
  rests: true,
  lease: 60,
  // About three days.
  mostAttempts: 20,
  taken: `state = 'delivered', delivered_at = now()`,
  dead: `state = 'dead'`,
  givenUp: { state: 'dead', again: 'true' },
}
export const { limits } = webhookQueue
/** Days for which it is known what was told, and what was given up or waits for a paused webhook. */
const kept = { delivered: 7, dead: 30 }

type Taken = WaitingMessage & {
  readonly webhook: string
  readonly url: string
  readonly secrets: readonly Buffer[]
}

/** Tells webhooks what waits for them, as long as Kaiku runs. Any number of processes may. */
export const startWebhooks = (
  stores: Stores,
  log: (line: string) => void,
  { webhookHosts }: Pick<Configuration, 'webhookHosts'>,
): BackgroundJob =>
  startQueue(stores, webhookQueue, log, (lanes, stopped) => deliverWaiting(stores, webhookHosts, lanes, stopped))

/**
 * Starts to tell what is due, as much as fits in the lanes; how much that was. It is marked after the other side took it:
 * who is killed between the two tells it twice, under the same id, and nothing is lost.
 */
export async function deliverWaiting(
  stores: Stores,
  own: OwnHosts,
  lanes: WorkLanes,
  stopped: AbortSignal,
): Promise<number> {
  const due = await takeDue(stores, webhookQueue, lanes)
  if (due.length === 0 && lanes.free === lanes.limits.all) await forgetOld(stores)
  const messages = await read(stores, due)
  for (const one of due) lanes.start(one, () => deliverOne(stores, one, messages.get(one.id), own, stopped))
  return due.length
}

async function read({ service }: Stores, due: readonly Due[]): Promise<ReadonlyMap<string, Taken>> {
  if (due.length === 0) return new Map()
  const { rows } = await query(
    service,
    takenColumns,
    `select d.id, d.universe, d.webhook, d.event, d.survey, d.interview::text, d.alert, d.effect, d.at, w.url, w.contacts,
       case when w.previous_until > now() then array[w.secret, w.previous_secret] else array[w.secret] end as secrets
     from unnest($1::uuid[], $2::uuid[]) as due (universe, id)
     join webhook_delivery d on d.universe = due.universe and d.id = due.id
     join webhook w on w.universe = d.universe and w.id = d.webhook`,
    [due.map(({ universe }) => universe), due.map(({ id }) => id)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function deliverOne(
  stores: Stores,
  due: Due,
  taken: Taken | undefined,
  own: OwnHosts,
  stopped: AbortSignal,
): Promise<void> {
  const message = taken && (await messageOf(stores, taken))
  const fault = taken && message ? await told(stores, taken, JSON.stringify(message), own, stopped) : null
  await settle(stores, webhookQueue, due, message ? (fault === null ? 'taken' : { fault }) : 'gone', stopped)
}

/** Null, or why it was not taken. */
async function told(
  stores: Stores,
  { id, webhook, event, url, secrets }: Taken,
  body: string,
  own: OwnHosts,
  stopped: AbortSignal,
) {
  try {
    const open = await Promise.all(secrets.map((secret) => readSecret(stores, secret, webhook)))
    const headers = {
      'user-agent': 'Kaiku',
      'kaiku-event': event,
      'kaiku-delivery': id,
      'kaiku-signature': signatureOf(open, Math.floor(Date.now() / 1000), body),
    }
    const status = await post(url, body, headers, own, stopped)
    return status >= 200 && status < 300 ? null : answeredFault(status)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function forgetOld({ service }: Stores): Promise<void> {
  await service.query(
    `delete from webhook_delivery d using webhook w where w.universe = d.universe and w.id = d.webhook
      and (d.state = 'delivered' and d.delivered_at < now() - make_interval(days => $1)
        or (d.state = 'dead' or d.state = 'waiting' and w.paused_at is not null)
          and d.next_at < now() - make_interval(days => $2))`,
    [kept.delivered, kept.dead],
  )
}
