import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { formatDay } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { scoreText } from '../indicator/score-text.ts'
import { shortWords } from '../interview/answer-words.ts'

type List = AnswerOf<'InterviewList'>

/** A row of the list in the reader's words. */
export type WrittenRow = {
  readonly id: string
  readonly day: string
  readonly place: string
  readonly scores: readonly string[]
  readonly answers: readonly string[]
}

/** Rows of a list, and the titles of their scores and answers. */
export function writeRows(
  { indicators: ids, columns }: List,
  rows: List['rows'],
  known: ReadonlyMap<string, ShownIndicator>,
  t: TFunction,
  locale: string,
): { titles: readonly string[]; rows: readonly WrittenRow[] } {
  const indicators = ids.flatMap((id) => known.get(id) ?? [])
  return {
    titles: [...indicators, ...columns].map(({ title }) => title),
    rows: rows.map(({ interviewId: id, day, place, scores, answers }) => ({
      id,
      day: formatDay(day, locale),
      place: place
        .filter((name) => name !== '')
        .slice(-2)
        .join(' › '),
      scores: indicators.map((indicator) => {
        const score = scores.find((one) => one.indicator === indicator.id)
        return score ? scoreText(indicator, score.value, t, locale) : ''
      }),
      answers: columns.map(({ type }, at) => {
        const given = answers[at]
        return given ? shortWords(given, type, locale) : ''
      }),
    })),
  }
}
