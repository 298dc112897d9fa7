import type { ApiInterview } from '@kaiku/contract/public-api.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { correctInterview } from '../interview/interview.ts'
import { jsonRows, type SentAnswers } from '../interview-row/json-rows.ts'
import { externalIdOf } from '../interview-row/row-key.ts'
import { findStored } from './public-interview.store.ts'

/** Throws Fault `not_found`, and `forbidden` where respondents are protected: no single one may be told from the others. */
export async function readStored(stores: Stores, dictionary: Dictionary, interviewId: string): Promise<ApiInterview> {
  if (dictionary.definition.settings.protection)
    throw new Fault('forbidden', 'The respondents of this survey are protected: no single interview is handed out.')
  const { number: _, key, arrivedAt, ...stored } = await findStored(stores, dictionary, interviewId)
  return {
    ...stored,
    interviewId,
    externalId: externalIdOf(key),
    survey: dictionary.extName,
    arrivedAt: arrivedAt.toISOString(),
    answers: inOwnUnits(dictionary, stored.answers),
    original: stored.original && inOwnUnits(dictionary, stored.original),
  }
}

/** Answers as they are sent: numbers are no longer scaled. */
const inOwnUnits = ({ questions }: Dictionary, answers: Answers): ApiInterview['answers'] =>
  Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => {
      const question = questions.get(id)?.question
      if (typeof answer === 'number' && question?.type === 'number') return [id, answer / 10 ** question.decimals]
      return [id, typeof answer === 'object' ? [...answer] : answer]
    }),
  )

/** Somebody else may correct the same interview at the same time: then it is read again. */
const tries = 5

/** Corrects some answers and leaves the others; null takes one away. Throws Fault `invalid` and `not_found`. */
export async function correctStored(
  stores: Stores,
  dictionary: Dictionary,
  interviewId: string,
  answers: SentAnswers,
): Promise<void> {
  const row = jsonRows(dictionary)('', answers)
  if ('reason' in row)
    throw new Fault('invalid', 'An answer does not fit its question.', [
      { place: `answers.${row.column}`, expected: row.reason, found: row.value },
    ])
  const corrected = JSON.parse(row.json) as Answers
  for (let left = tries; ; left--) {
    const { number, answers: before } = await findStored(stores, dictionary, interviewId)
    const others = Object.entries(before).filter(([id]) => !Object.hasOwn(answers, id))
    try {
      const whole = { ...Object.fromEntries(others), ...corrected }
      return await correctInterview(stores, dictionary.universe, dictionary.survey, number, whole, before)
    } catch (error) {
      if (left === 0 || !(error instanceof Fault) || !['not_found', 'conflict'].includes(error.code)) throw error
    }
  }
}
