import { Fault } from '@kaiku/core/fault.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { placer } from '../view/place.ts'
import { checkAnswers } from './answer-check.ts'
import { storeCorrection } from './stored-interview.ts'

/** Another universe's survey is absent, not forbidden. */
export async function ownSurvey(stores: Stores, universe: string, survey: number): Promise<Dictionary> {
  const dictionary = await surveyByNumber(stores, survey)
  if (dictionary.universe !== universe) throw new Fault('not_found', 'There is no such survey.')
  return dictionary
}

/**
 * Replaces an interview's answers by hand. What was first imported is kept, and no import changes the interview from then
 * on. Throws Fault `invalid` for answers that do not fit their questions, `not_found` where there is no such interview, or
 * none whose answers are still `before`. `by`: the person who does it; null: a program.
 */
export async function correctInterview(
  stores: Stores,
  universe: string,
  survey: number,
  interview: number,
  answers: Answers,
  before: Answers | null = null,
  by: string | null = null,
): Promise<void> {
  const dictionary = await ownSurvey(stores, universe, survey)
  checkAnswers(dictionary, answers)
  const places = placer(dictionary)
  const unplaced = places.refusal(answers)
  if (unplaced)
    throw new Fault('invalid', 'The answers have no place in a view.', [
      { place: unplaced.question, expected: unplaced.reason, found: unplaced.value },
    ])
  if (!(await storeCorrection(stores.pool, dictionary, places, { number: String(interview), answers, before }, by)))
    throw new Fault('not_found', 'There is no such interview.')
}
