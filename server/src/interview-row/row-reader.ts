import type { Mapping } from '@kaiku/contract/import.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { ReadTable } from '../table-reader/table.ts'
import { type Answer, constantAnswer, converterFor, firstDate, UnfitAnswer, withoutErrors } from './answer.ts'
import { Cell, type CellFault, nothing, type WrittenAnswer, written } from './cell.ts'
import { cellPieces } from './cell-pieces.ts'
import { dateReader, dayInZone, isoDate, type WrittenDate } from './date-format.ts'
import type { AnswerList } from './interview-row.ts'
import { columnIndex, columnsOf } from './mapping.ts'

/** What is read, whether a file or answers that a program sends: only in CSV numbers and dates are written in many ways. */
type Source = { readonly kind: ReadTable['kind'] | 'json'; readonly headers: ReadTable['headers'] }

export type RowReader = {
  /** The questions a row answers, in the order of the mapping. */
  readonly questions: readonly string[]
  /** `at`: the instant of the survey's date, when a time was given. */
  readonly read: (cells: Cells) => AnswerList | CellFault
}

type Cells = readonly string[]
type Column = { readonly question: string; readonly read: (cells: Cells) => WrittenAnswer | CellFault }

/** Reads rows of a table as a mapping says. The answers stand in the order of the mapping, so equal rows read alike. */
export function rowReader(dictionary: Dictionary, mapping: Mapping, table: Source): RowReader {
  const blank = new Set(['', ...mapping.blank.map((text) => text.trim())])
  const date = dictionary.role('date')?.question.id
  const zone = dictionary.definition.settings.timeZone
  const localDay = dayInZone(zone)
  let at: string | null = null

  const columns = mapping.columns.map((column): Column => {
    const question = questionOf(dictionary, column.question)
    const formats = (column.formats ?? []).map((format) => dateReader(format, column.base))
    // Readers of workbooks and SPSS files write every date in ISO form.
    const readers = formats.length > 0 && table.kind === 'csv' ? formats : [...formats, isoDate]
    const read = remembered((text: string) => localDate(firstDate(readers)(text), localDay, zone))
    const readDate = (text: string) => {
      const found = read(text)
      if (question.id === date) at = found?.at ?? null
      return found?.day ?? null
    }
    const decimal = table.kind === 'csv' ? (column.decimal ?? mapping.decimal) : '.'
    // The date's instant is told beside its answer, and texts seldom come twice.
    const memo = question.id !== date && question.type !== 'text'
    const convert = converterFor(question, decimal, readDate)
    const known = codesOf(question)
    const rules = {
      blank,
      recode: column.recode,
      otherwise: column.otherwise,
      declared: known,
      convert: table.kind === 'json' ? convert : withoutErrors(convert),
      convertCode: converterFor(question, '.', readDate),
    }
    const one = new Cell(rules, memo ? remembered : (read) => read)
    const places = columnsOf(column.column).map((name) => ({ name, index: columnIndex(table.headers, name) }))
    const [first] = places
    if (question.type === 'multiple') {
      const listed = [...(known ?? []), ...Object.keys(column.recode ?? {}), ...(known?.size ? blank : [])]
      const cut = column.separator ? cellPieces(column.separator, new Set(listed.filter((text) => text !== ''))) : null
      return { question: question.id, read: multiple(places, one, cut, column.chosen, column.codes) }
    }
    const { name, index } = first ?? { name: '', index: -1 }
    return { question: question.id, read: (cells) => one.read(name, cells[index] ?? '') }
  })
  const constants = Object.entries(mapping.constants).map(([id, value]): Column => {
    const answer = constantAnswer(questionOf(dictionary, id), value)
    if (answer instanceof UnfitAnswer)
      throw new Fault('invalid', `mapping ${mapping.name}, constant ${id}: ${answer.reason}`)
    const constant = written(answer)
    return { question: id, read: () => constant }
  })
  const all = [...columns, ...constants]
  const prefixes = all.map(({ question }) => `${JSON.stringify(question)}:`)

  return {
    questions: all.map(({ question }) => question),
    read(cells) {
      at = null
      let json = ''
      const values: Answer[] = []
      for (let i = 0; i < all.length; i++) {
        const found = all[i]?.read(cells) ?? nothing
        if ('reason' in found) return found
        values.push(found.answer)
        if (found.answer !== null) json += (json === '' ? '{' : ',') + prefixes[i] + found.json
      }
      return { values, json: json === '' ? '{}' : `${json}}`, at }
    },
  }
}

/** What a choice declares; null for other questions. */
const codesOf = (question: Question): ReadonlySet<string> | null =>
  question.type === 'choice' || question.type === 'multiple'
    ? new Set([...question.options.map(({ code }) => code), ...question.missing.map(String)])
    : null

export const isFault = (found: AnswerList | CellFault): found is CellFault => 'reason' in found

const memory = 5000
const longestMemory = 60

/** Remembers what short texts read as, some thousands of them: answers repeat. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || text.length > longestMemory) return before ?? read(text)
    const own = ownText(text)
    const found = read(own)
    if (known.size < memory) known.set(own, found)
    return found
  }
}

/** A copy: a substring would keep the whole block it was cut from in memory. */
export const ownText = (text: string) =>
  text.length < 13 || !isNode ? text : Buffer.from(text, 'utf16le').toString('utf16le')
/** A device on site reads answers in its browser, one at a time. */
const isNode = typeof Buffer !== 'undefined'

function localDate(found: WrittenDate | null, localDay: (instant: number) => string, zone: string) {
  if (found === null) return null
  const { day, time } = found
  // Midnight without a time zone: the program that wrote the file adds a time to every date.
  if (found.zone === null) return { day, at: time === null || time === '00:00:00' ? null : `${day} ${time} ${zone}` }
  const instant = Date.parse(`${day}T${time}${offset(found.zone)}`)
  return Number.isNaN(instant) ? null : { day: localDay(instant), at: new Date(instant).toISOString() }
}

function questionOf(dictionary: Dictionary, id: string): Question {
  const found = dictionary.questions.get(id)
  if (!found) throw new Fault('invalid', `the survey has no question ${id}`)
  return found.question
}

type Places = readonly { readonly name: string; readonly index: number }[]

/** Codes spread over columns, split from one cell, or told by columns that hold `chosen`. */
function multiple(
  places: Places,
  one: Cell,
  cut: ((cell: string) => readonly string[]) | null,
  chosen: string | undefined,
  codes: Readonly<Record<string, string>> = {},
): Column['read'] {
  return (cells) => {
    const found: string[] = []
    let isAnswered = false
    for (const { name, index } of places) {
      const cell = cells[index] ?? ''
      const flag = chosen === undefined ? null : one.text(cell)
      // A column that says "not chosen" is an answer, even where none of them is chosen.
      if (flag !== null) isAnswered = true
      const code = codes[name] ?? codes[name.trim()] ?? name.trim()
      const pieces = chosen !== undefined ? (flag === chosen ? [code] : []) : (cut?.(cell) ?? [cell])
      for (const piece of pieces) {
        const read = one.read(name, piece)
        if ('reason' in read) return { ...read, value: cell }
        if (typeof read.answer === 'string' && !found.includes(read.answer)) found.push(read.answer)
      }
    }
    return written(found.length > 0 || isAnswered ? found : null)
  }
}

const offset = (zone: string) =>
  /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
