import type { NoticeKind } from '@kaiku/contract/notification.ts'
import type pg from 'pg'
import type { NewEvent } from './stored-alert.ts'

type Notice = { readonly person: string; readonly kind: NoticeKind }

const textOf = (value: NewEvent['after'][string] | undefined) => (typeof value === 'string' ? value : null)

/** Whom an entry of an alert’s timeline concerns; never who made it. */
export function noticesOf({ kind, person: actor, after, mentions }: NewEvent): Notice[] {
  const owner = textOf(after.owner)
  const told: Notice[] =
    kind === 'changed' && owner !== null
      ? [{ person: owner, kind: 'assigned' }]
      : kind === 'note'
        ? mentions.map((person) => ({ person, kind: 'mentioned' }))
        : kind === 'escalated' || kind === 'notified'
          ? mentions.map((person) => ({ person, kind: 'escalated' }))
          : []
  return told.filter(({ person }) => person !== actor)
}

/** Keeps what people are to be told of an alert, in the transaction in which it happens. */
export async function keepNotices(
  client: pg.PoolClient,
  universe: string,
  alert: string,
  actor: string | null,
  notices: readonly Notice[],
): Promise<void> {
  if (notices.length === 0) return
  await client.query(
    `insert into alert_notice (universe, alert, person, kind, actor)
     select $1, $2, person, kind, $5 from unnest($3::uuid[], $4::text[]) as n(person, kind)`,
    [universe, alert, notices.map(({ person }) => person), notices.map(({ kind }) => kind), actor],
  )
}
