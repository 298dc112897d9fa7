import { type PostalField, postalFields } from '@kaiku/core/postal-address.ts'
import type pg from 'pg'
import { query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { SampleRow } from './sample-row.ts'
import { matchedOf, type StoredSample, sampleColumns, sampleShape, sampleTables } from './stored-sample.ts'

/** What is kept of a sample that a file or a program brings. */
export type KnownSample = Pick<
  StoredSample,
  | 'externalId'
  | 'contact'
  | 'name'
  | 'email'
  | 'phone'
  | PostalField
  | 'locale'
  | 'timeZone'
  | 'background'
  | 'leaves'
  | 'state'
  | 'reason'
>
export type Updated = { readonly known: StoredSample; readonly next: KnownSample }
type By = { readonly person: string | null; readonly bulk: string | null }

/** Samples that the rows may mean, locked, the oldest first. */
export async function knownSamples(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  rows: readonly SampleRow[],
): Promise<readonly StoredSample[]> {
  const found = await query(
    client,
    sampleShape,
    `select ${sampleColumns} from ${sampleTables}
     where s.universe = $1 and s.survey = $2 and (s.external_id = any($3) or s.contact = any($4))
     order by s.id for update of s`,
    [
      universe,
      survey,
      rows.flatMap(({ externalId }) => externalId ?? []),
      rows.flatMap(({ contact }) => contact ?? []),
    ],
  )
  return found.rows
}

const fields = [
  ...(['externalId', 'contact', 'name', 'email', 'phone'] as const),
  ...postalFields,
  ...(['locale', 'timeZone', 'state', 'reason'] as const),
] as const
const background = (kept: Pick<KnownSample, 'background'>) => JSON.stringify(kept.background)
const record = `(place int, id uuid, external_id text, contact text, name text, email text, phone text, street text, postcode text, town text, country text, locale text,
  time_zone text, matched text, background jsonb, leaves int[], state text, reason text, before jsonb, after jsonb)`
const columns =
  'external_id, contact, name, email, phone, street, postcode, town, country, locale, time_zone, matched, background, leaves, state, reason'

const rowOf = (kept: KnownSample, place: number) => ({
  place,
  external_id: kept.externalId,
  contact: kept.contact,
  name: kept.name,
  email: kept.email,
  phone: kept.phone,
  street: kept.street,
  postcode: kept.postcode,
  town: kept.town,
  country: kept.country,
  locale: kept.locale,
  time_zone: kept.timeZone,
  matched: matchedOf(kept),
  background: kept.background,
  leaves: kept.leaves,
  state: kept.state,
  reason: kept.reason,
})

/** Stores new samples; answers their ids in the order of what was given. */
export async function insertSamples(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  samples: readonly KnownSample[],
  { person, bulk }: By,
): Promise<readonly string[]> {
  if (samples.length === 0) return []
  const { rows } = await query(
    client,
    { id: text },
    `with given as materialized (select uuidv7() as new_id, r.* from jsonb_to_recordset($3) as r ${record}),
     made as (
       insert into sample (universe, survey, id, ${columns}) select $1, $2, new_id, ${columns} from given order by place),
     noted as (
       insert into sample_event (universe, survey, sample, kind, person, after, version, bulk)
       select $1, $2, new_id, 'created', $4, jsonb_build_object('state', state, 'reason', reason), 1, $5 from given)
     select new_id as id from given order by place`,
    [universe, survey, JSON.stringify(samples.map(rowOf)), person, bulk],
  )
  return rows.map(({ id }) => id)
}

/** What an update changes, by field as events keep it. */
export function changesOf({ known, next }: Updated): { before: object; after: object } | null {
  const changed = fields.filter((field) => known[field] !== next[field])
  const of = (kept: KnownSample) => Object.fromEntries(changed.map((field) => [field, kept[field]]))
  const isBackground = background(known) !== background(next) || String(known.leaves) !== String(next.leaves)
  if (changed.length === 0 && !isBackground) return null
  // What stood in the background is kept, so that an import can be taken back.
  const facts = (kept: KnownSample) =>
    isBackground ? { background: background(kept), leaves: `{${kept.leaves.join()}}` } : {}
  return { before: { ...of(known), ...facts(known) }, after: { ...of(next), ...facts(next) } }
}

/** Changes samples that are locked, and writes it into their timelines. */
export async function updateSamples(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  updates: readonly Updated[],
  { person, bulk }: By,
): Promise<void> {
  if (updates.length === 0) return
  const given = updates.map((one, at) => ({ ...rowOf(one.next, at), id: one.known.id, ...changesOf(one) }))
  await client.query(
    `with given as materialized (select * from jsonb_to_recordset($3) as r ${record}),
     noted as (
       insert into sample_event (universe, survey, sample, kind, person, before, after, version, bulk)
       select $1, $2, g.id, 'changed', $4, g.before, g.after, s.version + 1, $5
       from given g join sample s on (s.universe, s.survey, s.id) = ($1, $2, g.id))
     update sample s set (${columns}) = (${columns
       .split(', ')
       .map((column) => `g.${column}`)
       .join()}), version = version + 1, changed_at = now()
     from given g where (s.universe, s.survey, s.id) = ($1, $2, g.id)`,
    [universe, survey, JSON.stringify(given), person, bulk],
  )
}
