import { type BatchReject, sentInterview } from '@kaiku/contract/public-api.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refusal } from '@kaiku/core/text.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeText, schemaFaults } from '../fault/definition-fault.ts'
import { isRefusedValue } from '../import/import-run.ts'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import { jsonRows } from '../interview-row/json-rows.ts'
import { keyOfExternalId } from '../interview-row/row-key.ts'
import { findSurvey } from '../survey/survey.ts'
import { type Placer, placer } from '../view/place.ts'
import { storeTogether } from './store-together.ts'

type Taken = { readonly index: number; readonly externalId: string; readonly row: InterviewRow }
type Stored = { readonly externalId: string; readonly interviewId: string }

/** Where a publish changes the places in between, the interviews are placed anew this many times. */
const tries = 3

/**
 * Stores those of the interviews that can be taken, in one transaction, and says of each other why not. The same again
 * changes nothing and is answered alike; other answers under a known id replace those that were not corrected by hand.
 * `once`: where respondents are protected, what names somebody who has answered is not taken; its place is `externalId`.
 */
export async function storeSent(
  stores: Stores,
  universe: string,
  survey: string,
  sent: readonly unknown[],
  { once = false }: { readonly once?: boolean } = {},
): Promise<{ readonly stored: Stored[]; readonly rejected: BatchReject[] }> {
  for (let left = tries; ; left--) {
    const dictionary = await findSurvey(stores, universe, survey)
    try {
      return await storeOnce(stores, dictionary, sent, once)
    } catch (error) {
      if (isRefusedValue(error)) throw new Fault('invalid', `An answer cannot be kept: ${error.message}`)
      if (left === 0 || !(error instanceof Fault) || error.code !== 'conflict') throw error
    }
  }
}

async function storeOnce(stores: Stores, dictionary: Dictionary, sent: readonly unknown[], once: boolean) {
  const places = placer(dictionary)
  const { taken, rejected } = readSent(dictionary, places, sent, once)
  const rows = taken.map(({ row }) => row)
  const ids = rows.length > 0 ? await storeTogether(stores, dictionary, rows) : new Map<string, string>()
  const stored: Stored[] = []
  for (const { index, externalId, row } of taken) {
    const interviewId = ids.get(row.key)
    if (interviewId) stored.push({ externalId, interviewId })
    else rejected.push({ index, externalId, place: 'externalId', found: externalId, reason: 'it was erased for good' })
  }
  return { stored, rejected: rejected.sort((a, b) => a.index - b.index) }
}

function readSent(dictionary: Dictionary, places: Placer, sent: readonly unknown[], isOnce: boolean) {
  const read = jsonRows(dictionary)
  const seen = new Set<string>()
  const taken: Taken[] = []
  const rejected: BatchReject[] = []
  for (const [index, one] of sent.entries()) {
    const { data, error } = sentInterview.safeParse(one)
    const reject = (place: string, found: string, reason: string) =>
      rejected.push({
        index,
        externalId: shown(data?.externalId ?? ''),
        place: shown(place),
        found: shown(found),
        reason,
      })
    if (error) {
      const [fault] = schemaFaults(error.issues, one)
      reject(placeText(fault?.place ?? []), String(fault?.found ?? ''), `expected ${fault?.expected ?? 'an interview'}`)
      continue
    }
    const { externalId, answers, sample, isPartial } = data
    const unfit = refusal(externalId) ?? refusal(sample ?? '')
    const row = read(keyOfExternalId(externalId), answers)
    const unplaced = 'reason' in row ? null : places.refusal(row.placing)
    if (unfit !== null) reject('externalId', externalId, unfit)
    else if (seen.has(externalId)) reject('externalId', externalId, 'the same one stands earlier')
    else if ('reason' in row) reject(`answers.${row.column}`, row.value, row.reason)
    else if (unplaced) reject(`answers.${unplaced.question}`, unplaced.value, unplaced.reason)
    else
      taken.push({
        index,
        externalId,
        row: { ...row, asked: { sample: sample ?? null, isPartial: isPartial === true, isOnce } },
      })
    seen.add(externalId)
  }
  return { taken, rejected }
}

const longestShown = 200
const shown = (text: string) => text.slice(0, longestShown).replace(/\0|\p{Surrogate}/gu, '\ufffd')
