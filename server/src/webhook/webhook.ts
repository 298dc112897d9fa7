import { Fault } from '@kaiku/core/fault.ts'
import { type WebhookEvent, webhookEvents } from '@kaiku/core/webhook-event.ts'
import { type Actor, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import { newToken } from '../session/token.ts'
import type { Stores } from '../stores.ts'
import { type OwnHosts, readTarget } from './public-address.ts'
import { seal } from './sealed.ts'

/** So that a secret is known for what it is wherever it turns up. */
const mark = 'kaiku_hook_'
/** Hours for which the secret before the present one signs, too. */
const overlap = 24

export type Webhook = {
  readonly hookId: string
  readonly label: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly contacts: boolean
  readonly waiting: number
  readonly dead: number
  /** Null: never. */
  readonly deliveredAt: Date | null
}

type Settings = Pick<Webhook, 'label' | 'url' | 'events' | 'contacts'>

/** The oldest first, each with how much waits for it and how much was given up. */
export const listWebhooks = ({ pool }: Stores, universe: string): Promise<Webhook[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await client.query<Webhook>(
      `select w.id as "hookId", w.label, w.url, w.events, w.contacts,
        count(*) filter (where d.state = 'waiting')::int as waiting,
        count(*) filter (where d.state = 'dead')::int as dead, max(d.delivered_at) as "deliveredAt"
       from webhook w left join webhook_delivery d on d.universe = w.universe and d.webhook = w.id
       where w.universe = $1 group by w.universe, w.id order by w.created_at, w.id`,
      [universe],
    )
    return rows
  })

/** A new webhook with its secret, which is shown here only. Throws Fault `invalid`. */
export async function createWebhook(
  stores: Stores,
  universe: string,
  { label, url, events, contacts }: Settings,
  own: OwnHosts,
  actor: Actor,
): Promise<{ hookId: string; secret: string }> {
  const target = readTarget(url, own).href
  if (events.length === 0) throw new Fault('invalid', `Name what it is told of: ${webhookEvents.join(', ')}.`)
  const secret = `${mark}${newToken()}`
  const sealed = await seal(stores, secret)
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    client.query<{ id: string }>(
      `insert into webhook (universe, label, url, events, contacts, secret, created_by)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [universe, label, target, events, contacts, sealed, actor.name],
    ),
  )
  const [made] = rows
  if (!made) throw new Error('a webhook was not made')
  await record(stores, actor, {
    ...{ action: 'webhook.change', subject: label },
    after: { webhook: made.id, url: target, events, contacts },
  })
  return { hookId: made.id, secret }
}

/** A new secret. The one before goes on signing beside it for a day, so that the other side can change over. */
export async function rotateSecret(stores: Stores, universe: string, hookId: string, actor: Actor): Promise<string> {
  const secret = `${mark}${newToken()}`
  const sealed = await seal(stores, secret)
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    client.query<{ label: string }>(
      `update webhook set previous_secret = secret, previous_until = now() + make_interval(hours => $4), secret = $3
       where universe = $1 and id = $2 returning label`,
      [universe, hookId, sealed, overlap],
    ),
  )
  await recordChange(stores, actor, rows[0], hookId, 'rotated')
  return secret
}

/** What waits for it is told nobody any more. */
export async function removeWebhook(stores: Stores, universe: string, hookId: string, actor: Actor): Promise<void> {
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    client.query<{ label: string }>('delete from webhook where universe = $1 and id = $2 returning label', [
      ...[universe, hookId],
    ]),
  )
  await recordChange(stores, actor, rows[0], hookId, 'removed')
}

async function recordChange(
  stores: Stores,
  actor: Actor,
  found: { readonly label: string } | undefined,
  hookId: string,
  what: string,
): Promise<void> {
  if (!found) throw new Fault('not_found', 'There is no such webhook.')
  await record(stores, actor, { action: 'webhook.change', subject: found.label, after: { webhook: hookId, what } })
}

/** Lets a webhook be told of nothing but that it is reached. Its id. */
export async function sendTest({ pool }: Stores, universe: string, hookId: string): Promise<string> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    client.query<{ id: string }>(
      `insert into webhook_delivery (universe, webhook, event)
       select universe, id, 'test' from webhook where universe = $1 and id = $2 returning id`,
      [universe, hookId],
    ),
  )
  const [sent] = rows
  if (!sent) throw new Fault('not_found', 'There is no such webhook.')
  return sent.id
}

export type Delivery = {
  readonly id: string
  readonly event: string
  readonly at: Date
  readonly state: 'waiting' | 'delivered' | 'dead'
  readonly attempts: number
  readonly fault: string | null
}

const mostListed = 100

/** What a webhook was told or is to be told, the newest first. */
export const listDeliveries = ({ pool }: Stores, universe: string, hookId: string): Promise<Delivery[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await client.query<Delivery>(
      `select id, event, at, state, attempts, fault from webhook_delivery
       where universe = $1 and webhook = $2 order by id desc limit $3`,
      [universe, hookId, mostListed],
    )
    return rows
  })

/** Tries again what was given up; answers how many. */
export const resendDead = ({ pool }: Stores, universe: string, hookId: string): Promise<number> =>
  inUniverse(pool, universe, async (client) => {
    const { rowCount } = await client.query(
      `update webhook_delivery set state = 'waiting', attempts = 0, next_at = now()
       where universe = $1 and webhook = $2 and state = 'dead'`,
      [universe, hookId],
    )
    return rowCount ?? 0
  })
