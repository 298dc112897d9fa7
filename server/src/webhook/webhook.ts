import { randomUUID } from 'node:crypto'
import type { WebhookSettings } from '@kaiku/contract/webhook.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type WebhookEvent, webhookEvents } from '@kaiku/core/webhook-event.ts'
import { type Actor, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, number as numberColumn, query, type Shape, someOf, text, texts, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type OwnHosts, readTarget } from '../outgoing/public-address.ts'
import { newToken } from '../session/token.ts'
import { keptSecret } from './hook-secret.ts'

const webhookColumns = {
  hookId: text,
  label: text,
  url: text,
  events: someOf(...webhookEvents),
  contacts: bool,
  surveys: texts,
  pausedAt: nullable(time),
  waiting: numberColumn,
  refused: numberColumn,
  dead: numberColumn,
  deliveredAt: nullable(time),
} satisfies Shape

/** So that a secret is known for what it is wherever it turns up. */
const mark = 'kaiku_hook_'
/** Hours for which the secret before the present one signs, too. */
const overlap = 24
/** Webhooks of one universe: each that comes is told of everything, which takes its time. */
const most = 20

export type Webhook = {
  readonly hookId: string
  readonly label: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly contacts: boolean
  /** By name; empty: all. */
  readonly surveys: readonly string[]
  /** Since when what happens waits; null: it is told. */
  readonly pausedAt: Date | null
  readonly waiting: number
  /** Those of them that were refused at least once. */
  readonly refused: number
  readonly dead: number
  /** Null: not as long as that is remembered. */
  readonly deliveredAt: Date | null
}

type Settings = Readonly<Omit<WebhookSettings, 'events' | 'surveys'>> & {
  readonly events: readonly WebhookEvent[]
  /** Absent: all. */
  readonly surveys?: readonly string[]
}

/** The oldest first, each with how much waits for it and how much was given up. */
export const listWebhooks = ({ pool }: Stores, universe: string): Promise<Webhook[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      webhookColumns,
      `select w.id as "hookId", w.label, w.url, w.events, w.contacts, w.paused_at as "pausedAt",
        array(select s.ext_name::text from survey s where s.universe = w.universe and s.number = any(w.surveys)
          order by 1) as surveys,
        open.waiting, open.refused, open.dead, taken."deliveredAt"
       from webhook w
       cross join lateral (
         select count(*) filter (where state = 'waiting')::int as waiting,
           count(*) filter (where state = 'waiting' and fault is not null)::int as refused,
           count(*) filter (where state = 'dead')::int as dead
         from webhook_delivery d
         where d.universe = w.universe and d.webhook = w.id and d.state <> 'delivered') open
       cross join lateral (
         select max(delivered_at) as "deliveredAt" from webhook_delivery d
         where d.universe = w.universe and d.webhook = w.id and d.state = 'delivered') taken
       where w.universe = $1 order by w.created_at, w.id`,
      [universe],
    )
    return rows
  })

/** A new webhook with its secret, which is shown here only. Throws Fault `invalid`. */
export async function createWebhook(
  stores: Stores,
  universe: string,
  { label, url, events, contacts, surveys = [] }: Settings,
  own: OwnHosts,
  actor: Actor,
): Promise<{ hookId: string; secret: string }> {
  const target = readTarget(url, own).href
  if (events.length === 0) throw new Fault('invalid', `Name what it is told of: ${webhookEvents.join(', ')}.`)
  const numbers = await surveyNumbers(stores, universe, surveys)
  const secret = `${mark}${newToken()}`
  const id = randomUUID()
  const sealed = await keptSecret(stores, secret, id)
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    query(
      client,
      { id: text },
      `insert into webhook (universe, id, label, url, events, contacts, secret, created_by, surveys)
       select $1, $10, $2, $3, $4, $5, $6, $7, $9
       where (select count(*) from webhook where universe = $1) < $8 returning id`,
      [universe, label, target, events, contacts, sealed, actor.name, most, numbers, id],
    ),
  )
  const [made] = rows
  if (!made) throw refuse('invalid', 'webhook.most', { most })
  await record(stores, actor, {
    action: 'webhook.change',
    subject: label,
    after: { webhook: made.id, url: target, events, contacts, surveys },
  })
  return { hookId: made.id, secret }
}

/** Throws Fault `invalid` for a name that no survey has. */
async function surveyNumbers({ pool }: Stores, universe: string, names: readonly string[]): Promise<readonly number[]> {
  if (names.length === 0) return []
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { number: numberColumn, name: text },
      'select number, lower(ext_name::text) as name from survey where universe = $1 and ext_name = any($2::citext[])',
      [universe, names],
    ),
  )
  const known = new Set(rows.map(({ name }) => name))
  const at = names.findIndex((name) => !known.has(name.toLowerCase()))
  if (at >= 0)
    throw new Fault('invalid', `There is no survey “${names[at]}”.`, [
      { place: `surveys[${at}]`, expected: 'a survey of the universe', found: `"${names[at]}"` },
    ])
  return rows.map(({ number }) => number)
}

/** A new secret. The one before goes on signing beside it for a day, so that the other side can change over. */
export async function rotateSecret(stores: Stores, universe: string, hookId: string, actor: Actor): Promise<string> {
  const secret = `${mark}${newToken()}`
  const sealed = await keptSecret(stores, secret, hookId)
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    query(
      client,
      { label: text },
      `update webhook set previous_secret = secret, previous_until = now() + make_interval(hours => $4), secret = $3
       where universe = $1 and id = $2 returning label`,
      [universe, hookId, sealed, overlap],
    ),
  )
  await recordChange(stores, actor, rows[0], hookId, 'rotated')
  return secret
}

/** Pauses it, so that what happens waits for it, or resumes it; what it is already is no change. */
export async function pauseWebhook(
  stores: Stores,
  universe: string,
  hookId: string,
  isPaused: boolean,
  actor: Actor,
): Promise<void> {
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    query(
      client,
      { label: text },
      `update webhook set paused_at = case when $3::boolean then coalesce(paused_at, now()) end
       where universe = $1 and id = $2 returning label`,
      [universe, hookId, isPaused],
    ),
  )
  await recordChange(stores, actor, rows[0], hookId, isPaused ? 'paused' : 'resumed')
}

/** What waits for it is told nobody any more. */
export async function removeWebhook(stores: Stores, universe: string, hookId: string, actor: Actor): Promise<void> {
  const { rows } = await inUniverse(stores.pool, universe, (client) =>
    query(client, { label: text }, 'delete from webhook where universe = $1 and id = $2 returning label', [
      universe,
      hookId,
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
