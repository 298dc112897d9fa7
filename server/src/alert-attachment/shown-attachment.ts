import type { AlertAttachment } from '@kaiku/contract/alert-event.ts'
import type pg from 'pg'
import { nullable, number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { namesOf } from '../person/person-name.ts'

const storedAttachmentColumns = {
  id: text,
  name: text,
  type: text,
  size: number,
  person: nullable(text),
  at: time,
} satisfies Shape

type StoredAttachment = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly person: string | null
  readonly at: Date
}

/** The files of an alert without what they hold, the oldest first. */
export async function attachmentsOf(client: pg.PoolClient, universe: string, alert: string) {
  const { rows } = await query(
    client,
    storedAttachmentColumns,
    'select id, name, type, size, person, at from alert_attachment where universe = $1 and alert = $2 order by id',
    [universe, alert],
  )
  return rows
}

export async function shownAttachments(
  { service }: Stores,
  stored: readonly StoredAttachment[],
): Promise<AlertAttachment[]> {
  const names = await namesOf(
    service,
    stored.map(({ person }) => person),
  )
  return stored.map(({ id, name, type, size, person, at }) => ({
    attachmentId: id,
    name,
    type,
    size,
    at: at.toISOString(),
    by: person === null ? null : { userId: person, name: names.get(person) ?? '' },
  }))
}
