import type pg from 'pg'
import type { MailConfiguration } from '../configuration/mail-configuration.ts'
import { nullable, number, oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { mailsOnce } from './send-once.ts'

const rowColumns = { waiting: number, failed: number, oldest: nullable(text), fault: nullable(text) } satisfies Shape

/** In words: how many mails wait, since when, and what the mail server says. */
export async function mailStatus(
  { service }: Stores,
  { smtpUrl }: Pick<MailConfiguration, 'smtpUrl'>,
): Promise<string> {
  const { rows } = await query(
    service,
    rowColumns,
    `select count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'failed')::int as failed,
        to_char(min(at) filter (where state = 'waiting') at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as oldest,
        (array_agg(fault order by next_at desc) filter (where state = 'waiting' and fault is not null))[1] as fault
      from mailbox`,
  )
  const { waiting = 0, failed = 0, oldest = null, fault = null } = rows[0] ?? {}
  const givenUp = failed > 0 ? `, ${failed} given up` : ''
  if (smtpUrl === null) return `no SMTP_URL: ${waiting} in the mailbox${givenUp}`
  const since = oldest === null ? '' : ` since ${oldest}`
  const why = fault === null ? '' : ` (${fault})`
  return `${new URL(smtpUrl).host}: ${waiting} waiting${since}${why}${givenUp}`
}

/** What became of mails, by their ids: one that is not there any more was sent, or erased with what it was about. */
export async function mailStates(
  client: pg.Pool | pg.PoolClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'waiting' | 'sent' | 'failed' | 'unknown'>> {
  if (ids.length === 0) return new Map()
  const { rows } = await query(
    client,
    { id: text, state: oneOf('waiting', 'sent', 'failed', 'unknown') },
    `select id, case when state = 'failed' and fault = $2 then 'unknown' else state end as state from mailbox where id = any($1)`,
    [ids, mailsOnce.lost],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}
