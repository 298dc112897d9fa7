import { fold } from '@kaiku/core/text.ts'
import { inUniverse } from '../db/postgres.ts'
import { storeSamples } from '../sample/sample-batch.ts'
import type { SampleRow } from '../sample/sample-row.ts'
import type { Stores } from '../stores.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { type Random, randomOf } from './random.ts'

const seed = 23
const people = 1_200
const isAnswered = (at: number) => at % 3 === 0
const dayMs = 86_400_000
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

type Visit = { contact: string; number: string; answers: Record<string, unknown>; at: Date }

/**
 * People of the sample who are or were asked: customers who answered lately, and others of the same stores who have not.
 * `now`: milliseconds since 1970.
 */
export async function makeSamplesOfSample(stores: Stores, dictionary: Dictionary, now: number): Promise<void> {
  const random = randomOf(seed)
  await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const own = [dictionary.universe, dictionary.survey]
    const { rows: visits } = await client.query<Visit>(
      `select * from (
         select distinct on (contact) contact, number::text, answers, coalesce(at, day::timestamptz) as at from interview
         where universe = $1 and survey = $2 and day > (select max(day) - 30 from interview where universe = $1 and survey = $2)
         order by contact, day desc) v order by at desc, contact limit ${people}`,
      own,
    )
    const asked = visits.map((visit, at) => personOf(random, visit, at))
    const how = { mode: 'merge', source: 'file', person: null, bulk: null, now, mayPlace: () => true } as const
    const { outcomes } = await storeSamples(client, dictionary, asked, how)
    const settled = outcomes.flatMap(({ id, row, state }) => {
      const visit = visits[row.line]
      if (!visit || state !== 'pending') return []
      const hasAnswered = isAnswered(row.line)
      const became = hasAnswered ? 'completed' : random.weighted(states)
      const invited = hasAnswered ? visit.at.getTime() - dayMs : now - random.whole(1, 30) * dayMs
      const isInvited = became !== 'pending'
      return [
        {
          id,
          state: became,
          interview: hasAnswered ? visit.number : null,
          invited: isInvited ? new Date(invited) : null,
        },
      ]
    })
    await client.query(
      `with given as (
         select * from jsonb_to_recordset($3) as g (id uuid, state text, interview bigint, invited timestamptz)),
       noted as (
         insert into sample_event (universe, survey, sample, kind, before, after, version, at)
         select $1, $2, id, case when interview is null then 'changed' else 'interview' end,
           '{"state":"pending"}', jsonb_build_object('state', state), 2, coalesce(invited, now())
         from given where state <> 'pending')
       update sample s set state = g.state, interview = g.interview, invited_at = g.invited, version = 2,
         responded_at = case when g.interview is not null then g.invited + interval '1 day' end,
         changed_at = least(now(), coalesce(g.invited, now()))
       from given g where s.universe = $1 and s.survey = $2 and s.id = g.id and g.state <> 'pending'`,
      [...own, JSON.stringify(settled)],
    )
  })
}

function personOf(random: Random, { contact, answers }: Visit, at: number): SampleRow {
  const [given, family] = [random.pick(first), random.pick(last)]
  const address = `${fold(given)}.${fold(family).replace(/[äåö]/g, 'a')}.${contact}@example.com`
  const isReachable = random.next() > 0.03
  const facts = Object.fromEntries(
    ['store', 'language'].flatMap((id) => (typeof answers[id] === 'string' ? [[id, answers[id]]] : [])),
  )
  return {
    ...{ line: at, externalId: null, contact, name: `${given} ${family}`, phone: null },
    email: isReachable ? address : null,
    locale: typeof answers.language === 'string' ? answers.language : null,
    consent: !isAnswered(at) && random.next() < 0.04 ? 'optedOut' : random.next() < 0.5 ? 'given' : null,
    background: facts,
  }
}
