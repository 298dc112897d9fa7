import type { RunReason } from '@kaiku/contract/effect.ts'
import type { LeftReason, MessageKind } from '@kaiku/core/campaign.ts'
import type pg from 'pg'
import { messageStanding, ofState } from '../campaign/audience.ts'
import { int8, nullable, query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { saidToEarlier } from '../recipient/earlier-message.ts'
import { consentsOf } from '../sample/consent.ts'
import { type StoredSample, sampleColumns, sampleShape, sampleTables } from '../sample/stored-sample.ts'

/** How somebody is to be written to: by what, and how many days after being asked by another sample; null: at once. */
export type WantedMessage = { readonly kind: MessageKind; readonly restDays: number | null }

/** What an effect is of: an interview by its number, one that an alert is about, or a sample; neither: a place. */
export type PersonSubject = { readonly interview: string | null; readonly sample: string | null }

/**
 * Who gets a message about each of these, or why nobody does; the same for a dry run and for a live one. What effects
 * send asks for no answer: who has answered gets it as well, and no rest period is in its way unless the block says so.
 */
export async function readersOf(
  client: pg.PoolClient,
  dictionary: Dictionary,
  subjects: readonly PersonSubject[],
  { kind, restDays }: WantedMessage,
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
  // Reminders rest for nobody.
  const asked = { kind, action: restDays === null ? 'reminder' : 'new', restDays } as const
  const standing = await messageStanding(client, universe, rows, asked, now)
  const contacts = rows.flatMap(({ answeredBy, contact }) => [answeredBy ?? [], contact ?? []].flat())
  const consents = await consentsOf(client, universe, [...new Set(contacts)])
  const said = await saidToEarlier(
    client,
    universe,
    rows.map(({ id }) => id),
  )
  return subjects.map(({ interview, sample }) => {
    if (interview === null && sample === null) return 'place'
    const found = sample === null ? byInterview.get(interview ?? '') : byId.get(sample)
    if (!found) return 'noSample'
    if (consents.get(found.answeredBy ?? '')?.consent === 'optedOut') return 'optedOut'
    const state = ofState(found)
    const left = (state === 'answered' ? null : state) ?? standing(found)
    if (left !== null) return reasonOf(left, kind)
    const before = said.get(found.id)
    // Who has agreed to be asked since wants messages again.
    if (before === 'unsubscribed' && consents.get(found.contact ?? '')?.consent !== 'given') return 'optedOut'
    return before === 'bounced' && kind === 'mail' ? 'returned' : found
  })
}

const noAddress = { mail: 'noAddress', sms: 'noPhone', letter: 'noPostalAddress' } as const

function reasonOf(left: LeftReason, kind: MessageKind): RunReason {
  switch (left) {
    case 'noAddress':
      return noAddress[kind]
    case 'bounced':
      return 'returned'
    case 'excluded':
      return 'excluded'
    case 'restPeriod':
      return 'resting'
    default:
      return 'optedOut'
  }
}
