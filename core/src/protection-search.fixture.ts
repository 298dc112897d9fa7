import { scoreNoise } from './cell-key.ts'
import {
  allGates,
  allTold,
  type Gates,
  type Person,
  people,
  randomFrom,
  releases,
  type Told,
} from './protection-searcher.fixture.ts'

/** A figure's noise is spread evenly, so its variance is a third of the square of its largest. */
export const noiseVariance = scoreNoise ** 2 / 3
/** Of an answer of 0 or 1, before anything is asked. */
const priorVariance = 0.25
/** Told without noise: what is left is rounding. */
const exactVariance = 1e-6
/** An answer is recognised by whoever is this sure of it. */
export const sure = 0.2

type Guess = { readonly mean: number; readonly error: number }

/** Whose answer is to be found out: 0 or 1. */
export type Searched = { readonly people: readonly string[]; readonly answer: number }
/** The sum of some people's answers as it was told. `variance`: of its noise; 0: there is none. */
export type HeardSum<P extends Searched> = {
  readonly of: readonly P[]
  readonly sum: number
  readonly variance: number
}

/**
 * What somebody knows of each answer who puts together all that was told: the mean and standard error of a linear
 * regression on who is in which figure, beside the answers that they knew before.
 */
export function search<P extends Searched>(
  all: readonly P[],
  told: readonly HeardSum<P>[],
  known: ReadonlySet<P>,
): ReadonlyMap<P, Guess> {
  const unknown = all.filter((person) => !known.has(person))
  const place = new Map(unknown.map((person, at): [P, number] => [person, at]))
  const size = unknown.length
  const precision = Array.from({ length: size }, (_, at) => {
    const row = new Float64Array(size)
    row[at] = 1 / priorVariance
    return row
  })
  const weighed = new Float64Array(size).fill(0.5 / priorVariance)
  const heard = new Set<string>()
  for (const { of, sum, variance } of told) {
    const name = `${of.map(({ people: [id] }) => id).join()} ${sum}`
    if (heard.has(name)) continue
    heard.add(name)
    const open = of.flatMap((person) => place.get(person) ?? [])
    const left = sum - of.reduce((total, person) => total + (known.has(person) ? person.answer : 0), 0)
    const weight = 1 / Math.max(variance, exactVariance)
    for (const one of open) {
      weighed[one] = (weighed[one] ?? 0) + weight * left
      const row = precision[one]
      if (row) for (const other of open) row[other] = (row[other] ?? 0) + weight
    }
  }
  return solved(unknown, precision, weighed)
}

/** The inverse of the precision by elimination, and the means. */
function solved<P>(unknown: readonly P[], precision: readonly Float64Array[], weighed: Float64Array) {
  const size = unknown.length
  const rows = precision.map((row, at) => {
    const wide = new Float64Array(2 * size)
    wide.set(row)
    wide[size + at] = 1
    return wide
  })
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 1
    for (let column = at; column <= size + at; column++) row[column] = (row[column] ?? 0) / pivot
    for (const other of rows) {
      const factor = other === row ? 0 : (other[at] ?? 0)
      if (factor === 0) continue
      for (let column = at; column <= size + at; column++)
        other[column] = (other[column] ?? 0) - factor * (row[column] ?? 0)
    }
  }
  return new Map(
    unknown.map((person, at): [P, Guess] => {
      const own = rows[at]?.subarray(size) ?? new Float64Array()
      const mean = own.reduce((total, share, of) => total + share * (weighed[of] ?? 0), 0)
      return [person, { mean, error: Math.sqrt(Math.max(0, own[at] ?? 0)) }]
    }),
  )
}

const asHeard = ({ of, sum, isBlurred }: Told): HeardSum<Person> => ({
  of,
  sum,
  variance: isBlurred ? noiseVariance : 0,
})

type Report = { readonly people: number; readonly recognised: number; readonly hits: number; readonly guesses: number }

/** Random worlds, searched. What a whole group said may be known; recognised is who is known beyond that. */
export function searchWorlds(count: number, gates: Gates): Report {
  const found = { people: 0, recognised: 0, hits: 0, guesses: 0 }
  for (let world = 1; world <= count; world++) {
    const random = randomFrom(world)
    const all = people(random, 12 + Math.floor(random() * 20))
    const known = new Set(all.filter(() => random() < 0.2))
    const heard = (what: Gates) => releases(all, what).flatMap((release) => allTold(release, what).map(asHeard))
    const guesses = search(
      all,
      heard(allGates).filter(({ variance }) => variance === 0),
      known,
    )
    for (const [person, { mean, error }] of search(all, heard(gates), known)) {
      const guess = guesses.get(person) ?? { mean: 0.5, error: 0.5 }
      found.people++
      if (error < sure && guess.error >= sure) found.recognised++
      if (mean > 0.5 === (person.answer === 1)) found.hits++
      if (guess.mean > 0.5 === (person.answer === 1)) found.guesses++
    }
  }
  return found
}
