import type { AlertReply } from '@kaiku/contract/alert-event.ts'
import type pg from 'pg'
import { nullable, oneOf, query, type Shape, text as textColumn, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { namesOf } from '../person/person-name.ts'

const storedReplyColumns = {
  id: textColumn,
  recipient: textColumn,
  subject: textColumn,
  text: textColumn,
  person: nullable(textColumn),
  at: time,
  delivery: oneOf('queued', 'sent', 'failed', 'bounced'),
  deliveredAt: nullable(time),
  fault: nullable(textColumn),
} satisfies Shape

export type StoredReply = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly person: string | null
  readonly at: Date
  readonly delivery: AlertReply['delivery']
  readonly deliveredAt: Date | null
  readonly fault: string | null
}

/** What the customer of an alert was written, the oldest first. */
export async function repliesOf(client: pg.PoolClient, universe: string, alert: string) {
  const { rows } = await query(
    client,
    storedReplyColumns,
    `select id, recipient, subject, text, person, at, delivery, delivered_at as "deliveredAt", fault from alert_reply
     where universe = $1 and alert = $2 order by at, id`,
    [universe, alert],
  )
  return rows
}

export async function shownReplies(
  { service }: Stores,
  stored: readonly StoredReply[],
  seesContacts: boolean,
): Promise<AlertReply[]> {
  const names = await namesOf(
    service,
    stored.map(({ person }) => person),
  )
  return stored.map(({ id, recipient, subject, text, person, at, delivery, deliveredAt, fault }) => ({
    replyId: id,
    at: at.toISOString(),
    delivery,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    by: person === null ? null : { userId: person, name: names.get(person) ?? '' },
    words: seesContacts ? { to: recipient, subject, text } : null,
    // What a mail server says names the address.
    fault: seesContacts ? fault : null,
  }))
}
