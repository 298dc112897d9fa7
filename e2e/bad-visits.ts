import type { Identity } from '@kaiku/contract/session.ts'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { call, type Reached } from './kaiku.ts'

const survey = 'store-visits'
const kamppi = 'fi-uusimaa-helsinki-kamppi'

/** A key with which answers are sent to the sample. */
export async function keyForAnswers(kaiku: Reached): Promise<string> {
  const made = await kaiku.kaiku(
    ...['key', 'create', 'answers', '--api', '--scope', 'interviews:write', '--universe', 'sample'],
  )
  return /kaiku_api_\S+/.exec(made.out)?.[0] ?? ''
}

/** Mails of new alerts come at once, each by itself. */
export async function hearAtOnce(kaiku: Reached, as: Identity): Promise<void> {
  const modes = { raised: 'immediate', assigned: 'immediate', escalated: 'off', overdue: 'off', mentioned: 'off' }
  await call(kaiku, as, 'account/notifications', { modes, digestHour: 8, timeZone: 'Europe/Helsinki' }, 'PUT')
}

/** Sends an answer until it is acknowledged, as the documentation of the API asks. */
export async function sendUntilTaken(address: string, key: string, externalId: string): Promise<string> {
  const visited = new Date().toISOString().slice(0, 10)
  for (;;) {
    const reply = await fetch(`${address}/api/v1/surveys/${survey}/interviews`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
      body: JSON.stringify({ externalId, answers: { visited, store: kamppi, recommend: 0, satisfaction: 1 } }),
    }).catch(() => null)
    if (reply?.ok) return ((await reply.json()) as { interviewId: string }).interviewId
    if (reply && reply.status < 500) throw new Error(`${externalId}: ${reply.status} ${await reply.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** How many of these interviews there are, how many alerts about them, and mails about those. */
export async function inEffect({ service }: Stores, interviews: readonly string[]) {
  const { rows } = await service.query<Record<'interviews' | 'alerts' | 'alerted' | 'mails', number>>(
    `with sent as (select number from interview where id = any($1::uuid[])),
       raised as (select a.id, a.interview from alert a join sent s on s.number = a.interview)
     select (select count(*)::int from sent) as interviews, (select count(*)::int from raised) as alerts,
       (select count(distinct interview)::int from raised) as alerted,
       (select count(*)::int from raised r join mailbox m on m.about @> array[r.id]) as mails`,
    [interviews],
  )
  return rows[0]
}
