import type { Mapping } from '@kaiku/contract/import.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { fold } from '@kaiku/core/text.ts'
import { type Draft, type FileColumn, isKey } from '../column/column.ts'
import type { AskedQuestion } from './asked-question.ts'

type Entry = Mapping['columns'][number]
type Codes = AskedQuestion['codes']

const mostRecoded = 2_000
const separators = [';', '|', ','] as const
const leastKnown = 0.8

/** The code that a text of a file means for a question; null: none that is known. */
export function codeOf(text: string, question: Question, codes: Codes): string | null {
  if (codes.has(text)) return text
  const byTitle = titlesOf(codes).get(fold(text.trim()))
  if (byTitle !== undefined) return byTitle
  if (question.type !== 'scale') return null
  // `5 - Very satisfied`, `5 = Very good`.
  const [, digits] = /^(-?\d{1,3})\s*(?:[-–=:.)]|\s)\s*\D/.exec(text) ?? []
  const code = digits === undefined ? Number.NaN : Number(digits)
  return code >= question.min && code <= question.max ? String(code) : null
}

const remembered = new WeakMap<Codes, ReadonlyMap<string, string>>()

/** Titles in every language, and codes in any case → codes. */
function titlesOf(codes: Codes): ReadonlyMap<string, string> {
  const before = remembered.get(codes)
  if (before) return before
  const found = new Map<string, string>()
  for (const [code, titles] of codes)
    for (const text of [code, ...titles]) {
      const key = fold(text.trim())
      if (!found.has(key)) found.set(key, code)
    }
  remembered.set(codes, found)
  return found
}

/** How the columns of a draft are read as answers to a question that the survey has. */
export function entryFor({ columns, reading, question: guess }: Draft, { question, codes }: AskedQuestion): Entry {
  const headers = columns.map(({ header }) => header)
  const [first = ''] = headers
  const entry: Entry = { column: headers.length === 1 ? first : headers, question: question.id }
  const { type } = question
  if (type === 'date') return Object.assign(entry, pick(reading, ['formats', 'recode']))
  if (type === 'number') return Object.assign(entry, pick(reading, ['decimal']), nothings(reading.recode))
  if (type === 'text') return entry
  if (type === 'multiple' && headers.length > 1 && reading.chosen !== undefined)
    return Object.assign(entry, { chosen: reading.chosen, codes: codesOfColumns(columns, guess, question, codes) })
  const separator = type === 'multiple' ? (reading.separator ?? separatorOf(columns, question, codes)) : undefined
  const texts = columns.flatMap(({ answers }) => [...answers.keys()])
  const pieces = separator === undefined ? texts : texts.flatMap((text) => text.split(separator))
  const recode = recodes(pieces, question, codes)
  return Object.assign(entry, separator === undefined ? {} : { separator }, recode && { recode })
}

const pick = (reading: Draft['reading'], keys: readonly (keyof Draft['reading'])[]) =>
  Object.fromEntries(keys.flatMap((key) => (reading[key] === undefined ? [] : [[key, reading[key]]])))

/** Texts that the file has where there is no answer. */
function nothings(recode: Draft['reading']['recode']) {
  const none = Object.entries(recode ?? {}).filter(([, code]) => code === null)
  return none.length > 0 && { recode: Object.fromEntries(none) }
}

function recodes(texts: readonly string[], question: Question, codes: Codes): Record<string, string | number> | null {
  const found: Record<string, string | number> = {}
  for (const text of new Set(texts.map((one) => one.trim()))) {
    if (Object.keys(found).length >= mostRecoded) break
    const code = text === '' || !isKey(text) || codes.has(text) ? null : codeOf(text, question, codes)
    if (code !== null) found[text] = question.type === 'scale' ? Number(code) : code
  }
  return Object.keys(found).length > 0 ? found : null
}

/** Where all answers stand in one cell: what lies between them, if nearly all pieces are options. */
function separatorOf([column]: readonly FileColumn[], question: Question, codes: Codes): string | undefined {
  const texts = [...(column?.answers.keys() ?? [])]
  return separators.find((separator) => {
    if (!texts.some((text) => text.includes(separator))) return false
    const pieces = texts.flatMap((text) => text.split(separator)).filter((piece) => piece.trim() !== '')
    const known = pieces.filter((piece) => codeOf(piece.trim(), question, codes) !== null)
    return known.length >= leastKnown * pieces.length
  })
}

/** Of columns that say whether an option was chosen: which one. */
function codesOfColumns(columns: readonly FileColumn[], guess: Draft['question'], question: Question, codes: Codes) {
  const titles = new Map('options' in guess ? (guess.options ?? []).map(({ code, title }) => [code, title]) : [])
  return Object.fromEntries(
    columns.map(({ header, title }) => {
      const said = titles.get(header.trim())
      const names = [header.trim(), ...(typeof said === 'string' ? [said] : []), title]
      const known = names.map((name) => codeOf(name, question, codes)).find((code) => code !== null)
      return [header.trim(), known ?? header.trim().slice(0, 200)]
    }),
  )
}
