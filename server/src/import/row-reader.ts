import type { Mapping } from '@kaiku/contract/import.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Answers, Dictionary } from '../survey/dictionary.ts'
import { type Answer, type Convert, constantAnswer, converterFor, firstDate, Unfit } from './answer.ts'
import { dateReader, dayInZone, isoDate, type WrittenDate } from './date-format.ts'
import { columnIndex, columnsOf } from './mapping.ts'
import type { Table } from './table.ts'

/** A row as it is understood. `at`: the instant of the survey's date, when a time was given. */
export type ReadRow = { readonly answers: Answers; readonly at: string | null }
export type RowFault = { readonly column: string; readonly value: string; readonly reason: string }

type Cells = readonly string[]
type Column = { readonly question: string; readonly read: (cells: Cells) => Answer | RowFault }
type Recode = ReadonlyMap<string, string | number | null> | null

/** Reads rows of a table as a mapping says. The answers stand in the order of the mapping, so equal rows read alike. */
export function rowReader(
  dictionary: Dictionary,
  mapping: Mapping,
  table: Table,
): (cells: Cells) => ReadRow | RowFault {
  const zone = dictionary.definition.settings.timeZone
  const blank = new Set(['', ...mapping.blank.map((text) => text.trim())])
  const date = dictionary.role('date')?.question.id
  const localDay = dayInZone(zone)
  let at: string | null = null

  const columns = mapping.columns.map((column): Column => {
    const question = questionOf(dictionary, column.question)
    const formats = (column.formats ?? []).map((format) => dateReader(format, column.base))
    // Readers of workbooks and SPSS files write every date in ISO form.
    const written = firstDate(formats.length > 0 && table.kind === 'csv' ? formats : [...formats, isoDate])
    const readDate = (text: string) => {
      const found = written(text)
      if (found === null) return null
      const instant = found.zone === null ? null : Date.parse(`${found.day}T${found.time}${offset(found.zone)}`)
      if (Number.isNaN(instant)) return null
      if (question.id === date) at = instantOf(found, instant, zone)
      return instant === null ? found : { ...found, day: localDay(instant) }
    }
    const decimal = table.kind === 'csv' ? (column.decimal ?? mapping.decimal) : '.'
    const one = new Cell(blank, column.recode, converterFor(question, decimal, readDate))
    const places = columnsOf(column.column).map((name) => ({ name, index: columnIndex(table.headers, name) }))
    const [first] = places
    if (question.type === 'multiple')
      return { question: question.id, read: multiple(places, one, column.separator, column.chosen, column.codes) }
    const { name, index } = first ?? { name: '', index: -1 }
    return { question: question.id, read: (cells) => one.read(name, cells[index] ?? '') }
  })
  const constants = Object.entries(mapping.constants).map(([id, value]) => {
    const answer = constantAnswer(questionOf(dictionary, id), value)
    if (answer instanceof Unfit) throw new Fault('invalid', `mapping ${mapping.name}, constant ${id}: ${answer.reason}`)
    return [id, answer] as const
  })

  return (cells) => {
    at = null
    const answers: Record<string, number | string | readonly string[]> = {}
    for (const { question, read } of columns) {
      const answer = read(cells)
      if (answer === null) continue
      if (isFault(answer)) return answer
      answers[question] = answer
    }
    for (const [id, answer] of constants) if (answer !== null) answers[id] = answer
    return { answers, at }
  }
}

export const isFault = (answer: object | Answer): answer is RowFault =>
  typeof answer === 'object' && answer !== null && 'reason' in answer

function questionOf(dictionary: Dictionary, id: string): Question {
  const found = dictionary.questions.get(id)
  if (!found) throw new Fault('invalid', `the survey has no question ${id}`)
  return found.question
}

/** One cell: trimmed, blank or recoded, then converted. */
class Cell {
  readonly #blank: ReadonlySet<string>
  readonly #recode: Recode
  readonly #convert: Convert

  constructor(
    blank: ReadonlySet<string>,
    recode: Readonly<Record<string, string | number | null>> | undefined,
    convert: Convert,
  ) {
    this.#blank = blank
    this.#recode = recode ? new Map(Object.entries(recode)) : null
    this.#convert = convert
  }

  read(column: string, cell: string): Answer | RowFault {
    const text = this.text(cell)
    if (text === null) return null
    const answer = this.#convert(text)
    return answer instanceof Unfit ? { column, value: cell, reason: answer.reason } : answer
  }

  /** Null when the cell holds no answer. */
  text(cell: string): string | null {
    const trimmed = cell.trim()
    const recoded = this.#recode?.get(trimmed)
    if (recoded !== undefined) return recoded === null ? null : String(recoded)
    return this.#blank.has(trimmed) ? null : trimmed
  }
}

type Places = readonly { readonly name: string; readonly index: number }[]

/** Codes spread over columns, split from one cell, or told by columns that hold `chosen`. */
function multiple(
  places: Places,
  one: Cell,
  separator: string | undefined,
  chosen: string | undefined,
  codes: Readonly<Record<string, string>> = {},
): Column['read'] {
  return (cells) => {
    const found: string[] = []
    for (const { name, index } of places) {
      const cell = cells[index] ?? ''
      const pieces = chosen !== undefined ? flagged(one, cell, name) : separator ? cell.split(separator) : [cell]
      for (const piece of pieces) {
        const answer = one.read(name, piece)
        if (answer !== null && isFault(answer)) return { ...answer, value: cell }
        if (typeof answer === 'string' && !found.includes(answer)) found.push(answer)
      }
    }
    return found.length > 0 ? found : null
  }
  function flagged(cell: Cell, value: string, name: string) {
    return cell.text(value) === chosen ? [codes[name] ?? codes[name.trim()] ?? name.trim()] : []
  }
}

const offset = (zone: string) =>
  /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')

/** Written so that PostgreSQL reads it; midnight without a zone is a date whose writer always adds a time. */
function instantOf({ day, time, zone }: WrittenDate, instant: number | null, timeZone: string): string | null {
  if (instant !== null) return new Date(instant).toISOString()
  return time === null || zone !== null || time === '00:00:00' ? null : `${day} ${time} ${timeZone}`
}
