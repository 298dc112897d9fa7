import type { mapping } from '@kaiku/contract/import.ts'
import type { question } from '@kaiku/contract/question.ts'
import type { z } from 'zod'
import type { ReadVariable } from '../file-limit/reader.ts'
import type { ReadTable } from '../table-reader/table.ts'
import { numberIn } from './form.ts'
import type { ColumnProfile, Profile } from './profile.ts'
import { slugs } from './slug.ts'
import { isBlankText, wordsOf } from './vocabulary.ts'

/** A column with what its header and its dictionary say. */
export type FileColumn = ColumnProfile & {
  /** A valid name, unique among the columns. */
  readonly id: string
  /** For people: the variable's label, else the header as written. */
  readonly title: string
  readonly words: readonly string[]
  readonly variable: ReadVariable | null
  /** The question that its column is a part of, where the head of the file says so; null: it stands alone. */
  readonly group: string | null
  /** Texts → rows, without those that mean no answer. Incomplete when `many`. */
  readonly answers: ReadonlyMap<string, number>
  /** Rows with an answer. */
  readonly answered: number
  /** The texts that stand for no answer. */
  readonly blankTexts: readonly string[]
}

export type QuestionDraft = z.input<typeof question>
type MappedColumn = z.input<typeof mapping>['columns'][number]
/** How the cells are read, beside which they are. */
export type ColumnReading = Omit<MappedColumn, 'column' | 'question'>

export type Note = { readonly assumption: string; readonly reason: string }
export type Assumption = Note & { readonly column: string }

/** What a question is used for, besides being stored. */
export type Use = {
  /** Shown among the filters about who and where. */
  readonly background?: boolean
  /** Kept, and offered nowhere. */
  readonly aside?: boolean
  readonly nps?: boolean
  /** What its figure means is in doubt: it leads nothing while there is another. */
  readonly doubtful?: boolean
  /** The codes whose share is a figure to follow, and what it is called. */
  readonly share?: { readonly set: readonly string[]; readonly title: string | null }
  /** A number whose mean or sum is worth a look. */
  readonly measure?: boolean
  readonly comment?: boolean
}

/** A question as assumed, and the columns it is read from. */
export type Draft = {
  readonly columns: readonly FileColumn[]
  readonly question: QuestionDraft
  readonly reading: ColumnReading
  readonly use: Use
  readonly notes: readonly Note[]
}

export function columnsOf(table: ReadTable, profile: Profile): FileColumn[] {
  const ids = slugs(profile.columns.map(({ header }) => header))
  return profile.columns.map((one, index) => {
    const variable = table.variables?.[index] ?? null
    const label = variable?.label || table.titles?.[index] || ''
    const blankTexts = [...one.values.keys()].filter(isBlankText)
    const answers = new Map([...one.values].filter(([text]) => !blankTexts.includes(text)))
    const blank = blankTexts.reduce((sum, text) => sum + (one.values.get(text) ?? 0), 0)
    return {
      ...one,
      id: ids[index] ?? `column-${index + 1}`,
      title: (label || one.header.trim() || `column_${index + 1}`).slice(0, 4000),
      words: wordsOf(label ? `${one.header} ${label}` : one.header),
      variable,
      group: table.groups?.[index] ?? null,
      answers,
      answered: one.filled - blank,
      blankTexts,
    }
  })
}

/** Whole-number answers → rows; null when some answer is no whole number or there are too many of them to be codes. */
export function wholeAnswers({ answers, many }: FileColumn, most = 40): ReadonlyMap<number, number> | null {
  if (many || answers.size === 0 || answers.size > most) return null
  const found = new Map<number, number>()
  for (const [text, n] of answers) {
    const value = /^[+-]?\d{1,6}(?:[.,]0+)?$/.test(text) ? numberIn(text) : null
    if (value === null) return null
    found.set(value, (found.get(value) ?? 0) + n)
  }
  return new Map([...found].sort(([a], [b]) => a - b))
}

/** Whether a text can be a key of a JSON object that is read back. */
export const isKey = (text: string): boolean => text !== '__proto__'

export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** `0 (124 rows) and 6 (525 rows)`. */
export const listed = (codes: readonly (readonly [string | number, number])[]): string =>
  joined(codes.map(([code, n]) => `${code} (${rowsText(n)})`))
export const joined = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
export const rowsText = (n: number): string => (n === 1 ? '1 row' : `${n} rows`)
