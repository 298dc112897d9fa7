import type { Question } from '@kaiku/contract/question.ts'
import { addDays, type Day } from '@kaiku/core/day.ts'
import { weekdayOf } from '@kaiku/core/zoned-time.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import {
  type AnswerTally,
  type Code,
  inSpread,
  isSpread,
  isWithheld,
  missingOf,
  placingOf,
  type QuestionTally,
  scoreOf,
  stepsOf,
} from './tally.ts'

/** What may come, each as often as its weight says against the others. */
export type Weighted<T> = readonly (readonly [T, number])[]

/** How answers to a question are made up. */
export type QuestionShape =
  /** From the worst to the best where they have an order. `loading`: how far they go with what somebody thinks of all. */
  | {
      readonly kind: 'coded'
      readonly codes: Weighted<Code>
      readonly byPlace: ReadonlyMap<number, Weighted<Code>>
      readonly loading: number
    }
  /** `shares`: of who answered. */
  | {
      readonly kind: 'several'
      readonly answered: number
      readonly sizes: Weighted<number>
      readonly shares: Weighted<string>
    }
  /** Between `knots`, each as far from the next as so many answers. `others`: codes that are no answer; `inSpread`: one of these. */
  | { readonly kind: 'spread'; readonly others: Weighted<Code | typeof inSpread>; readonly knots: readonly number[] }
  | { readonly kind: 'written'; readonly share: number }
  | { readonly kind: 'none' }

/** All that is known of a survey's answers when others are made up: nothing of a single interview. */
export type SurveyShape = {
  /** How many interviews there are; null: this is not said. */
  readonly interviews: number | null
  readonly questions: ReadonlyMap<string, QuestionShape>
  /** Places of all views together. */
  readonly joint: Weighted<Answers>
  /** How often each view has a place of its own, any of its places: against `joint`. */
  readonly even: number
  readonly places: readonly (readonly Answers[])[]
  readonly days: Weighted<Day>
  /** Hours of the day at which interviews came; none: nobody knows. */
  readonly hours: Weighted<number>
  /** By month, how much better people think than otherwise, in standard deviations. */
  readonly moods: ReadonlyMap<string, number>
}

/** When interviews came, cell by cell. */
export type SeenTimes = {
  readonly months: ReadonlyMap<string, number>
  readonly weekdays: ReadonlyMap<number, number>
  readonly hours: ReadonlyMap<number, number>
  /** The first and the last day of all. */
  readonly first: Day
  readonly last: Day
}

/** Fewer than these are never counted, whatever a survey says. */
const leastMinimum = 5
export const minimumFor = ({ definition }: Dictionary, question?: Question): number =>
  Math.max(leastMinimum, definition.settings.minimumN, question?.minimumN ?? 0)

/** Only what came often enough. */
const often = <T>(counts: ReadonlyMap<T, number>, minimum: number): (readonly [T, number])[] =>
  [...counts].filter(([, n]) => n >= minimum)

/** The shape of answers that were counted. What is fewer than the minimum n is in none of it. */
export function measuredShape(dictionary: Dictionary, tally: AnswerTally, times: SeenTimes | null): SurveyShape {
  const minimum = minimumFor(dictionary)
  const placings = [...tally.placing.values()]
  const few = placings.filter(({ n }) => n < minimum).reduce((sum, { n }) => sum + n, 0)
  return {
    interviews: tally.n,
    questions: new Map(
      [...tally.questions].map(([id, own]) => [id, questionShape(own, minimumFor(dictionary, own.question))]),
    ),
    joint: placings.filter(({ n }) => n >= minimum).map(({ answers, n }) => [answers, n]),
    even: few >= minimum ? few : 0,
    places: placesOf(dictionary),
    days: times === null ? [] : daysOf(times, minimum),
    hours: times === null ? [] : often(times.hours, minimum),
    moods: moodsOf(tally, minimum),
  }
}

function questionShape(tally: QuestionTally, minimum: number): QuestionShape {
  const { question, counts, sizes, values } = tally
  const isKnown = [...counts.values()].reduce((sum, n) => sum + n, 0) + values.length >= minimum
  if (!isKnown || question.roles.includes('contact')) return { kind: 'none' }
  if (question.type === 'text') {
    const [none, some] = [counts.get(null) ?? 0, counts.get('') ?? 0]
    if (some < minimum) return { kind: 'none' }
    return { kind: 'written', share: none < minimum ? 1 : some / (none + some) }
  }
  if (isSpread(question)) return spreadShape(tally, minimum)
  if (isWithheld(question)) return evenShape(question)
  if (question.type === 'multiple') {
    const answered = [...sizes.values()].reduce((sum, n) => sum + n, 0)
    const unanswered = counts.get(null) ?? 0
    if (answered < minimum) return { kind: 'none' }
    const kept = often(counts, minimum).flatMap(([code, n]) =>
      typeof code === 'string' ? [[code, n / answered] as const] : [],
    )
    if (kept.length === 0) return { kind: 'none' }
    const share = unanswered < minimum ? 1 : answered / (answered + unanswered)
    return { kind: 'several', answered: share, sizes: often(sizes, minimum), shares: kept }
  }
  const codes = often(counts, minimum)
  const total = codes.reduce((sum, [, n]) => sum + n, 0)
  const byPlace = [...tally.byPlace].map(([place, cells]) => [place, cellsOf(codes, total, cells, minimum)] as const)
  const order = byScore(question)
  return {
    kind: 'coded',
    codes: codes.toSorted(order),
    byPlace: new Map(byPlace.map(([place, own]) => [place, own.toSorted(order)])),
    loading: loadingOf(tally, minimum),
  }
}

/** The cells of a place; those below the minimum are as everywhere, whatever they are. */
function cellsOf(
  codes: Weighted<Code>,
  total: number,
  cells: ReadonlyMap<Code, number>,
  minimum: number,
): (readonly [Code, number])[] {
  const n = [...cells.values()].reduce((sum, own) => sum + own, 0)
  return codes.map(([code, everywhere]) => {
    const own = cells.get(code) ?? 0
    return [code, own >= minimum ? own : (n * everywhere) / total]
  })
}

/** In front of the worst. */
const unscored = -1
const byScore =
  (question: Question) =>
  ([a]: readonly [Code, number], [b]: readonly [Code, number]): number =>
    (scoreOf(question, a) ?? unscored) - (scoreOf(question, b) ?? unscored)

const highestLoading = 0.95

function loadingOf({ along: { n, x, y, xx, yy, xy } }: QuestionTally, minimum: number): number {
  const spread = Math.sqrt(Math.max(0, n * xx - x * x) * Math.max(0, n * yy - y * y))
  if (n < 4 * minimum || spread === 0) return 0
  return Math.max(0, Math.min(highestLoading, (n * xy - x * y) / spread))
}

/** At most so many knots; each stands for at least the minimum of answers. */
const mostKnots = 50

function spreadShape({ question, counts, values }: QuestionTally, minimum: number): QuestionShape {
  const group = Math.max(2 * minimum, Math.ceil(values.length / mostKnots))
  const sorted = values.toSorted((a, b) => a - b)
  const groups = Math.floor(sorted.length / group)
  const others = isWithheld(question)
    ? often(counts, minimum).filter(([code]) => code === null)
    : often(counts, minimum)
  if (groups < 2) return { kind: 'none' }
  const knots = Array.from({ length: groups }, (_, at) => {
    const own = sorted.slice(at * group, at === groups - 1 ? undefined : (at + 1) * group)
    // Without the outermost: one value that no other comes near shows nowhere.
    const cut = Math.floor(own.length / 4)
    const inner = own.slice(cut, own.length - cut)
    return inner.reduce((sum, value) => sum + value, 0) / inner.length
  })
  return { kind: 'spread', knots, others: [...others, [inSpread, values.length]] }
}

/** How many interviews each day gets: a month as it had, its days by their weekday. */
function daysOf({ months, weekdays, first, last }: SeenTimes, minimum: number): Weighted<Day> {
  const few = [...months.values()].filter((n) => n < minimum)
  const mass = few.reduce((sum, n) => sum + n, 0)
  const each = mass < minimum ? 0 : mass / few.length
  const week = new Map(often(weekdays, minimum))
  const days: (readonly [Day, number])[] = []
  for (const [month, n] of months) {
    const own: (readonly [Day, number])[] = []
    for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1))
      if (day >= first && day <= last) own.push([day, week.get(weekdayOf(day)) ?? 0])
    const all = own.reduce((sum, [, weight]) => sum + weight, 0)
    if (all > 0) for (const [day, weight] of own) days.push([day, ((n < minimum ? each : n) * weight) / all])
  }
  return days.filter(([, weight]) => weight > 0)
}

function moodsOf({ moods }: AnswerTally, minimum: number): ReadonlyMap<string, number> {
  const known = [...moods].filter(([, { n }]) => n >= 4 * minimum)
  const all = known.reduce((sum, [, { n, x, xx }]) => ({ n: sum.n + n, x: sum.x + x, xx: sum.xx + xx }), {
    n: 0,
    x: 0,
    xx: 0,
  })
  const mean = all.x / Math.max(1, all.n)
  const deviation = Math.sqrt(Math.max(0, all.xx / Math.max(1, all.n) - mean ** 2))
  if (deviation === 0) return new Map()
  return new Map(known.map(([month, { n, x }]) => [month, (x / n - mean) / deviation]))
}

/** Days over which answers are spread that are made of nothing. */
const evenDays = 365

/** A shape that no answer was looked at for: everything that the definition allows comes as often. */
export function uniformShape(dictionary: Dictionary, last: Day): SurveyShape {
  const placing = new Set(placingOf(dictionary))
  return {
    interviews: null,
    questions: new Map(
      [...dictionary.questions].map(([id, { question }]) => [
        id,
        placing.has(id) || question.computed || question.roles.includes('contact')
          ? { kind: 'none' }
          : evenShape(question, last),
      ]),
    ),
    joint: [],
    even: 1,
    places: placesOf(dictionary),
    days: dictionary.role('date') ? Array.from({ length: evenDays }, (_, back) => [addDays(last, -back), 1]) : [],
    hours: [],
    moods: new Map(),
  }
}

/** What numbers lie between of which nothing is said. */
const usualRange = { from: 0, to: 100 }

/** Of a question alone. `last`: the last day that may be answered; absent: none may be. */
function evenShape(question: Question, last?: Day): QuestionShape {
  const even = <T>(codes: readonly T[]): Weighted<T> => codes.map((code) => [code, 1])
  switch (question.type) {
    case 'scale':
    case 'number': {
      const unit = question.type === 'number' ? 10 ** question.decimals : 1
      const steps = stepsOf(question)
      if (steps === null) {
        const { min = usualRange.from, max = Math.max(min, usualRange.to) } = question
        const isWeight = question.roles.includes('weight')
        const knots = isWeight ? [unit, unit] : [min * unit, max * unit]
        return { kind: 'spread', others: [[inSpread, 1]], knots }
      }
      const missing = missingOf(question)
      const all = Array.from({ length: steps.to - steps.from + 1 }, (_, at) => steps.from + at)
      const codes = even<Code>(all.filter((code) => !missing.includes(code)))
      return { kind: 'coded', codes: codes.toSorted(byScore(question)), byPlace: new Map(), loading: 0 }
    }
    case 'choice': {
      const missing = missingOf(question)
      const codes = question.options.map(({ code }) => code).filter((code) => !missing.includes(code))
      return codes.length === 0
        ? { kind: 'none' }
        : { kind: 'coded', codes: even<Code>(codes), byPlace: new Map(), loading: 0 }
    }
    case 'multiple': {
      const codes = question.options.map(({ code }) => code)
      if (codes.length === 0) return { kind: 'none' }
      return { kind: 'several', answered: 1, sizes: [[1, 1]], shares: codes.map((code) => [code, 1 / codes.length]) }
    }
    case 'text':
      return { kind: 'written', share: 0.5 }
    case 'date': {
      if (last === undefined) return { kind: 'none' }
      const day = Math.round(Date.parse(`${last}T00:00:00Z`) / 86_400_000)
      return { kind: 'spread', others: [[inSpread, 1]], knots: [day - evenDays, day] }
    }
  }
}

/** The answers that lead to each place of each view, as its configuration has them. */
function placesOf(dictionary: Dictionary): readonly (readonly Answers[])[] {
  return [...dictionary.views.values()].map(({ view, tree }) => {
    const ends = [...tree.shown.values()].filter(({ number }) => tree.children(number).length === 0)
    const questions = 'levels' in view ? view.levels.map(({ question }) => question) : [view.key]
    return ends.map((end) => {
      const line = 'levels' in view ? tree.line(end.number).map(({ id }) => id) : [end.id]
      return Object.fromEntries(
        line.flatMap((id, at) => {
          const question = dictionary.questions.get(questions[at] ?? '')?.question
          return question ? [[question.id, answerOf(question, id)]] : []
        }),
      )
    })
  })
}

function answerOf(question: Question, id: string): Answers[string] {
  if (question.type === 'number') return Math.round(Number(id) * 10 ** question.decimals)
  return question.type === 'scale' ? Number(id) : id
}
