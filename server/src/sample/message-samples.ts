import type pg from 'pg'
import { numbers, query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { holdBack, saveConsents } from './consent.ts'
import { tellOfSamples } from './sample-news.ts'

type Of = Pick<Dictionary, 'universe' | 'survey'>
type Bring = { readonly from: readonly string[]; readonly to: string; readonly set?: string }

/** Brings samples that are in some states into another one, as their messages and answers do; the others stay. */
async function bringSamples(client: pg.PoolClient, of: Of, ids: readonly string[], { from, to, set = '' }: Bring) {
  if (ids.length === 0) return
  const { rows } = await query(
    client,
    { id: text, leaves: numbers },
    `with before as (
       select id, state, reason from sample where universe = $1 and survey = $2 and id = any($3::uuid[]) and state = any($4)
       order by id for update),
     brought as (
       update sample s set state = $5, reason = null, changed_at = now(), version = version + 1 ${set}
       from before b where s.universe = $1 and s.survey = $2 and s.id = b.id
       returning s.id, s.leaves, s.version, b.state, b.reason),
     noted as (
       insert into sample_event (universe, survey, sample, kind, before, after, version)
       select $1, $2, id, 'changed', jsonb_build_object('state', state, 'reason', reason),
         jsonb_build_object('state', $5::text, 'reason', null), version from brought)
     select id, leaves from brought`,
    [of.universe, of.survey, ids, from, to],
  )
  await tellOfSamples(client, of, rows)
}

/** A message to them is on its way. */
export const noteInvited = (client: pg.PoolClient, of: Of, ids: readonly string[]) =>
  bringSamples(client, of, ids, { from: ['pending', 'notInvited'], to: 'invited', set: ', invited_at = now()' })

/** A message to them came back for good. */
export const noteBounced = (client: pg.PoolClient, of: Of, ids: readonly string[]) =>
  bringSamples(client, of, ids, { from: ['invited'], to: 'bounced' })

/** They have begun to answer. */
export const noteStarted = (client: pg.PoolClient, of: Of, id: string) =>
  bringSamples(client, of, [id], { from: ['pending', 'invited'], to: 'started' })

/** They want no more messages, in any survey. What they answered stays. */
export async function noteUnsubscribed(
  client: pg.PoolClient,
  of: Of,
  id: string,
  contact: string | null,
): Promise<void> {
  await bringSamples(client, of, [id], {
    from: ['pending', 'invited', 'started', 'partial', 'notInvited'],
    to: 'unsubscribed',
  })
  if (contact === null) return
  await saveConsents(client, of.universe, [contact], 'optedOut', 'respondent')
  await holdBack(client, of.universe, [contact])
}
