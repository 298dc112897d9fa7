import type { NoticeKind } from '@kaiku/contract/notification.ts'
import type pg from 'pg'
import { settle, type WaitingTable } from '../background-work/queue.ts'
import { number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
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

/** Keeps that people are to be told of being mentioned in a note on an interview, in the transaction in which they are. */
export const keepMentionNotices = (
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  interview: string,
  actor: string,
  people: readonly string[],
) =>
  client.query(
    `insert into alert_notice (universe, survey, interview, person, kind, actor)
     select $1, $2, $3, person, 'mentioned', $5 from unnest($4::uuid[]) as n(person)`,
    [universe, survey, interview, people, actor],
  )

/** Owners are told once that the time to be solved is over, and again only of another time. */
export const noticeOverdue = ({ service }: Pick<Stores, 'service'>, now: number) =>
  service.query(
    `with late as (
       update alert set told_overdue = due_at where (universe, id) in (
         select universe, id from alert where due_at < $1 and state <> 'solved' and owner is not null
           and withdrawn_at is null and told_overdue is distinct from due_at limit 500 for update skip locked)
       returning universe, id, owner)
     insert into alert_notice (universe, alert, person, kind, at) select universe, id, owner, 'overdue', $1 from late`,
    [new Date(now).toISOString()],
  )

/**
 * In SQL: marks the oldest notices, at most $1, as handed to devices, and answers whom each concerns and what it is about.
 * What hands them on is of the same statement, so that none is lost or handed on twice.
 */
export const markingPushed = `update alert_notice set pushed_at = now() where (universe, id) in (
    select universe, id from alert_notice where pushed_at is null order by at limit $1 for update skip locked)
  returning universe, alert, interview, survey, person, kind, actor, at`

/** What people were told of, or need not be told of any more. */
export const forgetNotices = (client: pg.PoolClient, universe: string, ids: readonly string[]) =>
  client.query('delete from alert_notice where universe = $1 and id = any($2)', [universe, ids])

/** They are taken in the transaction that tells them; only what fails waits for its next try. */
export const noticeQueue: WaitingTable = {
  name: 'notice',
  what: 'Mails about alerts wait',
  table: 'alert_notice',
  pause: { first: 30, longest: 6 * 3_600 },
  mostAttempts: 20,
  taken: null,
  dead: `state = 'dead'`,
  givenUp: { state: 'dead', again: 'true' },
}

/** In SQL: whether a notice `n` waits for nothing but its person’s hour. */
export const isNoticeDue = `n.pushed_at is not null and n.state = 'waiting' and n.next_at <= now()`

/** What a person could not be told is tried again later: nobody else waits for it. */
export async function putOffNotices(
  { service }: Pick<Stores, 'service'>,
  universe: string,
  person: string,
  fault: string,
): Promise<void> {
  const { rows } = await query(
    service,
    { id: text, attempts: number },
    `update alert_notice n set attempts = attempts + 1 where universe = $1 and person = $2 and ${isNoticeDue}
     returning id::text, attempts`,
    [universe, person],
  )
  for (const row of rows) await settle({ service }, noticeQueue, { ...row, universe }, { fault }, null)
}
