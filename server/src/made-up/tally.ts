import type { Question } from '@kaiku/contract/question.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'

/** What is read of one interview. `leaf`: its place in the first view. */
export type SeenInterview = { readonly leaf: number; readonly month: string | null; readonly answers: Answers }

/** Stands for an answer between knots: no code can be it. */
export const inSpread: unique symbol = Symbol('in the spread')

/** Null: no answer. */
export type Code = number | string | null
type Counts = Map<Code, number>

/** How often something was, and the sums of which means and correlations are made. */
type Sums = { n: number; x: number; y: number; xx: number; yy: number; xy: number }
const noSums = (): Sums => ({ n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 })

function addTo(sums: Sums, x: number, y: number): void {
  sums.n++
  sums.x += x
  sums.y += y
  sums.xx += x * x
  sums.yy += y * y
  sums.xy += x * y
}

/** What is counted of the answers to one question. */
export type QuestionTally = {
  readonly question: Question
  readonly counts: Counts
  readonly byPlace: ReadonlyMap<number, Counts>
  /** Of lists: how many have so many codes. */
  readonly sizes: Map<number, number>
  /** Of numbers and days: the answers themselves, days as days since 1970. */
  readonly values: number[]
  /** The answer beside the mean of the interview's other answers, from 0 to 1. */
  readonly along: Sums
}

/** Answers of which only the spread is kept: numbers without few steps, and days. */
export const isSpread = (question: Question): boolean =>
  question.type === 'date' || (question.type === 'number' && (isWithheld(question) || stepsOf(question) === null))

/** Whether no answer to a question may be looked at as it is. */
export const isWithheld = (question: Question): boolean => question.hidden || isPersonal(question)

const mostSteps = 20

/** The smallest and the largest answer of a question, as answers are kept, where those between are few. */
export function stepsOf(question: Question): { readonly from: number; readonly to: number } | null {
  if (question.type !== 'scale' && question.type !== 'number') return null
  const unit = question.type === 'number' ? 10 ** question.decimals : 1
  const { min, max } = question
  if (min === undefined || max === undefined || question.roles.includes('weight')) return null
  if (question.type === 'number' && (max - min) * unit > mostSteps) return null
  return { from: Math.round(min * unit), to: Math.round(max * unit) }
}

/** Codes that are no answer, as answers are kept. */
export const missingOf = (question: Question): readonly (number | string)[] =>
  question.missing.map((code) =>
    question.type === 'number' ? Math.round(Number(code) * 10 ** question.decimals) : code,
  )

/** How good an answer is, from 0 to 1; null: it cannot be said. */
export function scoreOf(question: Question, answer: Code | readonly string[] | undefined): number | null {
  const steps = stepsOf(question)
  if (steps === null || typeof answer !== 'number' || missingOf(question).includes(answer)) return null
  const { from, to } = steps
  if (answer < from || answer > to || from === to) return null
  const share = (answer - from) / (to - from)
  return question.type === 'scale' && question.falling ? 1 - share : share
}

export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)

/** Questions whose answers are counted place by place. */
const mostByPlace = 200

/** Counts answers question by question: of single interviews nothing is kept together. */
export class AnswerTally {
  readonly questions: ReadonlyMap<string, QuestionTally>
  /** By month: the means of interviews' scores. */
  readonly moods = new Map<string, Sums>()
  readonly placing = new Map<string, { readonly answers: Answers; n: number }>()
  n = 0
  readonly #placing: readonly string[]

  constructor(dictionary: Dictionary, places: ReadonlySet<number>) {
    let counted = 0
    this.#placing = placingOf(dictionary)
    this.questions = new Map(
      [...dictionary.questions.values()].map(({ question }) => {
        const isByPlace = stepsOf(question) !== null && counted++ < mostByPlace
        const byPlace = new Map(isByPlace ? [...places].map((place) => [place, new Map()]) : [])
        const tally = { question, byPlace, counts: new Map(), sizes: new Map(), values: [], along: noSums() }
        return [question.id, tally] as const
      }),
    )
  }

  add(seen: SeenInterview): void {
    this.n++
    let [sum, count] = [0, 0]
    const scores = new Map<QuestionTally, number>()
    for (const [id, tally] of this.questions) {
      const answer = seen.answers[id]
      countAnswer(tally, seen.leaf, answer)
      const score = scoreOf(tally.question, answer)
      if (score === null) continue
      scores.set(tally, score)
      sum += score
      count++
    }
    if (count > 1) for (const [{ along }, score] of scores) addTo(along, score, (sum - score) / (count - 1))
    if (count > 0 && seen.month !== null) addTo(summed(this.moods, seen.month), sum / count, 0)
    this.#place(seen.answers)
  }

  #place(answers: Answers): void {
    const own = this.#placing.flatMap((id) => (answers[id] === undefined ? [] : [[id, answers[id]] as const]))
    const key = JSON.stringify(own)
    const found = this.placing.get(key)
    if (found) found.n++
    else this.placing.set(key, { answers: Object.fromEntries(own), n: 1 })
  }
}

/** The questions that views are made of. */
export const placingOf = ({ views }: Dictionary): readonly string[] => [
  ...new Set(
    [...views.values()].flatMap(({ view }) =>
      'levels' in view ? view.levels.map(({ question }) => question) : [view.key],
    ),
  ),
]

function summed(sums: Map<string, Sums>, key: string): Sums {
  const found = sums.get(key) ?? noSums()
  sums.set(key, found)
  return found
}

const raise = <T>(counts: Map<T, number>, key: T) => counts.set(key, (counts.get(key) ?? 0) + 1)

function countAnswer(tally: QuestionTally, leaf: number, answer: Answers[string] | undefined): void {
  const { question, counts, values, sizes } = tally
  if (question.type === 'text') {
    // Whether something was written, never what.
    raise(counts, typeof answer === 'string' && answer !== '' ? '' : null)
  } else if (question.type === 'multiple') {
    if (!Array.isArray(answer)) raise(counts, null)
    else {
      raise(sizes, answer.length)
      for (const code of new Set<string>(answer)) raise(counts, code)
    }
  } else if (isSpread(question) && !missingOf(question).includes(answer as string)) {
    const value = question.type === 'date' && typeof answer === 'string' ? dayNumber(answer) : answer
    if (typeof value === 'number' && Number.isFinite(value)) values.push(value)
    else raise(counts, null)
  } else {
    const code = isOfType(question, answer) ? answer : null
    raise(counts, code)
    const own = tally.byPlace.get(leaf)
    if (own) raise(own, code)
  }
}

const isOfType = ({ type }: Question, answer: unknown): answer is number | string =>
  typeof answer === (type === 'choice' || type === 'date' ? 'string' : 'number')
