import { contactKey } from '@kaiku/core/contact-key.ts'
import { e164 } from '@kaiku/core/phone.ts'
import { isStopWord } from '@kaiku/core/sms.ts'
import type pg from 'pg'
import { inTransaction } from '../db/postgres.ts'
import { nullable, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { noteDeliveries, noteReturned, noteUnsubscribedBy, recipientOfMessage } from '../recipient/recipient.ts'
import { saveConsents } from '../sample/consent.ts'
import { noteUnsubscribed } from '../sample/message-samples.ts'
import type { Gateway } from './gateway.ts'

/** Things told at once that are looked at. */
const mostTold = 1_000
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const failing = /^(?:undeliver|fail|reject|expire|invalid|error|delete|abort|block)/i

/** What stands at a place of what was told, one for each entry of the lists on the way; null: nothing that is a text. */
function valuesAt(told: unknown, place: readonly string[]): (string | null)[] {
  if (Array.isArray(told)) return told.slice(0, mostTold).flatMap((one) => valuesAt(one, place))
  const [name, ...rest] = place
  if (name === undefined) return [typeof told === 'string' || typeof told === 'number' ? String(told) : null]
  const own = typeof told === 'object' && told !== null && Object.hasOwn(told, name) ? Reflect.get(told, name) : null
  return valuesAt(own, rest)
}

const pairs = (told: unknown, first: string, second: string) => {
  const seconds = valuesAt(told, second.split('.'))
  return valuesAt(told, first.split('.'))
    .map((one, at) => [one, seconds[at] ?? null] as const)
    .slice(0, mostTold)
}

/**
 * Takes what a gateway tells: that messages could not be delivered, and answers of people who want no more of them. What
 * it tells of messages and numbers that are not of its universe changes nothing.
 */
export async function takeReport(stores: Stores, gateway: Gateway, told: unknown): Promise<void> {
  const { universe, report, callingCode } = gateway
  for (const [id, status] of pairs(told, report.id, report.status))
    if (id !== null && status !== null && uuid.test(id) && failing.test(status))
      await inTransaction(stores.service, (client) => noteFailed(client, universe, id, status))
  for (const [from, said] of pairs(told, report.from, report.text)) {
    // Gateways write the country, often without the plus.
    const phone = e164(/^[1-9]/.test(from ?? '') ? `+${from}` : from, callingCode)
    if (phone !== null && said !== null && isStopWord(said))
      await inTransaction(stores.service, (client) => unsubscribeNumber(client, gateway, phone))
  }
}

async function noteFailed(client: pg.PoolClient, universe: string, id: string, status: string): Promise<void> {
  await noteDeliveries(client)
  const recipient = await recipientOfMessage(client, universe, id)
  if (recipient) await noteReturned(client, recipient, { why: 'notSent', said: status.slice(0, 300) })
}

/** Whoever has this number gets no more messages, in any survey of the universe. A number that nobody has changes nothing. */
async function unsubscribeNumber(
  client: pg.PoolClient,
  { universe, callingCode }: Gateway,
  phone: string,
): Promise<void> {
  const { rows } = await query(
    client,
    { id: text, survey: number, contact: nullable(text), phone: text },
    `select id, survey, contact, phone from sample
     where universe = $1 and right(regexp_replace(phone, '\\D', '', 'g'), 6) = right($2, 6)`,
    [universe, phone],
  )
  const theirs = rows.filter((one) => e164(one.phone, callingCode) === phone)
  if (theirs.length === 0) return
  for (const { id, survey, contact } of theirs) await noteUnsubscribed(client, { universe, survey }, id, contact)
  const key = contactKey(phone)
  if (key !== null) await saveConsents(client, universe, [key], 'optedOut', 'respondent')
  await noteUnsubscribedBy(client, universe, phone)
}
