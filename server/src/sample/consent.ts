import { createHash } from 'node:crypto'
import { type Consent, consents } from '@kaiku/core/sample-state.ts'
import type pg from 'pg'
import { nullable, number, numbers, oneOf, query, text, time } from '../db/rows.ts'
import { tellOfSamplesIn } from './sample-news.ts'

export type StoredConsent = { readonly consent: Consent; readonly at: Date | null; readonly source: string | null }
/** Who wrote it down. `respondent`: the person did, by the link of a message. */
export type ConsentSource = 'file' | 'person' | 'program' | 'respondent'

const nothingSaid: StoredConsent = { consent: 'unknown', at: null, source: null }

/** What is kept of a contact beside samples and interviews: enough to know it again, and nothing to write to. */
export const contactHash = (universe: string, contact: string): Buffer =>
  createHash('sha256').update(`${universe}\n${contact}`).digest()

/** What contacts, as core's `contactKey` writes them, said about being asked; who said nothing is absent. */
export async function consentsOf(
  client: pg.PoolClient,
  universe: string,
  contacts: readonly string[],
): Promise<ReadonlyMap<string, StoredConsent>> {
  const byHash = new Map(contacts.map((contact) => [contactHash(universe, contact).toString('hex'), contact]))
  const { rows } = await query(
    client,
    { consent: oneOf(...consents), at: nullable(time), source: nullable(text), hash: text },
    `select encode(contact_hash, 'hex') as hash, consent, at, source from contact_consent
     where universe = $1 and contact_hash = any(select decode(unnest($2::text[]), 'hex'))`,
    [universe, [...byHash.keys()]],
  )
  return new Map(rows.map(({ hash, ...said }) => [byHash.get(hash) ?? '', said]))
}

export const consentOf = async (
  client: pg.PoolClient,
  universe: string,
  contact: string | null,
): Promise<StoredConsent> =>
  contact === null ? nothingSaid : ((await consentsOf(client, universe, [contact])).get(contact) ?? nothingSaid)

/** Writes down what contacts said; `unknown` forgets it. */
export async function saveConsents(
  client: pg.PoolClient,
  universe: string,
  contacts: readonly string[],
  consent: Consent,
  source: ConsentSource,
): Promise<void> {
  const hashes = contacts.map((contact) => contactHash(universe, contact))
  if (consent === 'unknown')
    await client.query('delete from contact_consent where universe = $1 and contact_hash = any($2::bytea[])', [
      universe,
      hashes,
    ])
  else
    await client.query(
      `insert into contact_consent (universe, contact_hash, consent, source)
       select distinct $1::uuid, hash, $3, $4 from unnest($2::bytea[]) as hash
       on conflict (universe, contact_hash) do update set consent = excluded.consent, source = excluded.source, at = now()
       where contact_consent.consent <> excluded.consent`,
      [universe, hashes, consent, source],
    )
}

/** Whoever waits to be invited under contacts that opted out is not. */
export async function holdBack(client: pg.PoolClient, universe: string, contacts: readonly string[]): Promise<void> {
  const { rows } = await query(
    client,
    { id: text, leaves: numbers, survey: number },
    `with held as (
      update sample set state = 'notInvited', reason = 'optOut', changed_at = now(), version = version + 1
      where universe = $1 and contact = any($2) and state = 'pending' returning universe, survey, id, version, leaves),
    noted as (
    insert into sample_event (universe, survey, sample, kind, before, after, version)
    select universe, survey, id, 'changed', '{"state":"pending","reason":null}',
      '{"state":"notInvited","reason":"optOut"}', version from held)
    select survey, id, leaves from held`,
    [universe, contacts],
  )
  await tellOfSamplesIn(client, universe, rows)
}

/** Forgets that people agreed to be asked, by their contacts; what they said against it stays. Answers how many. */
export async function forgetGivenConsents(
  client: pg.PoolClient,
  universe: string,
  contacts: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from contact_consent where universe = $1 and consent = 'given'
       and contact_hash = any(select sha256(convert_to($1::text || E'\\n' || key, 'UTF8')) from unnest($2::text[]) as key)`,
    [universe, contacts],
  )
  return rowCount ?? 0
}
