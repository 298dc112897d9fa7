import { type HeardSum, noiseVariance, type Searched, search, sure } from '@kaiku/core/protection-search.fixture.ts'
import type { SearchedRow } from '../feed/searched-row.fixture.ts'
import type { SearcherReply } from './searcher-told.fixture.ts'

const keyOf = (rows: readonly SearchedRow[]) => rows.map(({ number }) => number).join()
const countPeople = (rows: readonly SearchedRow[]) => new Set(rows.map(({ person }) => person)).size
const isFew = (rows: readonly SearchedRow[], minimum: number) => rows.length > 0 && countPeople(rows) < minimum

/**
 * Numbers without filters that are of fewer people than the minimum or of others than they should be, and pairs of them,
 * one within the other, that differ by fewer. Answers to a question are what whole groups said, and not people chosen.
 */
export function smallSets(told: readonly SearcherReply[], minimum: number): string[] {
  const found: string[] = []
  const plain = told.filter(({ isFiltered, base }) => !isFiltered && base === undefined)
  for (const measure of ['n', 'ill', 'rating'] as const) {
    const sets = new Map<string, SearcherReply>()
    for (const one of plain) if (one.measure === measure) sets.set(keyOf(one.rows), one)
    for (const { door, rows, n } of plain.filter((one) => one.measure === measure)) {
      if (isFew(rows, minimum)) found.push(`${door} tells ${measure} of ${countPeople(rows)}`)
      if (n !== rows.length) found.push(`${door} tells ${measure} of ${n} who are ${rows.length}`)
    }
    const all = [...sets.values()].map((one) => ({ ...one, has: new Set(one.rows.map(({ number }) => number)) }))
    for (const one of all)
      for (const other of all) {
        if (other.rows.length <= one.rows.length || !one.rows.every(({ number }) => other.has.has(number))) continue
        const left = other.rows.filter(({ number }) => !one.has.has(number))
        if (isFew(left, minimum)) found.push(`${other.door} less ${one.door} tells ${measure} of ${countPeople(left)}`)
      }
  }
  return [...new Set(found)]
}

/** Cells by background that are of fewer people than the minimum, however many interviews these gave. */
export const smallCells = (told: readonly SearcherReply[], minimum: number): string[] =>
  told
    .filter(({ isFiltered, base, n, rows }) => isFiltered && base === undefined && n > 0 && isFew(rows, minimum))
    .map(({ door, measure, rows }) => `${door} tells ${measure} of ${countPeople(rows)}`)

/** Blurred numbers of the same people that are not the same: asking at several doors would average their noise away. */
export function differingDoors(told: readonly SearcherReply[]): string[] {
  const first = new Map<string, SearcherReply>()
  const found: string[] = []
  for (const one of told) {
    if (!one.isFiltered || one.rows.length === 0 || one.n === 0) continue
    const key = `${one.measure} ${keyOf(one.rows)} ${one.base ? 'answers' : ''}`
    const before = first.get(key)
    if (!before) first.set(key, one)
    else if (before.n !== one.n || Math.abs((before.value ?? 0) - (one.value ?? 0)) > 1e-9)
      found.push(`${before.door} says ${before.n} ${before.value}, ${one.door} says ${one.n} ${one.value}`)
  }
  return [...new Set(found)]
}

/** How far what was told is from what is, per part; nobody but this test knows. */
const strayed = (told: readonly { readonly off: number; readonly parts: number }[]) =>
  told.reduce((sum, { off, parts }) => sum + off ** 2 / parts, 0) / Math.max(1, told.length)

/** Whoever counts one more or one less with the same chance as the right number. */
const countVariance = 2 / 3

type Person = Searched & { readonly number: number }

/** Whose answer somebody knows who heard all this, and was told some answers before; `known`: numbers of interviews. */
export type Recognised = {
  readonly recognised: number
  readonly hits: number
  readonly guesses: number
  readonly of: number
}

/**
 * Whether people were ill, as far as all that was told says. `groups`: what is known anyway, the figures of each group.
 * See `search` for what recognising means.
 */
export function recognise(
  told: readonly SearcherReply[],
  groups: readonly (readonly SearchedRow[])[],
  isKnown: (number: number) => boolean,
): Recognised {
  const people = new Map<number, Person>()
  const person = ({ number, ill }: SearchedRow): Person => {
    const one = people.get(number) ?? { number, people: [String(number)], answer: ill === 'yes' ? 1 : 0 }
    people.set(number, one)
    return one
  }
  const sick = (rows: readonly SearchedRow[]) => rows.filter(({ ill }) => ill === 'yes').length
  const shares = told.flatMap(({ measure, rows, value, isFiltered }) => {
    if (measure !== 'ill' || value === null || rows.length === 0) return []
    return [{ of: rows, sum: (value / 100) * rows.length, parts: partsOf(rows), isFiltered, usual: noiseVariance }]
  })
  // How many said yes, or no, of those who were asked.
  const counts = told.flatMap(({ measure, rows, n, isFiltered, base }) => {
    if (measure !== 'n' || base === undefined || rows.length === 0 || rows.some(({ ill }) => ill !== rows[0]?.ill))
      return []
    const sum = rows[0]?.ill === 'yes' ? n : base.length - n
    return [{ of: base, sum, parts: partsOf(rows), isFiltered, usual: countVariance }]
  })
  const heard = [shares, counts].flatMap((all): HeardSum<Person>[] => {
    const blurred = all.filter(({ isFiltered }) => isFiltered)
    const noise = strayed(blurred.map(({ of, sum, parts }) => ({ off: sum - sick(of), parts })))
    return all.map(({ of, sum, parts, isFiltered, usual }) => {
      // Noise that is not there would keep nobody from being sure.
      const variance = isFiltered ? parts * (noise < usual / 10 ? noise : usual) : 0
      return { of: of.map(person), sum, variance }
    })
  })
  const known = (rows: readonly SearchedRow[]): HeardSum<Person> => ({
    ...{ of: rows.map(person), variance: 0 },
    sum: sick(rows),
  })
  const anyway = groups.filter((rows) => rows.length > 0).map(known)
  const all = [...people.values()]
  const knows = new Set(all.filter(({ number }) => isKnown(number)))
  const before = search(all, anyway, knows)
  const result = { recognised: 0, hits: 0, guesses: 0, of: 0 }
  for (const [one, { mean, error }] of search(all, [...anyway, ...heard], knows)) {
    const guess = before.get(one) ?? { mean: 0.5, error: 0.5 }
    result.of++
    if (error < sure && guess.error >= sure) result.recognised++
    if (mean > 0.5 === (one.answer === 1)) result.hits++
    if (guess.mean > 0.5 === (one.answer === 1)) result.guesses++
  }
  return result
}

const partsOf = (rows: readonly SearchedRow[]) => new Set(rows.map(({ group }) => group)).size
