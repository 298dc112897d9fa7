import type { Question } from '@kaiku/contract/question.ts'
import type { uiLocales } from '@kaiku/contract/universe.ts'
import type { Day } from '@kaiku/core/day.ts'
import { normalCdf } from '@kaiku/core/distribution.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { randomOf, type SampleRandom } from '../sample-survey/random.ts'
import type { Placer } from '../view/place.ts'
import { phrases } from './phrases.ts'
import type { QuestionShape, SurveyShape, Weighted } from './shape.ts'
import { type Code, inSpread, isWithheld, placingOf, scoreOf } from './tally.ts'

/** An interview that nobody gave. */
export type MadeUpInterview = {
  readonly answers: Answers
  readonly day: Day | null
  /** Null: only the day is known. */
  readonly at: string | null
  readonly leaves: readonly number[]
}

export type DrawOptions = {
  readonly count: number
  readonly seed: number
  /** Of what is written. */
  readonly locale: (typeof uiLocales)[number]
}

/**
 * Interviews of a shape: the same for the same seed. What somebody thinks of all of it moves their scores together, and
 * from month to month; all else is drawn answer by answer.
 */
export function* drawInterviews(
  dictionary: Dictionary,
  places: Placer,
  shape: SurveyShape,
  { count, seed, locale }: DrawOptions,
): Generator<MadeUpInterview> {
  const random = randomOf(seed)
  const { timeZone } = dictionary.definition.settings
  const [days, hours, joint] = [drawerOf(shape.days), drawerOf(shape.hours), drawerOf(shape.joint)]
  const jointWeight = shape.joint.reduce((sum, [, weight]) => sum + weight, 0)
  const date = dictionary.role('date')?.question.id
  const placing = new Set(placingOf(dictionary))
  const asked = [...dictionary.questions.values()]
    .map(({ question }) => question)
    .filter(({ id }) => id !== date && !placing.has(id))
  const drawers = new Map(asked.map((question) => [question.id, answerDrawer(question, shape, locale)]))
  const spread = Math.sqrt(Math.max(0.1, 1 - moodVariance(shape)))
  for (let at = 0; at < count; at++) {
    const isJoint = random.next() * (jointWeight + shape.even) < jointWeight
    const { answers: placed, leaves } = placeOf(places, shape, isJoint ? joint(random) : null, random)
    const day = days(random)
    const hour = day === null ? null : hours(random)
    const mood = (shape.moods.get(day?.slice(0, 7) ?? '') ?? 0) + spread * random.normal()
    const answers: Record<string, Answers[string]> = Object.assign({}, placed)
    for (const { id } of asked) {
      const answer = drawers.get(id)?.(random, { mood, leaf: leaves[0] ?? 0 }) ?? null
      if (answer !== null) answers[id] = answer
    }
    if (date !== undefined && day !== null) answers[date] = day
    const minute = random.whole(0, 59)
    const moment = day === null || hour === null ? null : momentIn(timeZone, day, hour * 60 + minute)
    yield { answers, day, leaves, at: moment === null ? null : new Date(moment).toISOString() }
  }
}

/** How much of what people think goes with the month. */
function moodVariance({ moods, days }: SurveyShape): number {
  const all = days.reduce((sum, [, weight]) => sum + weight, 0)
  return days.reduce((sum, [day, weight]) => sum + (weight / all) * (moods.get(day.slice(0, 7)) ?? 0) ** 2, 0)
}

const mostTries = 20

function placeOf(
  places: Placer,
  { places: byView }: SurveyShape,
  joint: Answers | null,
  random: SampleRandom,
): { readonly answers: Answers; readonly leaves: readonly number[] } {
  for (let tried = 0; tried < mostTries; tried++) {
    const drawn = byView.map((own) => (own.length === 0 ? {} : random.pick(own)))
    // Views that share a question: the first one's answer stands.
    const answers: Answers = joint ?? Object.assign({}, ...drawn.toReversed())
    const leaves = places.knownLeaves([answers])?.[0]
    if (leaves !== undefined) return { answers, leaves }
    if (joint !== null) break
  }
  return { answers: {}, leaves: places.knownLeaves([{}])?.[0] ?? [] }
}

/** One of the entries by weight, found fast among many; null where there is none. */
function drawerOf<T>(entries: Weighted<T>): (random: SampleRandom, at?: number) => T | null {
  const sums: number[] = []
  let all = 0
  for (const [, weight] of entries) {
    all += weight
    sums.push(all)
  }
  return (random, at = random.next()) => {
    const wanted = at * all
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    return entries[low]?.[0] ?? null
  }
}

type Person = { readonly mood: number; readonly leaf: number }
type AnswerDrawer = (random: SampleRandom, person: Person) => Answers[string] | null
const noAnswer: AnswerDrawer = () => null

function answerDrawer(question: Question, { questions }: SurveyShape, locale: DrawOptions['locale']): AnswerDrawer {
  const shape = questions.get(question.id)
  switch (shape?.kind) {
    case 'coded':
      return codedDrawer(question, shape)
    case 'several':
      return severalDrawer(shape)
    case 'spread': {
      const others = drawerOf(shape.others)
      return (random) => {
        const other = others(random)
        return other === inSpread ? shownValue(question, between(shape.knots, random)) : other
      }
    }
    case 'written': {
      const said = phrases[locale]
      if (isWithheld(question)) return (random) => (random.next() < shape.share ? said.nobody : null)
      return (random, { mood }) =>
        random.next() < shape.share ? random.pick(mood > 0.5 ? said.good : mood < -0.5 ? said.bad : said.plain) : null
    }
    default:
      return noAnswer
  }
}

/** What cannot be scored (no answer, too) is chance; which score somebody gives goes with the mood as far as it did. */
function codedDrawer(
  question: Question,
  { codes, byPlace, loading }: QuestionShape & { readonly kind: 'coded' },
): AnswerDrawer {
  const ofPlace = (own: Weighted<Code>) => {
    const draw = drawerOf(own)
    const all = own.reduce((sum, [, weight]) => sum + weight, 0)
    // They stand in front of the order.
    const front = own.reduce((sum, [code, weight]) => sum + (scoreOf(question, code) === null ? weight : 0), 0) / all
    return (random: SampleRandom, mood: number) => {
      const at = random.next()
      if (loading === 0 || at < front) return draw(random, at)
      const share = normalCdf(loading * mood + rest * random.normal())
      return draw(random, Math.min(1 - Number.EPSILON, front + share * (1 - front)))
    }
  }
  const rest = Math.sqrt(1 - loading ** 2)
  const everywhere = ofPlace(codes)
  const here = new Map([...byPlace].map(([place, own]) => [place, ofPlace(own)]))
  return (random, { mood, leaf }) => (here.get(leaf) ?? everywhere)(random, mood)
}

/** So many codes as people named, each as often as it was (Madow's systematic sampling). */
function severalDrawer({ answered, sizes, shares }: QuestionShape & { readonly kind: 'several' }): AnswerDrawer {
  const size = drawerOf(sizes)
  const drawn =
    sizes.reduce((sum, [n, weight]) => sum + n * weight, 0) / sizes.reduce((sum, [, weight]) => sum + weight, 0)
  return (random) => {
    if (random.next() >= answered) return null
    const factor = sizes.length === 0 || drawn === 0 ? 1 : (size(random) ?? 1) / drawn
    const order = shares.map((entry) => ({ entry, at: random.next() })).toSorted((a, b) => a.at - b.at)
    const codes: string[] = []
    let next = random.next()
    let sum = 0
    for (const { entry } of order) {
      sum += entry[1] * factor
      if (sum <= next) continue
      codes.push(entry[0])
      next += Math.ceil(sum - next)
    }
    return codes
  }
}

function between(knots: readonly number[], random: SampleRandom): number {
  const at = random.next() * (knots.length - 1)
  const [low, high] = [knots[Math.floor(at)] ?? 0, knots[Math.ceil(at)] ?? 0]
  return low + (high - low) * (at - Math.floor(at))
}

function shownValue(question: Question, value: number): number | string {
  if (question.type !== 'date') return Math.round(value)
  return new Date(Math.round(value) * 86_400_000).toISOString().slice(0, 10)
}
