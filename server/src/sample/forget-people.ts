import { postalFields } from '@kaiku/core/postal-address.ts'
import type pg from 'pg'
import { numbers, query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { tellOfSamples } from './sample-news.ts'

const fields = ['external_id', 'contact', 'name', 'email', 'phone', ...postalFields]
const inEvents = ['externalId', 'contact', 'name', 'email', 'phone', ...postalFields]

/** In SQL over `sample`: when somebody was asked or answered last, or came. */
export const lastAsked = 'greatest(created_at, invited_at, responded_at)'

/** In SQL over `sample`, $3 being questions: whether it tells who somebody is. */
export const tellsWho = `(${fields.map((field) => `${field} is not null`).join(' or ')} or background ?| $3::text[])`

/**
 * Takes who they are from people who were asked last before a moment, at most so many; their states, times and places
 * stay, and a hash by which they are known when they come back. Answers how many. `questions`: whose answers tell it.
 */
export async function forgetPeople(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  questions: readonly string[],
  before: string,
  most: number,
): Promise<number> {
  const { rows } = await query(
    client,
    { id: text, leaves: numbers },
    `with old as (
       select id from sample where universe = $1 and survey = $2 and ${lastAsked} < $4 and ${tellsWho}
       order by id limit $5 for update)
     update sample s set gone_contact = coalesce(gone_contact($1, contact), s.gone_contact),
       gone_external_id = coalesce(gone_contact($1, external_id), s.gone_external_id),
       ${fields.map((field) => `${field} = null`).join(', ')}, matched = '', background = background - $3::text[],
       version = version + 1, changed_at = now()
     from old where s.universe = $1 and s.survey = $2 and s.id = old.id returning s.id, s.leaves`,
    [universe, survey, questions, before, most],
  )
  await client.query(
    `update sample_event set before = before - $4::text[], after = after - $4::text[]
     where universe = $1 and survey = $2 and sample = any($3::uuid[])`,
    [universe, survey, rows.map(({ id }) => id), inEvents],
  )
  await tellOfSamples(client, { universe, survey }, rows)
  return rows.length
}
