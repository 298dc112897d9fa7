import type { Alert } from '@kaiku/contract/alert.ts'
import type { StoredAlert } from '../alert/stored-alert.ts'
import { placeOf, type Speaker } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { int8, nullable, numbers, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { scoresOfInterviews } from '../interview-list/chosen-interviews.ts'
import { reaches } from '../selection/scope-condition.ts'

const rowColumns = { id: text, number: int8, day: nullable(text), leaves: numbers } satisfies Shape
const mostLookedAt = 50
const mostShown = 5

/** What else the customer of an alert answered, where the viewer may see interviews; the newest first. */
export async function sameCustomer(
  stores: Stores,
  { who, dictionary, translate, scope }: Speaker,
  { interview, view }: StoredAlert,
): Promise<Alert['sameCustomer']> {
  if (interview === null || dictionary.definition.settings.protection) return []
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      rowColumns,
      `select i.id, i.number, i.day::text, i.leaves from interview i
       join interview own on (own.universe, own.survey, own.contact) = (i.universe, i.survey, i.contact)
       where own.universe = $1 and own.survey = $2 and own.number = $3 and i.number <> own.number
       order by i.day desc nulls last, i.number desc limit ${mostLookedAt}`,
      [dictionary.universe, dictionary.survey, interview],
    ),
  )
  const seen = rows.filter(({ leaves }) => reaches(who, dictionary, 'seeInterviews', leaves)).slice(0, mostShown)
  const scores = await scoresOfInterviews(
    ...([stores, who, dictionary] as const),
    seen.map(({ number }) => number),
  )
  return seen.map(({ id, number, day, leaves }) => ({
    interviewId: id,
    day,
    score: scores.get(number)?.value ?? null,
    place: placeOf({ dictionary, translate, who, scope }, { view, leaves }).names.at(-1) ?? '',
  }))
}
