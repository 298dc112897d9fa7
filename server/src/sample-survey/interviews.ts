import { addDays, type Day, daysBetween, parts } from '@kaiku/core/day.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { commentOf, stories, type Theme } from './comments.ts'
import { carrierCodes } from './deliveries.ts'
import { countries, type Language, type Store } from './geography.ts'
import { randomOf, type SampleRandom } from './random.ts'
import { productLines } from './store-visits.ts'

export type MadeRow = { readonly key: string; readonly answers: Answers }

const themes = ['queue', 'staff', 'selection', 'price', 'cleanliness'] as const satisfies readonly Theme[]
const historyDays = 730

/** What happened in the chain, in points of a five-point answer: the stories an analyst may discover. */
function eventOf(store: Store, theme: Theme, age: number): number {
  // The manager of Kouvola left about 250 days before the end, and the checkouts broke down with it.
  if (store.name === 'Kouvola Centre' && age < 250) return theme === 'queue' ? -1.5 : theme === 'staff' ? -1.1 : -0.4
  // Uusimaa got new checkouts over the last year.
  if (store.region === 'uusimaa' && theme === 'queue' && age < 360) return 0.9 * (1 - Math.max(0, age - 180) / 180)
  // A price rise in Denmark.
  if (store.country === 'dk' && theme === 'price' && age < 300) return -0.45
  return 0
}

/** December brings queues, July brings holiday staff. */
const seasonOf = (theme: Theme, month: number): number =>
  theme === 'queue' && month === 12 ? -0.5 : theme === 'staff' && month === 7 ? -0.25 : 0

const level = (value: number) => Math.min(5, Math.max(1, Math.round(value)))
const languagesOf = new Map(countries.map(({ id, languages }) => [id, languages]))
const seasonWeight = (day: Day) =>
  [0.9, 0.8, 0.9, 0.95, 1, 1.05, 0.85, 0.95, 1, 1, 1.25, 1.7][parts(day).month - 1] ?? 1

/** A day of the last two years, more of them in busy months and lately. */
function dayOf(random: SampleRandom, end: Day): Day {
  for (;;) {
    const age = Math.floor(historyDays * random.next() ** 1.15)
    const day = addDays(end, -age)
    if (random.next() * 1.7 < seasonWeight(day)) return day
  }
}

type Visit = { random: SampleRandom; store: Store; day: Day; age: number; language: Language }

function visitOf(random: SampleRandom, stores: readonly (readonly [Store, number])[], end: Day): Visit {
  const store = random.weighted(stores)
  const day = dayOf(random, end)
  return {
    random,
    store,
    day,
    age: daysBetween(day, end),
    language: random.weighted(languagesOf.get(store.country) ?? [['en', 1]]),
  }
}

const open = (stores: readonly Store[]) =>
  stores.filter(({ planned }) => !planned).map((store) => [store, store.size] as const)

/** How the visit went, by theme: mood of the visitor, the store, what happened there, and chance. */
function experience({ random, store, day, age }: Visit): Record<Theme, number> {
  const mood = 0.55 * random.normal()
  const month = parts(day).month
  const of = (theme: Theme, base: number) =>
    base + store.effect + eventOf(store, theme, age) + seasonOf(theme, month) + mood + 0.75 * random.normal()
  return {
    queue: of('queue', 3.75),
    staff: of('staff', 4.1),
    selection: of('selection', 3.8),
    price: of('price', 3.45),
    cleanliness: of('cleanliness', 4.0),
  }
}

const recommendationOf = (random: SampleRandom, felt: number) =>
  random.next() < 0.03 ? 99 : Math.min(10, Math.max(0, Math.round(8.5 + 2.1 * (felt - 3.85) + 0.9 * random.normal())))

function storeVisit(visit: Visit, number: number): MadeRow {
  const { random, store, day, language } = visit
  const felt = experience(visit)
  // Checkout counts most: the question that drives the recommendation.
  const overall =
    0.42 * felt.queue + 0.24 * felt.staff + 0.16 * felt.selection + 0.1 * felt.price + 0.08 * felt.cleanliness
  const line = random.pick(Object.keys(productLines) as (keyof typeof productLines)[])
  const answers: Record<string, Answers[string]> = {
    visited: day,
    store: store.id,
    channel: random.weighted([
      ['store', 72],
      ['collect', 24],
      ['phone', 4],
    ]),
    member: random.next() < 0.58 ? 'yes' : 'no',
    language,
    customer: `c${random.whole(1, 34_000)}`,
    recommend: recommendationOf(random, overall),
    basket: Math.round(100 * Math.exp(3.4 + 0.75 * random.normal())),
    weight: Math.round(1_000_000 * (store.country === 'fi' ? 0.82 : store.country === 'se' ? 1.24 : 1.04)),
  }
  if (random.next() < 0.97) answers.line = line
  if (answers.line && random.next() < 0.9) answers.product = random.pick(productLines[line].products)
  if (random.next() < 0.93) answers.age = Math.min(92, Math.max(16, Math.round(43 + 16 * random.normal())))
  if (random.next() < 0.97) answers.satisfaction = level(overall + 0.35 * random.normal())
  for (const theme of themes) if (random.next() < 0.92) answers[theme] = random.next() < 0.02 ? 9 : level(felt[theme])
  const mentioned = themes.filter((theme) => Math.abs(felt[theme] - 3.8) > 1.1)
  if (mentioned.length > 0 && random.next() < 0.8) answers.themes = mentioned
  const comment = remarkOf(visit, felt, number)
  if (comment !== null) answers.comment = comment
  // A few answers came on paper, without a date or a weight.
  if (random.next() < 0.004) delete answers.visited
  if (random.next() < 0.01) delete answers.weight
  return { key: `v${number}`, answers }
}

/** Visits whose customer writes at length. */
const isStory = (number: number) => number % 15_000 === 7_777

function remarkOf({ random, language }: Visit, felt: Record<Theme, number>, number: number): string | null {
  if (isStory(number)) return stories[language]
  if (random.next() > 0.34) return null
  const strongest = [...themes].sort((a, b) => Math.abs(felt[b] - 3.8) - Math.abs(felt[a] - 3.8))
  const moods = strongest.slice(0, 2).map((theme) => [theme, felt[theme] < 3.7 ? 'bad' : 'good'] as const)
  return commentOf(random, language, moods)
}

/** `count` visits to the stores, the same for the same seed and last day. */
export function* storeVisitRows(stores: readonly Store[], count: number, end: Day): Generator<MadeRow> {
  const random = randomOf(20_260_101)
  const choices = open(stores)
  for (let number = 1; number <= count; number++) yield storeVisit(visitOf(random, choices, end), number)
}

/** `count` deliveries of the web shop, the same for the same seed and last day. */
export function* deliveryRows(stores: readonly Store[], count: number, end: Day): Generator<MadeRow> {
  const random = randomOf(20_260_202)
  const choices = open(stores)
  for (let number = 1; number <= count; number++) yield delivery(visitOf(random, choices, end), number)
}

function delivery(visit: Visit, number: number): MadeRow {
  const { random, store, day, language } = visit
  const carrier = random.pick(carrierCodes)
  const late = carrier === 'bud' && visit.age < 200 ? 2.2 : 0
  const days = Math.max(0, Math.round(2.4 + late + (store.country === 'no' ? 1.1 : 0) + 1.5 * random.normal()))
  const felt = 4.4 - 0.32 * days + 0.6 * random.normal()
  const answers: Record<string, Answers[string]> = {
    delivered: day,
    store: store.id,
    carrier,
    language,
    days,
    recommend: recommendationOf(random, felt),
    speed: level(felt + 0.2),
    packaging: random.next() < 0.03 ? 9 : level(4.1 + store.effect + 0.8 * random.normal()),
  }
  if (random.next() < 0.9) answers.age = Math.min(88, Math.max(16, Math.round(38 + 13 * random.normal())))
  if (random.next() < 0.2) answers.comment = commentOf(random, language, [['selection', felt < 3.4 ? 'bad' : 'good']])
  return { key: `d${number}`, answers }
}
