import type { RunReason } from '@kaiku/contract/effect.ts'
import type { LeftReason } from '@kaiku/core/campaign.ts'
import type pg from 'pg'
import { messageStanding, ofState } from '../campaign/audience.ts'
import { int8, nullable, query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { consentsOf } from '../sample/consent.ts'
import { type StoredSample, sampleColumns, sampleShape, sampleTables } from '../sample/stored-sample.ts'

/** What an effect is of: an interview by its number, one that an alert is about, or a sample; neither: a place. */
export type LetterSubject = { readonly interview: string | null; readonly sample: string | null }

/**
 * Who gets a letter about each of these, or why nobody does; the same for a dry run and for a live one. A letter that
 * effects send asks for no answer: who has answered gets it as well, and no rest period is in its way.
 */
export async function readersOf(
  client: pg.PoolClient,
  dictionary: Dictionary,
  subjects: readonly LetterSubject[],
  now: number,
): Promise<readonly (StoredSample | RunReason)[]> {
  const { universe, survey } = dictionary
  const { rows } = await query(
    client,
    Object.assign({ number: nullable(int8), answeredBy: nullable(text) }, sampleShape),
    `select ${sampleColumns}, s.interview as number, i.contact as "answeredBy" from ${sampleTables}
     where s.universe = $1 and s.survey = $2 and (s.id = any($3) or s.interview = any($4::bigint[])) order by s.id desc`,
    [
      ...[universe, survey, subjects.flatMap(({ sample }) => sample ?? [])],
      subjects.flatMap(({ interview }) => interview ?? []),
    ],
  )
  const byId = new Map(rows.map((one) => [one.id, one]))
  const byInterview = new Map(rows.flatMap((one) => (one.number === null ? [] : [[one.number, one] as const])))
  const asked = { kind: 'letter', action: 'reminder', restDays: 0 } as const
  const standing = await messageStanding(client, universe, rows, asked, now)
  const consents = await consentsOf(client, universe, [...new Set(rows.flatMap(({ answeredBy }) => answeredBy ?? []))])
  return subjects.map(({ interview, sample }) => {
    if (interview === null && sample === null) return 'place'
    const found = sample === null ? byInterview.get(interview ?? '') : byId.get(sample)
    if (!found) return 'noSample'
    if (consents.get(found.answeredBy ?? '')?.consent === 'optedOut') return 'optedOut'
    const state = ofState(found)
    const left = (state === 'answered' ? null : state) ?? standing(found)
    return left === null ? found : reasonOf(left)
  })
}

function reasonOf(left: LeftReason): RunReason {
  switch (left) {
    case 'noAddress':
      return 'noPostalAddress'
    case 'bounced':
      return 'returned'
    case 'excluded':
      return 'excluded'
    default:
      return 'optedOut'
  }
}
