import { randomUUID } from 'node:crypto'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Sample, SampleFields, sampleCalls } from '@kaiku/contract/sample.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { contactKey } from '@kaiku/core/contact-key.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { reasonText, refuse } from '@kaiku/core/reason.ts'
import { type SampleState, sampleStatesAfter } from '@kaiku/core/sample-state.ts'
import type pg from 'pg'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { json, number, query, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { consentOf, holdBack, saveConsents } from '../sample/consent.ts'
import { tellOfSamples } from '../sample/sample-news.ts'
import { standingOf } from '../sample/standing.ts'
import { addSampleEvent, type SampleChange, type StoredSample, writeChange } from '../sample/stored-sample.ts'
import { seesPerson } from '../sample-list/shown-sample.ts'
import { readSample, sampleOf } from './read-sample.ts'

type Calls = typeof sampleCalls
type Left = ReplyOf<Calls['undo']>['left']
type By = { readonly person: string; readonly bulk?: string; readonly now: number }

/** Changes one sample at the version that the writer saw. Throws Fault `conflict`, `invalid`, and `forbidden` for fields that the viewer may not see. */
export async function changeSample(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { sampleId, version, state, locale: asked, ...fields }: InputOf<Calls['change']> & SampleFields,
  now: number,
): Promise<Sample> {
  await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const sample = await sampleOf(client, who, dictionary, sampleId, 'lock')
    if (sample.version !== version) throw refuse('conflict', 'sample.changedMeanwhile')
    const changes = given(sample, fields)
    if (Object.keys(changes).length > 0 && !seesPerson(who, dictionary, sample))
      throw new Fault('forbidden', 'This tells who somebody is: you may not see it.')
    const by = { person: who.userId, now }
    const next = { ...sample, ...changes }
    if (state !== undefined && state !== sample.state) await bring(client, dictionary, next, state, by, changes, sample)
    else await writeChange(client, dictionary, sample, changes, { kind: 'changed', person: by.person })
  })
  return readSample(stores, who, dictionary, sampleId, asked ?? who.locale)
}

/** The fields that change; an address that was the contact, changed, changes that as well. */
function given(sample: StoredSample, fields: SampleFields): SampleChange {
  const { name, email, phone, street, postcode, town, country } = fields
  const said = Object.entries({ name, email, phone, street, postcode, town, country }).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, text === '' ? null : text] as const],
  )
  const changes: SampleChange = Object.fromEntries(said)
  const was = [sample.email, sample.phone].map(contactKey)
  if (sample.contact !== null && !was.includes(sample.contact)) return changes
  const next = { ...sample, ...changes }
  const contact = contactKey(next.email) ?? contactKey(next.phone)
  return contact === sample.contact ? changes : { ...changes, contact }
}

/** Brings a locked sample into a state, as people may. Throws Fault `invalid`. */
async function bring(
  client: pg.PoolClient,
  dictionary: Dictionary,
  sample: StoredSample,
  state: SampleState,
  { person, bulk, now }: By,
  changes: SampleChange = {},
  before: StoredSample = sample,
): Promise<boolean> {
  if (!sampleStatesAfter(sample.state).includes(state)) throw refuse('invalid', 'sample.state')
  const { contact } = sample
  if (state === 'pending') {
    const { reasonFor } = await standingOf(client, dictionary.universe, contact === null ? [] : [contact], now)
    const reason = reasonFor(sample)
    if (reason !== null) throw refuse('invalid', `sample.${reason}`)
  }
  if (state === 'unsubscribed' && contact !== null)
    await saveConsents(client, dictionary.universe, [contact], 'optedOut', 'person')
  const reason = state === 'notInvited' ? 'excluded' : null
  const how = { kind: 'changed', person, bulk: bulk ?? null } as const
  return writeChange(client, dictionary, before, { ...changes, state, reason }, how)
}

/** Writes down what a contact said; who opted out is invited no more, in any survey. */
export async function changeConsent(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { sampleId, consent, locale }: InputOf<Calls['consent']>,
): Promise<Sample> {
  await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const sample = await sampleOf(client, who, dictionary, sampleId, 'lock')
    const { contact } = sample
    if (contact === null) throw refuse('invalid', 'sample.noContact')
    const before = await consentOf(client, dictionary.universe, contact)
    if (before.consent === consent) return
    await saveConsents(client, dictionary.universe, [contact], consent, 'person')
    await addSampleEvent(client, dictionary, sampleId, {
      kind: 'consent',
      person: who.userId,
      bulk: null,
      version: sample.version,
      before: { consent: before.consent },
      after: { consent },
    })
    await tellOfSamples(client, dictionary, [sample])
    if (consent === 'optedOut') await holdBack(client, dictionary.universe, [contact])
  })
  return readSample(stores, who, dictionary, sampleId, locale ?? who.locale)
}

/** Brings several samples into a state, each by itself; who was faster with one keeps it as they left it. */
export async function changeSamples(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { samples, state }: InputOf<Calls['bulk']>,
  now: number,
): Promise<ReplyOf<Calls['bulk']>> {
  const bulk = randomUUID()
  const versions = new Map(samples.map(({ sampleId, version }) => [sampleId, version]))
  const done = await eachSample(stores, who, dictionary, [...versions.keys()], async (client, sample) => {
    if (sample.version !== versions.get(sample.id)) throw changedMeanwhile()
    if (sample.state === state) return false
    return bring(client, dictionary, sample, state, { person: who.userId, bulk, now })
  })
  return { bulkId: done.changed.length > 0 ? bulk : null, ...done }
}

/** Takes back what the viewer changed at once, where nobody changed it since. Throws Fault `not_found`. */
export async function undoSampleChanges(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  bulkId: string,
): Promise<ReplyOf<Calls['undo']>> {
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { sample: textColumn, before: json(z.record(z.string(), z.string().nullable())), version: number },
      `select sample, before, version from sample_event
       where universe = $1 and survey = $2 and bulk = $3 and person = $4 and kind = 'changed'`,
      [dictionary.universe, dictionary.survey, bulkId, who.userId],
    ),
  )
  if (rows.length === 0) throw new Fault('not_found', 'There is nothing to take back.')
  const events = new Map(rows.map((row) => [row.sample, row]))
  return eachSample(stores, who, dictionary, [...events.keys()], async (client, sample) => {
    const event = events.get(sample.id)
    if (!event || event.version !== sample.version) throw changedMeanwhile()
    if (sample.state === 'unsubscribed' && sample.contact !== null)
      await saveConsents(client, dictionary.universe, [sample.contact], 'unknown', 'person')
    return writeChange(client, dictionary, sample, event.before as SampleChange, {
      kind: 'changed',
      person: who.userId,
    })
  })
}

const changedMeanwhile = () => new Fault('conflict', reasonText('sample.changedMeanwhile'))

/** Does something to each sample in the order of their ids, so that two who do it never wait for each other for ever. */
function eachSample(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  ids: readonly string[],
  use: (client: pg.PoolClient, sample: StoredSample) => Promise<boolean>,
): Promise<{ changed: string[]; left: Left }> {
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    const changed: string[] = []
    const left: Left = []
    for (const id of [...ids].sort()) {
      try {
        const sample = await sampleOf(client, who, dictionary, id, 'lock')
        if (await use(client, sample)) changed.push(id)
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        left.push({ sampleId: id, reason: error.message })
      }
    }
    return { changed, left }
  })
}
