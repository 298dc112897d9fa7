import { answeredFault } from '@kaiku/core/webhook-fault.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import { keepWorking } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { bool, buffers, nullable, number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { post } from '../outgoing/post.ts'
import type { OwnHosts } from '../outgoing/public-address.ts'
import { readSecret } from './hook-secret.ts'
import { messageOf, type WaitingMessage } from './message.ts'
import { signatureOf } from './signature.ts'

const takenColumns = {
  id: text,
  universe: text,
  event: text,
  survey: nullable(number),
  interview: nullable(text),
  alert: nullable(text),
  at: time,
  contacts: bool,
  webhook: text,
  url: text,
  attempts: number,
  secrets: buffers,
} satisfies Shape

/** Milliseconds. */
const pauses = { idle: 1_000, busy: 20, failed: 1_000 }
export const limits = { all: 200, universe: 40, receiver: 10 }
/** Seconds until what was not taken is told again: doubled each time, at most the longest. */
const pause = { first: 10, longest: 6 * 3_600 }
/** Seconds for which who tells something has it alone; longer than any attempt lasts. */
const held = 60
/** After as many attempts, about three days, it is given up. */
const mostAttempts = 20
/** Days for which it is known what was told, and what was given up or waits for a paused webhook. */
const kept = { delivered: 7, dead: 30 }

type Taken = WaitingMessage & {
  readonly webhook: string
  readonly url: string
  readonly attempts: number
  readonly secrets: readonly Buffer[]
}

/** Tells webhooks what waits for them, as long as Kaiku runs. Any number of processes may. */
export function startWebhooks(
  stores: Stores,
  say: (line: string) => void,
  { webhookHosts }: Pick<Configuration, 'webhookHosts'>,
): BackgroundJob {
  const what = 'Webhooks wait'
  const lanes = new WorkLanes(limits, (error) =>
    say(`${what}: ${error instanceof Error ? error.message : String(error)}`),
  )
  const ended = () => lanes.allEnd()
  return keepWorking({ what, failed: pauses.failed, say, ended }, async (stopped) => {
    const started = await deliverWaiting(stores, webhookHosts, lanes, stopped)
    if (started === 0) await lanes.oneEnds(pauses.idle, stopped)
    return pauses.busy
  })
}

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
  const taken = await take(stores, lanes)
  if (taken.length === 0 && lanes.free === lanes.limits.all) await forgetOld(stores)
  for (const one of taken)
    lanes.start({ universe: one.universe, receiver: one.webhook }, deliverOne(stores, one, own, stopped))
  return taken.length
}

/** Of each webhook and of each universe no more than its lane has room for; the universes in turn. */
async function take({ service }: Stores, lanes: WorkLanes): Promise<readonly Taken[]> {
  const { all: _, universe, receiver } = lanes.limits
  const { rows } = await query(
    service,
    takenColumns,
    `with due as (
      select universe, id, next_at, row_number() over (partition by universe order by next_at) as turn
      from (select d.* from webhook w cross join lateral (
        select universe, id, next_at from webhook_delivery
        where universe = w.universe and webhook = w.id and state = 'waiting' and next_at <= now()
        order by next_at limit greatest(0, $3 - coalesce(($4::jsonb ->> w.id::text)::int, 0)) for update skip locked) d
      where w.paused_at is null) d),
     fitting as (
      select universe, id from due where turn <= $5 - coalesce(($6::jsonb ->> universe::text)::int, 0)
      order by turn, next_at limit $1)
     update webhook_delivery d set next_at = now() + make_interval(secs => $2), attempts = d.attempts + 1
     from fitting, webhook w
     where d.universe = fitting.universe and d.id = fitting.id and w.universe = d.universe and w.id = d.webhook
     returning d.id, d.universe, d.webhook, d.event, d.survey, d.interview::text, d.alert, d.at, d.attempts, w.url,
       w.contacts, case when w.previous_until > now() then array[w.secret, w.previous_secret] else array[w.secret] end as secrets`,
    [
      lanes.free,
      held,
      receiver,
      JSON.stringify(lanes.busy('receiver')),
      universe,
      JSON.stringify(lanes.busy('universe')),
    ],
  )
  return rows
}

async function deliverOne(stores: Stores, one: Taken, own: OwnHosts, stopped: AbortSignal): Promise<void> {
  const { universe, id } = one
  const message = await messageOf(stores, one)
  if (message === null) {
    await stores.service.query('delete from webhook_delivery where universe = $1 and id = $2', [universe, id])
    return
  }
  const fault = await told(stores, one, JSON.stringify(message), own, stopped)
  if (fault === null) {
    await stores.service.query(
      `update webhook_delivery set state = 'delivered', delivered_at = now(), fault = null
       where universe = $1 and id = $2`,
      [universe, id],
    )
    return
  }
  if (stopped.aborted) {
    await stores.service.query(
      'update webhook_delivery set next_at = now(), attempts = attempts - 1 where universe = $1 and id = $2',
      [universe, id],
    )
    return
  }
  const seconds = Math.min(pause.longest, pause.first * 2 ** (one.attempts - 1))
  await stores.service.query(
    `update webhook_delivery set state = $3, fault = $4, next_at = now() + make_interval(secs => $5)
     where universe = $1 and id = $2`,
    [universe, id, one.attempts >= mostAttempts ? 'dead' : 'waiting', fault.slice(0, 500), seconds],
  )
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
