import { addDays, type Day } from '@kaiku/core/day.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { storeInterviews } from '../import/import.ts'
import { inTurn } from '../sample-survey/in-turn.ts'
import type { MadeRow } from '../sample-survey/interviews.ts'
import { randomOf } from '../sample-survey/random.ts'

const toldColumns = {
  contact: text,
  answers: answersColumn,
  day: text,
  solved: nullable(text),
  begun: bool,
} satisfies Shape

const seed = 29
const who = ['store', 'channel', 'member', 'language', 'age', 'line', 'customer', 'weight'] as const

/**
 * Customers of alerts who came back: most of those whose alert was solved, and of those nobody reached. Their answers
 * raise no alerts. `end`: the last day of the sample.
 */
export async function makeReturnVisits(stores: Stores, dictionary: Dictionary, end: Day): Promise<void> {
  const random = randomOf(seed)
  const told = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { rows } = await query(
      client,
      toldColumns,
      `select distinct on (i.contact) i.contact, i.answers, a.day::text,
         (a.solved_at at time zone 'Europe/Helsinki')::date::text as solved, a.first_action_at is not null as begun
       from alert a join interview i on (i.universe, i.survey, i.number) = (a.universe, a.survey, a.interview)
       where a.universe = $1 and a.survey = $2 and a.day is not null and i.contact is not null
       order by i.contact, a.day desc, a.id`,
      [dictionary.universe, dictionary.survey],
    )
    return rows
  })
  const rows = told.flatMap(({ contact, answers, day, solved, begun }): MadeRow[] => {
    const visited = addDays(solved ?? day, random.whole(2, 9))
    const recommend = solved === null ? random.whole(7, 8) : random.whole(7, 10)
    const comesBack = random.next() < 0.7
    if (!comesBack || visited > end || (begun && solved === null)) return []
    const same = who.flatMap((id) => (answers[id] === undefined ? [] : [[id, answers[id]] as const]))
    const felt = {
      recommend,
      satisfaction: recommend > 8 ? 5 : 4,
      queue: random.whole(3, 5),
      staff: random.whole(4, 5),
    }
    return [{ key: `r${contact}`, answers: { ...Object.fromEntries(same), visited, ...felt } }]
  })
  await storeInterviews(stores, dictionary, inTurn(rows), { import: 'sample' })
}
