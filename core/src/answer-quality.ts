/**
 * What suggests that an interview was not answered with care. None of it proves anything: it marks what somebody should
 * look at, and what figures can leave out.
 *
 * - **Too fast**: a small share of the survey's median duration. Leiner, “Too Fast, too Straight, too Weird” (Survey
 *   Research Methods 13(3), 2019, 229–248), finds time relative to the median the best single sign of careless answers,
 *   and suggests looking at those who were twice as fast; Greszki, Meyer and Schoen (Public Opinion Quarterly 79(2), 2015,
 *   471–503) try 30, 40 and 50 % below it. The usual third accuses fewer.
 * - **Straight-lining**: the same step on every question of one scale, “simple nondifferentiation” in Kim, Dykema,
 *   Stevenson, Black and Moberg (Social Science Computer Review 37(2), 2019, 214–233). The fewer the questions, the more
 *   often that is honest: the usual least is six.
 * - **Duplicate**: an earlier interview of the same contact, or with the same answers, of nearly the same day.
 */
export type QualityFlag =
  | { readonly flag: 'tooFast'; readonly seconds: number; readonly median: number }
  | { readonly flag: 'straightLining'; readonly questions: number; readonly answer: number }
  | { readonly flag: 'duplicate'; readonly of: string; readonly by: 'contact' | 'answers' }

export const qualityFlags = ['tooFast', 'straightLining', 'duplicate'] as const satisfies QualityFlag['flag'][]

/** Durations that a median is taken of, at least: fewer say nothing about what is usual. */
export const leastDurations = 30

/** `share`: of the median below which it is too fast. Null: not too fast, or nothing is known. */
export function tooFast(seconds: number | null, median: number | null, share: number): QualityFlag | null {
  if (seconds === null || median === null || seconds < 0 || seconds >= median * share) return null
  return { flag: 'tooFast', seconds, median }
}

/** A valid answer on a scale from `min` to `max`. */
export type ScaleAnswer = { readonly min: number; readonly max: number; readonly value: number }

/** The scale with the most answers, at least `least`, that all are the same step; null where there is none. */
export function straightLining(answers: readonly ScaleAnswer[], least: number): QualityFlag | null {
  const scales = new Map<string, ScaleAnswer[]>()
  for (const answer of answers) {
    const scale = `${answer.min} ${answer.max}`
    const of = scales.get(scale)
    if (of) of.push(answer)
    else scales.set(scale, [answer])
  }
  let found: QualityFlag | null = null
  let most = least - 1
  for (const of of scales.values()) {
    const [first] = of
    if (!first || of.length <= most || of.some(({ value }) => value !== first.value)) continue
    most = of.length
    found = { flag: 'straightLining', questions: of.length, answer: first.value }
  }
  return found
}

const leastText = 20
const leastAnswers = 10

/**
 * The same for interviews with the same answers; null where so little was said that two people easily say the same: no
 * open text of twenty characters and fewer than ten answers. `answers`: without the day and whatever else differs by itself.
 */
export function answerPrint(answers: Readonly<Record<string, unknown>>, texts: ReadonlySet<string>): string | null {
  const given = Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1))
  const isDistinct = given.some(([id, value]) => texts.has(id) && String(value).trim().length >= leastText)
  return isDistinct || given.length >= leastAnswers ? JSON.stringify(given) : null
}
