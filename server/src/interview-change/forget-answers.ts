import type pg from 'pg'
import { nullable, query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { knownContact } from '../gone-contact/gone-contact.ts'
import { noting, type SurveyKey, unmoved } from './interview-change.ts'

export type Forgetting = {
  /** The first day whose interviews keep everything; one without a day counts from when it came. */
  readonly before: string
  /** Questions whose answers go. */
  readonly questions: readonly string[]
  /** Whether what tells one contact from another becomes a hash. */
  readonly contacts: boolean
}

/** In SQL over `interview`, $3 being the day, $4 the questions and $5 whether contacts go: whether there is anything to forget. */
export const toForget = `coalesce(day, uuid_extract_timestamp(id)::date) < $3
  and (answers ?| $4::text[] or original ?| $4 or translations ?| $4 or matched ?| $4 or ($5 and contact not like 'gone:%'))`

const at = `universe = $1 and survey = $2`

type Found = { readonly number: string; readonly contact: string | null }

/** The next interviews with something to forget, by their numbers, at most so many; they are locked. */
export async function nextToForget(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  { before, questions, contacts }: Forgetting,
  behind: string,
  most: number,
): Promise<readonly Found[]> {
  const { rows } = await query(
    client,
    { number: text, contact: nullable(text) },
    `select number::text, ${knownContact('contact')} as contact from interview where ${at} and ${toForget} and number > $6 order by number limit $7 for update`,
    [universe, survey, before, questions, contacts, behind, most],
  )
  return rows
}

/**
 * Takes the answers to some questions out of interviews and of all that is kept of what they were before. The feed
 * follows; it is no answer to rules and other programs.
 */
export async function forgetAnswers(
  client: pg.PoolClient,
  { universe, survey, definition }: Dictionary,
  numbers: readonly string[],
  questions: readonly string[],
): Promise<void> {
  const those = [universe, survey, numbers, questions]
  const less = (column: string) => `${column} = ${column} - $4::text[]`
  await client.query(
    `update interview set ${['answers', 'original', 'matched', 'translations'].map(less).join(', ')},
       translated = case when translations ?| $4 then null else translated end
     where ${at} and number = any($3::bigint[])`,
    those,
  )
  await client.query(
    `delete from interview_correction where ${at} and number = any($3::bigint[]) and question = any($4)`,
    those,
  )
  const inside = ['answers', 'original', 'matched'].map(
    (key) =>
      `'${key}', case when jsonb_typeof(before -> '${key}') = 'object' then (before -> '${key}') - $4::text[] else before -> '${key}' end`,
  )
  await client.query(
    `update import_change set before = before || jsonb_build_object(${inside.join(', ')})
     where ${at} and number = any($3::bigint[])`,
    those,
  )
  // Of a protected survey nothing of it was told, and a change would have its groups told anew.
  if (!definition.settings.protection)
    await client.query(noting(unmoved('unnest($3::bigint[]) as n(number)'), 'placed'), [universe, survey, numbers])
}

/** Puts hashes in the place of contacts, in every interview of the survey that has one of them. */
export async function hashContacts(
  client: pg.PoolClient,
  { universe, survey, definition }: Dictionary,
  contacts: readonly string[],
): Promise<void> {
  const those = [universe, survey, contacts]
  const hash = `update interview set contact = gone_contact($1, contact) where ${at} and contact = any($3)`
  await client.query(
    definition.settings.protection
      ? hash
      : `with hashed as (${hash} returning number) ${noting(unmoved('hashed'), 'placed')}`,
    those,
  )
  await client.query(
    `update import_change set before = jsonb_set(before, '{contact}', to_jsonb(gone_contact($1, before ->> 'contact')))
     where ${at} and before ->> 'contact' = any($3)`,
    those,
  )
}
