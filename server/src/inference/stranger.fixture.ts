import { randomOf, type SampleRandom } from '../sample-survey/random.ts'
import type { FoundDefinition } from './inference.fixture.ts'

/** What a column should become. `hidden`: what names rows or people. */
export type Kind = 'scale' | 'number' | 'choice' | 'multiple' | 'comment' | 'text' | 'date' | 'hidden'
export type StrangerColumn = readonly [
  header: string,
  kind: Kind,
  cell: (random: SampleRandom, row: number) => string | number,
]

/** A file as somebody might bring it, and what people would say that it holds. */
export type Stranger = {
  readonly name: string
  readonly separator: string
  readonly rows: number
  readonly columns: readonly StrangerColumn[]
  /** The first figure: its measure, and the column it is taken from. */
  readonly headline: readonly [measure: string, column: string]
  /** By column, words that have to be said of what is in doubt. */
  readonly doubts: Readonly<Record<string, string>>
}

/** What a column became. */
export function kindOf(found: FoundDefinition, column: string): Kind {
  if (found.definition.imports[0]?.key.includes(column)) return 'hidden'
  const question = found.question(column)
  if (question.type !== 'text') return question.type
  return question.hidden ? 'hidden' : question.roles.includes('comment') ? 'comment' : 'text'
}

export function textOf({ separator, rows, columns }: Stranger, seed: number): string {
  const random = randomOf(seed)
  const quoted = (cell: string | number) => {
    const text = String(cell)
    return text.includes(separator) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = [columns.map(([header]) => quoted(header)).join(separator)]
  for (let row = 0; row < rows; row++)
    lines.push(columns.map(([, , cell]) => quoted(cell(random, row))).join(separator))
  return `${lines.join('\n')}\n`
}

/** Mostly what `make` gives, nothing in some of the rows. */
export const sometimes =
  (share: number, make: (random: SampleRandom, row: number) => string | number) =>
  (random: SampleRandom, row: number) =>
    random.next() < share ? make(random, row) : ''

/** A rating around a middle, within its ends. */
export const around =
  (middle: number, from: number, to: number, spread = 1.1) =>
  (random: SampleRandom) =>
    Math.max(from, Math.min(to, Math.round(middle + spread * random.normal())))

export const oneOf =
  <T extends string | number>(...from: readonly T[]) =>
  (random: SampleRandom) =>
    random.pick(from)

/** Some of the options, in their order, as forms join them. */
export const someOf =
  (separator: string, options: readonly string[], share = 0.35) =>
  (random: SampleRandom) =>
    options.filter(() => random.next() < share).join(separator)

const openings = ['The staff were', 'I found it', 'Everything was', 'Our room was', 'The queue was', 'Service seemed']
const middles = [
  'friendly and quick',
  'rather slow today',
  'clean and well kept',
  'too expensive for us',
  'hard to find',
]
const endings = ['and we will come again', 'but nobody helped', 'compared with last year', 'as always', 'so thank you']
export const remarks = (random: SampleRandom, row: number) =>
  `${random.pick(openings)} ${random.pick(middles)} ${random.pick(endings)}${row % 3 ? '.' : ', really'}`

export const two = (value: number) => String(value).padStart(2, '0')
/** Days of two years, one after the other. */
export const dayOf = (row: number, year = 2024): readonly [number, number, number] => [
  year + (Math.floor(row / 250) % 2),
  (Math.floor(row / 21) % 12) + 1,
  (row % 28) + 1,
]
