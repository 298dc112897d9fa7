import { type DeliveryState, deliveryStates, type WebhookDelivery } from '@kaiku/contract/webhook.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, number, oneOf, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { HookEffect } from './message.ts'

const deliveryColumns = {
  deliveryId: text,
  event: oneOf('interview.created', 'interview.corrected', 'alert.raised', 'alert.changed', 'effect', 'test'),
  state: oneOf(...deliveryStates),
  attempts: number,
  fault: nullable(text),
  at: time,
  nextAt: nullable(time),
} satisfies Shape

/** Lets a webhook be told of nothing but that it is reached. Its id. */
export async function sendTest({ pool }: Stores, universe: string, hookId: string): Promise<string> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { id: text },
      `insert into webhook_delivery (universe, webhook, event)
       select universe, id, 'test' from webhook where universe = $1 and id = $2 returning id`,
      [universe, hookId],
    ),
  )
  const [sent] = rows
  if (!sent) throw noWebhook()
  return sent.id
}

/** Labels of the webhooks that may be told of a survey, by name. */
export const labelsFor = ({ pool }: Stores, universe: string, survey: number): Promise<string[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      { label: text },
      `select distinct label from webhook where universe = $1 and (surveys = '{}' or $2 = any(surveys)) order by label`,
      [universe, survey],
    )
    return rows.map(({ label }) => label)
  })

type EffectNews = {
  readonly universe: string
  readonly survey: number
  readonly interview: string | null
  readonly alert: string | null
  readonly effect: HookEffect
}

/**
 * Lets a webhook be told of an interview or an alert by an effect block, in the client's transaction; of several with
 * this label the oldest. Otherwise: there is none, or it is not told of this survey.
 */
export async function tellOfEffect(
  client: pg.PoolClient,
  label: string,
  { universe, survey, interview, alert, effect }: EffectNews,
): Promise<'told' | 'noWebhook' | 'otherSurvey'> {
  const { rows } = await query(
    client,
    { id: text, isTold: bool },
    `select id, surveys = '{}' or $3 = any(surveys) as "isTold" from webhook where universe = $1 and label = $2
     order by created_at, id limit 1`,
    [universe, label, survey],
  )
  const [hook] = rows
  if (!hook) return 'noWebhook'
  if (!hook.isTold) return 'otherSurvey'
  await client.query(
    `insert into webhook_delivery (universe, webhook, event, survey, interview, alert, effect)
     values ($1, $2, 'effect', $3, $4, $5, $6)`,
    [universe, hook.id, survey, interview, alert, JSON.stringify(effect)],
  )
  return 'told'
}

export type Delivery = Omit<WebhookDelivery, 'at' | 'nextAt'> & { readonly at: Date; readonly nextAt: Date | null }

const mostListed = 100

/** What a webhook was told or is to be told, the newest first; `state`: only what stands there. */
export const listDeliveries = (
  { pool }: Stores,
  universe: string,
  hookId: string,
  state: DeliveryState | null = null,
): Promise<Delivery[]> =>
  inUniverse(pool, universe, async (client) => {
    const found = await client.query('select from webhook where universe = $1 and id = $2', [universe, hookId])
    if (found.rowCount === 0) throw noWebhook()
    const { rows } = await query(
      client,
      deliveryColumns,
      `select d.id as "deliveryId", d.event, d.at, d.state, d.attempts, d.fault,
         case when d.state = 'waiting' and w.paused_at is null then d.next_at end as "nextAt"
       from webhook_delivery d join webhook w on w.universe = d.universe and w.id = d.webhook
       where d.universe = $1 and d.webhook = $2 and ($3::text is null or d.state = $3) order by d.id desc limit $4`,
      [universe, hookId, state, mostListed],
    )
    return rows
  })

/** Tries again what was given up: one, or all; answers how many. Throws Fault `not_found` for one that was not. */
export async function resendDead(
  { pool }: Stores,
  universe: string,
  hookId: string,
  deliveryId: string | null = null,
): Promise<number> {
  const resent = await inUniverse(pool, universe, async (client) => {
    const found = await client.query('select from webhook where universe = $1 and id = $2', [universe, hookId])
    if (found.rowCount === 0) throw noWebhook()
    const { rowCount } = await client.query(
      `update webhook_delivery set state = 'waiting', attempts = 0, next_at = now()
       where universe = $1 and webhook = $2 and state = 'dead' and ($3::uuid is null or id = $3)`,
      [universe, hookId, deliveryId],
    )
    return rowCount ?? 0
  })
  if (deliveryId !== null && resent === 0) throw new Fault('not_found', 'No such message was given up.')
  return resent
}

const noWebhook = () => new Fault('not_found', 'There is no such webhook.')
