import type { Question } from '@kaiku/contract/question.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { answerCounts } from '../aggregate/answer-count.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, noNumber, type StoredQuestion } from '../dictionary/dictionary.ts'
import { isEverywhere, quietScopeOf } from '../selection/scope.ts'
import { noNodeOf } from '../view/place.ts'

/** As many of them as a tree may have places. */
const mostAnswers = 200_000

/** Whether a viewer may know how many interviews name which place: of all of them, and of no protected one. */
export const knowsAnswers = (who: Viewer, dictionary: Dictionary): boolean =>
  !dictionary.definition.settings.protection &&
  (['seeIndicators', 'seeInterviews'] as const).every((one) => isEverywhere(quietScopeOf(who, dictionary, one)))

/** How many interviews gave each answer to the key of a tree, as ids of places are written; the most frequent first. */
export async function placeAnswers(
  stores: Stores,
  dictionary: Dictionary,
  key: StoredQuestion,
): Promise<[string, number][]> {
  const counted = await answerCounts(stores, dictionary, key, mostAnswers)
  return counted.flatMap(([answer, n]): [string, number][] => {
    const id = placeIdOf(key.question, answer)
    return id === null ? [] : [[id, n]]
  })
}

/** Answers for which imports refused rows because they name no place of a view, as far as imports remember their rows. */
export async function refusedAnswers(
  { pool }: Stores,
  { universe, survey }: Dictionary,
  view: string,
): Promise<[string, number][]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { value: text, n: number },
      `select one ->> 'value' as value, count(*)::int as n
       from import i, jsonb_array_elements(i.rejects) as one
       where i.universe = $1 and i.survey = $2 and i.state = 'done' and one ->> 'reason' = $3
       group by 1 order by 2 desc, 1 limit 1000`,
      [universe, survey, noNodeOf(view)],
    ),
  )
  return rows.map(({ value, n }) => [value, n])
}

/** The id of a place that a stored answer means; null: it is none. */
export function placeIdOf(question: Question, stored: string): string | null {
  const isNumber = question.type === 'number' || question.type === 'scale'
  if (stored === '' || (isNumber && stored === noNumber[question.type])) return null
  const id = question.type === 'number' ? String(Number(stored) / 10 ** question.decimals) : stored
  return question.missing.map(String).includes(id) ? null : id
}
