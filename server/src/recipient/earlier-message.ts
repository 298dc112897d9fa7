import { recipientStates } from '@kaiku/core/campaign.ts'
import type pg from 'pg'
import { bool, nullable, oneOf, query, text } from '../db/rows.ts'

/** What people of the sample said to earlier messages, by their ids; who said nothing is absent. */
export async function saidToEarlier(
  client: pg.PoolClient,
  universe: string,
  samples: readonly string[],
): Promise<ReadonlyMap<string, 'unsubscribed' | 'bounced'>> {
  const { rows } = await query(
    client,
    { sample: text, isUnsubscribed: bool },
    `select r.sample, bool_or(r.unsubscribed_at is not null) as "isUnsubscribed" from campaign_recipient r
     where r.universe = $1 and r.sample = any($2) and (r.unsubscribed_at is not null or r.reason = 'bounced' and not exists (
       select from sample_event e where (e.universe, e.survey, e.sample) = (r.universe, r.survey, r.sample)
         and e.at > coalesce(r.bounced_at, r.queued_at) and e.after ? 'email'))
     group by r.sample`,
    [universe, samples],
  )
  return new Map(rows.map(({ sample, isUnsubscribed }) => [sample, isUnsubscribed ? 'unsubscribed' : 'bounced']))
}

/** What became of messages that effects sent, by the ids of their runs. */
export async function endsOfEffects(
  client: pg.PoolClient,
  universe: string,
  runs: readonly string[],
): Promise<ReadonlyMap<string, { readonly state: (typeof recipientStates)[number]; readonly reason: string | null }>> {
  const { rows } = await query(
    client,
    { id: text, state: oneOf(...recipientStates), reason: nullable(text) },
    'select id, state, reason from campaign_recipient where universe = $1 and campaign is null and id = any($2)',
    [universe, runs],
  )
  return new Map(rows.map(({ id, state, reason }) => [id, { state, reason }]))
}
