import { answeredFault } from '@kaiku/core/webhook-fault.ts'
import type { Configuration } from '../configuration.ts'
import type { Stores } from '../stores.ts'
import type { Work } from '../work.ts'
import { messageOf, type Waiting } from './message.ts'
import { post } from './post.ts'
import type { OwnHosts } from './public-address.ts'
import { unseal } from './sealed.ts'
import { signatureOf } from './signature.ts'

/** Milliseconds. */
const every = 1_000
const atOnce = 20
/** Seconds until what was not taken is told again: doubled each time, at most the longest. */
const pause = { first: 10, longest: 6 * 3_600 }
/** Seconds for which who tells something has it alone; longer than any attempt lasts. */
const held = 60
/** After as many attempts, about three days, it is given up. */
const mostAttempts = 20
/** Days for which it is known what was told, and what was given up or waits for a paused webhook. */
const kept = { delivered: 7, dead: 30 }

type Taken = Waiting & {
  readonly url: string
  readonly attempts: number
  readonly secrets: readonly Buffer[]
}

/** Tells webhooks what waits for them, as long as Kaiku runs. Any number of processes may. */
export function startWebhooks(
  stores: Stores,
  say: (line: string) => void,
  { webhookHosts }: Pick<Configuration, 'webhookHosts'>,
): Work {
  let isStopped = false
  const round = async () => {
    while (!isStopped && (await deliverWaiting(stores, webhookHosts)) === atOnce);
  }
  let busy: Promise<void> | null = null
  const timer = setInterval(() => {
    busy ??= round()
      .catch((error: unknown) => {
        if (!isStopped) say(`Webhooks wait: ${error instanceof Error ? error.message : String(error)}`)
      })
      .finally(() => {
        busy = null
      })
  }, every)
  timer.unref()
  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await busy
    },
  }
}

/**
 * Tells what is due; how much that was. It is marked after the other side took it: who is killed between the two tells
 * it twice, under the same id, and nothing is lost.
 */
export async function deliverWaiting(stores: Stores, own: OwnHosts): Promise<number> {
  const taken = await take(stores)
  if (taken.length === 0) await forgetOld(stores)
  await Promise.all(taken.map((one) => deliverOne(stores, one, own)))
  return taken.length
}

async function take({ service }: Stores): Promise<readonly Taken[]> {
  const { rows } = await service.query<Taken>(
    `with due as (
      select d.universe, d.id from webhook w cross join lateral (
        select universe, id, next_at from webhook_delivery
        where universe = w.universe and webhook = w.id and state = 'waiting' and next_at <= now()
        order by next_at limit $1 for update skip locked) d
      where w.paused_at is null order by d.next_at limit $1)
     update webhook_delivery d set next_at = now() + make_interval(secs => $2), attempts = d.attempts + 1
     from due, webhook w
     where d.universe = due.universe and d.id = due.id and w.universe = d.universe and w.id = d.webhook
     returning d.id, d.universe, d.event, d.survey, d.interview::text, d.alert, d.at, d.attempts, w.url, w.contacts,
       case when w.previous_until > now() then array[w.secret, w.previous_secret] else array[w.secret] end as secrets`,
    [atOnce, held],
  )
  return rows
}

async function deliverOne(stores: Stores, one: Taken, own: OwnHosts): Promise<void> {
  const { universe, id } = one
  const message = await messageOf(stores, one)
  if (message === null) {
    await stores.service.query('delete from webhook_delivery where universe = $1 and id = $2', [universe, id])
    return
  }
  const fault = await told(stores, one, JSON.stringify(message), own)
  if (fault === null) {
    await stores.service.query(
      `update webhook_delivery set state = 'delivered', delivered_at = now(), fault = null
       where universe = $1 and id = $2`,
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
async function told(stores: Stores, { id, event, url, secrets }: Taken, body: string, own: OwnHosts) {
  try {
    const open = await Promise.all(secrets.map((secret) => unseal(stores, secret)))
    const headers = {
      'user-agent': 'Kaiku',
      'kaiku-event': event,
      'kaiku-delivery': id,
      'kaiku-signature': signatureOf(open, Math.floor(Date.now() / 1000), body),
    }
    const status = await post(url, body, headers, own)
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
