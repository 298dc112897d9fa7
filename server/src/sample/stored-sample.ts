import type { SampleEvent } from '@kaiku/contract/sample.ts'
import { type PostalField, postalFields } from '@kaiku/core/postal-address.ts'
import { type SampleReason, type SampleState, sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import { fold } from '@kaiku/core/text.ts'
import type pg from 'pg'
import { z } from 'zod'
import { json, nullable, number, numbers, oneOf, query, type Shape, text, time } from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { tellOfSamples, tellOfSamplesIn } from './sample-news.ts'

const storedSampleEventColumns = {
  id: text,
  at: time,
  kind: oneOf('created', 'changed', 'interview', 'consent'),
  person: nullable(text),
  before: json(z.record(z.string(), z.string().nullable())),
  after: json(z.record(z.string(), z.string().nullable())),
} satisfies Shape

/** A sample as it is kept. */
export type StoredSample = {
  readonly id: string
  readonly externalId: string | null
  /** As core's `contactKey` writes it. */
  readonly contact: string | null
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly street: string | null
  readonly postcode: string | null
  readonly town: string | null
  readonly country: string | null
  readonly locale: string | null
  readonly timeZone: string | null
  readonly background: Answers
  readonly leaves: readonly number[]
  readonly state: SampleState
  readonly reason: SampleReason | null
  readonly interview: string | null
  readonly interviewId: string | null
  readonly invitedAt: Date | null
  readonly respondedAt: Date | null
  readonly createdAt: Date
  readonly changedAt: Date
  readonly version: number
}

/** What `sampleColumns` reads. */
export const sampleShape = {
  id: text,
  externalId: nullable(text),
  contact: nullable(text),
  name: nullable(text),
  email: nullable(text),
  phone: nullable(text),
  street: nullable(text),
  postcode: nullable(text),
  town: nullable(text),
  country: nullable(text),
  locale: nullable(text),
  timeZone: nullable(text),
  background: answersColumn,
  leaves: numbers,
  state: oneOf(...sampleStates),
  reason: nullable(oneOf(...sampleReasons)),
  interview: nullable(text),
  interviewId: nullable(text),
  invitedAt: nullable(time),
  respondedAt: nullable(time),
  createdAt: time,
  changedAt: time,
  version: number,
} satisfies Shape

export const sampleColumns = `s.id, s.external_id as "externalId", s.contact, s.name, s.email, s.phone,
  s.street, s.postcode, s.town, s.country, s.locale, s.time_zone as "timeZone",
  s.background, s.leaves, s.state, s.reason, s.interview::text as interview, i.id as "interviewId",
  s.invited_at as "invitedAt", s.responded_at as "respondedAt", s.created_at as "createdAt",
  s.changed_at as "changedAt", s.version`

/** Samples with the interview that each answered. */
export const sampleTables = `sample s left join interview i
  on (i.universe, i.survey, i.number) = (s.universe, s.survey, s.interview)`

/** One sample of a universe, whoever asks; null: there is none. */
export async function readAnySample(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  id: string,
): Promise<StoredSample | null> {
  const { rows } = await query(
    client,
    sampleShape,
    `select ${sampleColumns} from ${sampleTables} where s.universe = $1 and s.id = $2`,
    [universe, id],
  )
  return rows[0] ?? null
}

/** Samples of a survey, whoever asks. */
export async function readSamples(
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  ids: readonly string[],
  lock: 'lock' | 'look' = 'look',
): Promise<readonly StoredSample[]> {
  const { rows } = await query(
    client,
    sampleShape,
    `select ${sampleColumns} from ${sampleTables} where s.universe = $1 and s.survey = $2 and s.id = any($3)
     ${lock === 'lock' ? 'for update of s' : ''}`,
    [universe, survey, ids],
  )
  return rows
}

/** By field, as kept. */
export type SampleValues = Readonly<Record<string, string | null>>

export type StoredSampleEvent = {
  readonly id: string
  readonly at: Date
  readonly kind: SampleEvent['kind']
  readonly person: string | null
  readonly before: SampleValues
  readonly after: SampleValues
}

export async function eventsOf(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  sample: string,
): Promise<readonly StoredSampleEvent[]> {
  const { rows } = await query(
    client,
    storedSampleEventColumns,
    `select id, at, kind, person, before, after from sample_event
     where universe = $1 and survey = $2 and sample = $3 order by id`,
    [universe, survey, sample],
  )
  return rows
}

/** What changes of a sample; what is absent stays. */
export type SampleChange = Partial<
  Pick<StoredSample, 'name' | 'email' | 'phone' | PostalField | 'locale' | 'state' | 'reason' | 'contact'>
>

const columnOf = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  street: 'street',
  postcode: 'postcode',
  town: 'town',
  country: 'country',
  locale: 'locale',
  state: 'state',
  reason: 'reason',
  contact: 'contact',
} as const satisfies Record<keyof SampleChange, string>

type How = { readonly kind: SampleEvent['kind']; readonly person: string | null; readonly bulk?: string | null }

/** Writes a change of a locked sample into it and into its timeline; false where it is so already. */
export async function writeChange(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  sample: StoredSample,
  change: SampleChange,
  { kind, person, bulk = null }: How,
): Promise<boolean> {
  const fields = (Object.keys(columnOf) as (keyof SampleChange)[]).filter(
    (field) => change[field] !== undefined && change[field] !== sample[field],
  )
  if (fields.length === 0) return false
  const next = { ...sample, ...change }
  await client.query(
    `update sample set ${fields.map((field, at) => `${columnOf[field]} = $${at + 5}`).join()}, matched = $4,
       changed_at = now(), version = version + 1, invited_at = case when ${fields.includes('state')} then
         case $${fields.length + 5}::text when 'invited' then now() when 'pending' then null else invited_at end
         else invited_at end
     where universe = $1 and survey = $2 and id = $3`,
    [universe, survey, sample.id, matchedOf(next), ...fields.map((field) => change[field]), next.state],
  )
  const of = (from: SampleChange) => Object.fromEntries(fields.map((field) => [field, from[field] ?? null]))
  const changed = { before: of(sample), after: of(change), version: sample.version + 1 }
  await addSampleEvent(client, { universe, survey }, sample.id, { kind, person, bulk, ...changed })
  await tellOfSamples(client, { universe, survey }, [sample])
  return true
}

/** What the search looks at. */
export const matchedOf = (
  sample: Pick<StoredSample, 'externalId' | 'contact' | 'name' | 'email' | 'phone' | PostalField>,
): string =>
  fold(
    [
      ...[sample.name, sample.email, sample.phone, sample.contact, sample.externalId],
      ...postalFields.map((field) => sample[field]),
    ]
      .filter(Boolean)
      .join('\n'),
  )

/** Takes samples away with everything about them; answers how many. Open lists are told. */
export async function removeSamples(client: pg.PoolClient, universe: string, ids: readonly string[]): Promise<number> {
  const { rows } = await query(
    client,
    { id: text, leaves: numbers, survey: number },
    'delete from sample where universe = $1 and id = any($2) returning survey, id, leaves',
    [universe, ids],
  )
  await tellOfSamplesIn(client, universe, rows)
  return rows.length
}

type NewSampleEvent = Required<How> & {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  /** The sample's after it. */
  readonly version: number
}

/** What was done to a sample, as an entry of its history. */
export const addSampleEvent = (
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  sample: string,
  { kind, person, before, after, version, bulk }: NewSampleEvent,
) =>
  client.query(
    `insert into sample_event (universe, survey, sample, kind, person, before, after, version, bulk)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [universe, survey, sample, kind, person, JSON.stringify(before), JSON.stringify(after), version, bulk],
  )

const naming = ['external_id', 'contact', 'name', 'email', 'phone', ...postalFields]
const inEvents = ['externalId', 'contact', 'name', 'email', 'phone', ...postalFields]

/** In SQL over `sample`: when somebody was asked or answered last, or came. */
export const lastAsked = 'greatest(created_at, invited_at, responded_at)'

/** In SQL over `sample`, $3 being questions: whether it tells who somebody is. */
export const tellsWho = `(${naming.map((field) => `${field} is not null`).join(' or ')} or background ?| $3::text[])`

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
       ${naming.map((field) => `${field} = null`).join(', ')}, matched = '', background = background - $3::text[],
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
