import type { MailConfiguration } from '../configuration/mail-configuration.ts'
import { nullable, number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

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
