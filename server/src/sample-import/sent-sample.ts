import { type BatchReject, sentSample } from '@kaiku/contract/public-api.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refusal } from '@kaiku/core/text.ts'
import { zoneNamed } from '@kaiku/core/zoned-time.ts'
import type { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { placeText, schemaFaults } from '../fault/definition-fault.ts'
import type { CellFault } from '../interview-row/cell.ts'
import { jsonRows } from '../interview-row/json-rows.ts'
import { contactOf, identityOf, mergeDuplicates, type SampleRow } from '../sample/sample-row.ts'
import { findSurvey } from '../survey/survey.ts'
import { placer } from '../view/place.ts'
import { type ImportMode, type SampleOutcome, storeSamples } from './sample-batch.ts'

type Sent = z.output<typeof sentSample>
type Refused = { readonly place: string; readonly found: string; readonly why: string }

/** A sample as a program or a file names it, made ready to be stored. `line`: what it is told apart by; `read`: facts that were read already. */
export function sampleReader(
  dictionary: Dictionary,
): (line: number, sent: unknown, read?: Facts) => SampleRow | Refused {
  const answers = jsonRows(dictionary)
  const places = placer(dictionary)
  return (line, given, read) => {
    const { data, error } = sentSample.safeParse(given)
    if (error) {
      const [fault] = schemaFaults(error.issues, given)
      const why = `expected ${fault?.expected ?? 'a sample'}`
      return { place: placeText(fault?.place ?? []), found: String(fault?.found ?? ''), why }
    }
    const unfit = firstUnfit(data)
    if (unfit) return unfit
    const timeZone = data.timeZone === undefined ? null : zoneNamed(data.timeZone)
    if (data.timeZone !== undefined && timeZone === null)
      return { place: 'timeZone', found: data.timeZone, why: 'no IANA time zone, such as Europe/Helsinki' }
    const row = read ?? factsOf(answers('', data.background))
    if ('reason' in row) return { place: `background.${row.column}`, found: row.value, why: row.reason }
    const unplaced = places.refusal(row.placing)
    if (unplaced) return { place: `background.${unplaced.question}`, found: unplaced.value, why: unplaced.reason }
    return sampleRow(line, Object.assign({}, data, { timeZone: timeZone ?? undefined }), row.background, row.contact)
  }
}

/** What is known of somebody before the interview; `contact`: where it is an answer. */
export type Facts = { readonly background: Answers; readonly placing: Answers; readonly contact: string | null }

const factsOf = (row: ReturnType<ReturnType<typeof jsonRows>>): Facts | CellFault =>
  'reason' in row ? row : { background: JSON.parse(row.json) as Answers, placing: row.placing, contact: row.contact }

function firstUnfit({ background: _background, ...texts }: Sent): Refused | null {
  for (const [place, text] of Object.entries(texts)) {
    const why = text === undefined ? null : refusal(text)
    if (text !== undefined && why !== null) return { place, found: text, why }
  }
  return null
}

/** `answered`: the contact that stands among what is known before. */
const sampleRow = (line: number, sent: Sent, background: Answers, answered: string | null): SampleRow => ({
  line,
  externalId: sent.externalId ?? null,
  name: sent.name ?? null,
  email: sent.email ?? null,
  phone: sent.phone ?? null,
  street: sent.street ?? null,
  postcode: sent.postcode ?? null,
  town: sent.town ?? null,
  country: sent.country ?? null,
  locale: sent.locale ?? null,
  timeZone: sent.timeZone ?? null,
  consent: sent.consent ?? null,
  background,
  contact: contactOf({ ...sent, contact: sent.contact ?? answered }),
})

type Stored = {
  readonly index: number
  readonly sampleId: string
  readonly externalId: string | null
} & Pick<SampleOutcome, 'did' | 'state' | 'reason'>

/** Where a publish changes the places in between, it is tried so many times more. */
const tries = 3

/** Stores those of the people that can be taken, in one transaction, and says of each other why not. */
export async function storeSentSamples(
  stores: Stores,
  universe: string,
  survey: string,
  mode: ImportMode,
  sent: readonly unknown[],
  now: number,
): Promise<{ readonly stored: Stored[]; readonly rejected: BatchReject[] }> {
  for (let left = tries; ; left--) {
    const dictionary = await findSurvey(stores, universe, survey)
    try {
      return await storeOnce(stores, dictionary, mode, sent, now)
    } catch (error) {
      if (left === 0 || !(error instanceof Fault) || error.code !== 'conflict') throw error
    }
  }
}

async function storeOnce(
  { pool }: Stores,
  dictionary: Dictionary,
  mode: ImportMode,
  sent: readonly unknown[],
  now: number,
) {
  const read = sampleReader(dictionary)
  const taken: SampleRow[] = []
  const rejected: BatchReject[] = []
  const seen = new Set<string>()
  for (const [index, one] of sent.entries()) {
    const row = read(index, one)
    const reject = (externalId: string, place: string, found: string, reason: string) =>
      rejected.push({ index, externalId: shown(externalId), place: shown(place), found: shown(found), reason })
    if ('why' in row) reject('', row.place, row.found, row.why)
    else {
      const identity = identityOf(row)
      if (identity !== null && seen.has(identity)) reject(row.externalId ?? '', '', '', 'the same one stands earlier')
      else taken.push(row)
      if (identity !== null) seen.add(identity)
    }
  }
  const how = { mode, now, source: 'program', person: null, bulk: null, mayPlace: () => true } as const
  const { outcomes, unstored } = await inUniverse(pool, dictionary.universe, (client) =>
    storeSamples(client, dictionary, mergeDuplicates(taken).rows, how),
  )
  for (const { row, why } of unstored)
    rejected.push({ index: row.line, externalId: row.externalId ?? '', place: '', found: '', reason: why })
  const stored = outcomes.flatMap(({ row, id, did, state, reason }) =>
    id === null ? [] : [{ index: row.line, sampleId: id, externalId: row.externalId, did, state, reason }],
  )
  return { stored, rejected: rejected.sort((a, b) => a.index - b.index) }
}

const longestShown = 200
const shown = (text: string) => text.slice(0, longestShown).replace(/\0|\p{Surrogate}/gu, '\ufffd')
