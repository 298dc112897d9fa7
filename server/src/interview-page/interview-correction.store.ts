import type { Interview } from '@kaiku/contract/interview.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, query, type Shape, text as textColumn, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { shownAnswer } from '../interview-list/shown-answer.ts'
import { namesOf } from '../person/person-name.ts'

const rowColumns = { question: textColumn, person: nullable(textColumn), at: time } satisfies Shape
type Corrected = { readonly number: string; readonly answers: Answers; readonly original: Answers }

/** Which of these questions' answers are others than they first were, and by whom. */
export async function correctionsOf(
  { pool, service }: Stores,
  dictionary: Dictionary,
  { number, answers, original }: Corrected,
  questions: readonly Question[],
  translate: (text: Localised) => string,
): Promise<Interview['corrections']> {
  const { universe, survey } = dictionary
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      rowColumns,
      `select distinct on (question) question, person, at from interview_correction
       where universe = $1 and survey = $2 and number = $3 order by question, id desc`,
      [universe, survey, number],
    ),
  )
  const last = new Map(rows.map((row) => [row.question, row]))
  const names = await namesOf(
    service,
    rows.map(({ person }) => person),
  )
  return questions
    .filter(({ id, computed }) => !computed && JSON.stringify(answers[id]) !== JSON.stringify(original[id]))
    .map((question) => {
      const { person = null, at } = last.get(question.id) ?? {}
      return {
        question: question.id,
        was: shownAnswer(dictionary, question, original[question.id], translate),
        by: names.get(person ?? '') ?? '',
        at: at?.toISOString() ?? null,
      }
    })
}
