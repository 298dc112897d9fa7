import { addDays, type Day, dayIn } from '@kaiku/core/day.ts'
import type { PostalAddress } from '@kaiku/core/postal-address.ts'
import { fold } from '@kaiku/core/text.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { json, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { backdateSamples, type PastTimes } from '../sample/backdate-samples.ts'
import type { SampleRow } from '../sample/sample-row.ts'
import { storeSamples } from '../sample-import/sample-batch.ts'
import { randomOf, type SampleRandom } from '../sample-survey/random.ts'

const visitColumns = {
  contact: text,
  number: text,
  answers: json(z.record(z.string(), z.unknown())),
  day: text,
} satisfies Shape

const seed = 23
const people = 1_200
const isAnswered = (at: number) => at % 3 === 0
const minuteMs = 60_000
const zone = 'Europe/Helsinki'
const first = [
  'Aino',
  'Eero',
  'Helmi',
  'Onni',
  'Saga',
  'Nils',
  'Freja',
  'Emil',
  'Ida',
  'Lars',
  'Venla',
  'Oskar',
] as const
const last = [
  'Korhonen',
  'Mäkinen',
  'Lindqvist',
  'Nyberg',
  'Hansen',
  'Jensen',
  'Niemi',
  'Salo',
  'Berg',
  'Dahl',
] as const

/** What became of those who have not answered, by how common it is. */
const states = [
  ['pending', 22],
  ['invited', 40],
  ['started', 4],
  ['partial', 5],
  ['refused', 6],
  ['bounced', 5],
  ['unsubscribed', 3],
] as const

type Visit = { contact: string; number: string; answers: Record<string, unknown>; day: Day }

/**
 * People of the sample who are or were asked: customers who answered lately, and others of the same stores who have not.
 * `now`: milliseconds since 1970.
 */
export async function makeSamplesOfSample(stores: Stores, dictionary: Dictionary, now: number): Promise<void> {
  const [random, clock] = [randomOf(seed), randomOf(seed + 1)]
  await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const own = [dictionary.universe, dictionary.survey]
    const { rows: visits } = await query(
      client,
      visitColumns,
      `select * from (
         select distinct on (contact) contact, number::text, answers, day::text from interview
         where universe = $1 and survey = $2 and day > (select max(day) - 30 from interview where universe = $1 and survey = $2)
         order by contact, day desc) v order by day desc, contact limit ${people}`,
      own,
    )
    const asked = visits.map((visit, at) => personOf(random, visit, at))
    const how = { mode: 'merge', source: 'file', person: null, bulk: null, now, mayPlace: () => true } as const
    const { outcomes } = await storeSamples(client, dictionary, asked, how)
    const settled = outcomes.flatMap(({ id, row, state }) => {
      const visit = visits[row.line]
      if (!visit) return []
      const isAsked = state === 'pending'
      const hasAnswered = isAsked && isAnswered(row.line)
      const became = hasAnswered ? 'completed' : isAsked ? random.weighted(states) : state
      const daysAgo = hasAnswered ? 0 : random.whole(1, 30)
      const isInvited = isAsked && became !== 'pending'
      const end = hasAnswered ? visit.day : addDays(dayIn(zone, now), -daysAgo)
      const times = timesOf(clock, end, { isInvited, isOver: isInvited && became !== 'invited', now })
      return id === null ? [] : [{ id, became, interview: hasAnswered ? visit.number : null, ...times }]
    })
    await backdateSamples(client, dictionary, settled)
  })
}

/** Moments in opening hours of a day, in the order in which things happen, and none of them still to come. */
function timesOf(
  clock: SampleRandom,
  day: Day,
  { isInvited, isOver, now }: { isInvited: boolean; isOver: boolean; now: number },
): PastTimes {
  const last = Math.min(now - minuteMs, momentIn(zone, day, clock.whole(840, 1_260)))
  const invited = last - clock.whole(15, 240) * minuteMs
  const added = invited - clock.whole(10, 120) * minuteMs
  return { added, invited: isInvited ? invited : null, last: isOver ? last : null }
}

const noAddress: PostalAddress = { street: null, postcode: null, town: null, country: null }
/** Streets and towns that there are nowhere. */
const addressOf = (at: number): PostalAddress => ({
  street: `Esimerkkikatu ${1 + (at % 40)} A ${1 + (at % 12)}`,
  postcode: '00000',
  town: 'Mallila',
  country: null,
})

function personOf(random: SampleRandom, { contact, answers }: Visit, at: number): SampleRow {
  const [given, family] = [random.pick(first), random.pick(last)]
  const address = `${fold(given)}.${fold(family).replace(/[äåö]/g, 'a')}.${contact}@example.com`
  const isReachable = random.next() > 0.03
  const facts = Object.fromEntries(
    ['store', 'language'].flatMap((id) => (typeof answers[id] === 'string' ? [[id, answers[id]]] : [])),
  )
  return {
    line: at,
    externalId: null,
    contact,
    name: `${given} ${family}`,
    phone: null,
    ...(isReachable ? addressOf(at) : noAddress),
    email: isReachable ? address : null,
    locale: typeof answers.language === 'string' ? answers.language : null,
    timeZone: null,
    consent: !isAnswered(at) && random.next() < 0.04 ? 'optedOut' : random.next() < 0.5 ? 'given' : null,
    background: facts,
  }
}
