import type { SampleImport } from '@kaiku/contract/sample.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { SampleReason, SampleState } from '@kaiku/core/sample-state.ts'
import type pg from 'pg'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { holdPlaces } from '../dictionary/hold-survey.ts'
import { type ConsentSource, consentsOf, holdBack, saveConsents } from '../sample/consent.ts'
import { tellOfSamples } from '../sample/sample-news.ts'
import { identityOf, merged, type SampleRow } from '../sample/sample-row.ts'
import { standingOf } from '../sample/standing.ts'
import {
  changesOf,
  insertSamples,
  type KnownSample,
  knownSamples,
  type Updated,
  updateSamples,
} from '../sample/store-samples.ts'
import type { StoredSample } from '../sample/stored-sample.ts'
import { placer } from '../view/place.ts'

export type ImportMode = SampleImport['mode']

export type SampleOutcome = {
  readonly row: SampleRow
  readonly did: 'inserted' | 'updated' | 'unchanged'
  readonly state: SampleState
  readonly reason: SampleReason | null
  /** Null in a preview, for one that would be new. */
  readonly id: string | null
}
export type Unstored = { readonly row: SampleRow; readonly why: string }

export type StoreHow = {
  readonly mode: ImportMode
  readonly source: ConsentSource
  readonly person: string | null
  readonly bulk: string | null
  /** Whether samples may be written at these leaf keys. */
  readonly mayPlace: (leaves: readonly number[]) => boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Stores people who are or may be asked, those that name the same merged before, and says of each what became of it.
 * Whoever opted out, has no address, or was asked within the rest period is kept as not invited, with the reason. Throws
 * Fault `conflict` when the places of the survey changed meanwhile.
 */
export async function storeSamples(
  client: pg.PoolClient,
  dictionary: Dictionary,
  rows: readonly SampleRow[],
  how: StoreHow,
): Promise<Stored> {
  if (!(await holdPlaces(client, dictionary)))
    throw new Fault('conflict', 'The places of the survey changed meanwhile: try again.')
  await writeConsents(client, dictionary.universe, rows, how.source)
  const places = placer(dictionary)
  const { fates, unstored } = await decide(client, dictionary, rows, how, (batch) => places.leaves(client, batch))
  const ids: string[] = []
  for (let from = 0; from < fates.length; from += writtenAtOnce) {
    const part = fates.slice(from, from + writtenAtOnce)
    const inserted = part.flatMap((fate) => (fate.did === 'inserted' ? [fate.next] : []))
    ids.push(...(await insertSamples(client, dictionary, inserted, how)))
    await updateSamples(
      client,
      dictionary,
      part.flatMap((fate) => (fate.did === 'updated' ? [fate] : [])),
      how,
    )
  }
  let next = 0
  const outcomes = fates.map((fate) => outcomeOf(fate, fate.known?.id ?? ids[next++] ?? null))
  const touched = fates.flatMap(({ did, known, next: { leaves } }, at) => {
    const id = outcomes[at]?.id ?? null
    if (did === 'unchanged' || id === null) return []
    return [{ id, leaves }, ...(known ? [{ id, leaves: known.leaves }] : [])]
  })
  await tellOfSamples(client, dictionary, touched)
  return { outcomes, unstored }
}

/** What storing would do. */
export async function previewSamples(
  client: pg.PoolClient,
  dictionary: Dictionary,
  rows: readonly SampleRow[],
  how: StoreHow,
): Promise<Stored> {
  const places = placer(dictionary)
  const known = async (batch: readonly Answers[]) =>
    batch.map((answers) => places.knownLeaves([answers])?.[0] ?? nowhere)
  const { fates, unstored } = await decide(client, dictionary, rows, how, known)
  return { outcomes: fates.map((fate) => outcomeOf(fate, fate.known?.id ?? null)), unstored }
}

const writtenAtOnce = 5_000
/** A place that has yet to be made. */
const nowhere: readonly number[] = []

type Stored = { readonly outcomes: readonly SampleOutcome[]; readonly unstored: readonly Unstored[] }
type FindLeaves = (batch: readonly Answers[]) => Promise<readonly (readonly number[])[]>

const outcomeOf = ({ row, did, next: { state, reason } }: Fate, id: string | null): SampleOutcome => ({
  row,
  did,
  state,
  reason,
  id,
})

type Fate = { readonly row: SampleRow; readonly next: KnownSample } & (
  | { readonly did: 'inserted'; readonly known: null }
  | { readonly did: 'updated' | 'unchanged'; readonly known: StoredSample }
)

async function decide(
  client: pg.PoolClient,
  dictionary: Dictionary,
  rows: readonly SampleRow[],
  how: StoreHow,
  findLeaves: FindLeaves,
) {
  const find = finder(await knownSamples(client, dictionary, rows))
  const contacts = rows.flatMap(({ contact }) => contact ?? [])
  const { reasonFor: standing, claim } = await standingOf(client, dictionary.universe, contacts, how.now)
  const reasonFor = (row: SampleRow, person: Parameters<typeof standing>[0]) =>
    row.consent === 'optedOut' ? 'optOut' : standing(person)
  const fates: Fate[] = []
  /** Where the fate of a sample stands that a row before meant as well. */
  const decided = new Map<string, number>()
  const unstored: Unstored[] = []
  for (const row of rows) {
    const known = find(row)
    if (identityOf(row) === null) unstored.push({ row, why: 'nobody is named: neither an id nor a contact' })
    else if (!known && how.mode === 'update') unstored.push({ row, why: 'there is no such sample to update' })
    else if (!known) {
      const reason = reasonFor(row, { ...row, id: null })
      if (reason === null) claim(row.contact)
      fates.push({ row, did: 'inserted', known: null, next: { ...row, leaves: [], ...stateFor(reason) } })
    } else if (how.mode === 'new') fates.push({ row, did: 'unchanged', known, next: known })
    else {
      const at = decided.get(known.id)
      const before = at === undefined ? known : (fates[at]?.next ?? known)
      const next = { ...known, ...merged({ ...before, consent: null }, row) }
      const updated = {
        row,
        did: 'updated',
        known,
        next: { ...next, ...restated(known, reasonFor(row, next)) },
      } as const
      if (at === undefined) decided.set(known.id, fates.length)
      else fates[at] = { ...updated, row: fates[at]?.row ?? row }
      fates.push(at === undefined ? updated : { row, did: 'unchanged', known, next: updated.next })
    }
  }
  const leaves = await findLeaves(fates.map(({ next }) => next.background))
  const placed = fates.map((fate, at) => withLeaves(fate, leaves[at] ?? nowhere))
  const isFree = ({ known, next }: Fate) => how.mayPlace(next.leaves) && (!known || how.mayPlace(known.leaves))
  const why = 'lies outside the places whose samples you manage'
  unstored.push(...placed.filter((fate) => !isFree(fate)).map(({ row }) => ({ row, why })))
  return { fates: placed.filter(isFree).map(unlessEqual), unstored }
}

const withLeaves = (fate: Fate, leaves: readonly number[]): Fate =>
  fate.did === 'unchanged' ? fate : { ...fate, next: { ...fate.next, leaves } }

const stateFor = (reason: SampleReason | null): Pick<KnownSample, 'state' | 'reason'> =>
  reason === null ? { state: 'pending', reason } : { state: 'notInvited', reason }

/** Only who was not invited yet, and not taken out by hand, is looked at again. */
const restated = ({ state, reason }: StoredSample, found: SampleReason | null) =>
  state === 'pending' || (state === 'notInvited' && reason !== 'excluded') ? stateFor(found) : { state, reason }

const unlessEqual = (fate: Fate): Fate =>
  fate.did === 'updated' && changesOf(fate satisfies Updated) === null ? { ...fate, did: 'unchanged' } : fate

/** Finds whom a row means: by its external id, else who has its contact and no other id; without an id the newest who has it. */
function finder(known: readonly StoredSample[]): (row: SampleRow) => StoredSample | null {
  const byId = new Map(known.flatMap((one) => (one.externalId === null ? [] : [[one.externalId, one]])))
  const free = new Map(known.flatMap((one) => (one.externalId === null ? [[one.contact, one]] : [])))
  const newest = new Map(known.map((one) => [one.contact, one]))
  return ({ externalId, contact }) => {
    const named = externalId === null ? undefined : byId.get(externalId)
    if (named || contact === null) return named ?? null
    return free.get(contact) ?? (externalId === null ? newest.get(contact) : null) ?? null
  }
}

/** A file may say that somebody consents, but not that who opted out does again. */
async function writeConsents(
  client: pg.PoolClient,
  universe: string,
  rows: readonly SampleRow[],
  source: ConsentSource,
): Promise<void> {
  const saying = (consent: SampleRow['consent']) =>
    rows.flatMap((row) => (row.consent === consent && row.contact !== null ? [row.contact] : []))
  const [out, given] = [saying('optedOut'), saying('given')]
  if (out.length > 0) {
    await saveConsents(client, universe, out, 'optedOut', source)
    await holdBack(client, universe, out)
  }
  if (given.length === 0) return
  const known = await consentsOf(client, universe, given)
  const free = given.filter((contact) => known.get(contact)?.consent !== 'optedOut')
  await saveConsents(client, universe, free, 'given', source)
}
