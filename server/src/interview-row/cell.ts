import type { Mapping } from '@kaiku/contract/import.ts'
import { type Answer, type Convert, UnfitAnswer } from './answer.ts'

type Column = Mapping['columns'][number]
/** An answer and how it stands in JSON. */
export type WrittenAnswer = { readonly answer: Answer; readonly json: string }
export type CellFault = { readonly column: string; readonly value: string; readonly reason: string }

export const nothing: WrittenAnswer = { answer: null, json: '' }
export const written = (answer: Answer): WrittenAnswer =>
  answer === null ? nothing : { answer, json: JSON.stringify(answer) }

export type CellRules = {
  readonly blank: ReadonlySet<string>
  readonly recode: Column['recode']
  readonly otherwise: Column['otherwise']
  /** Options and missing codes of a choice; null where any text that can be read is an answer. */
  readonly declared: ReadonlySet<string> | null
  readonly convert: Convert
  /** Reads codes of the mapping itself: with a decimal point, whatever the file's sign is. */
  readonly convertCode: Convert
}

/** One cell: trimmed, blank or recoded, then converted. */
export class Cell {
  readonly #rules: CellRules
  readonly #recode: ReadonlyMap<string, string | number | null> | null
  readonly #written: (cell: string) => WrittenAnswer | UnfitAnswer

  constructor(rules: CellRules, remembered: <T>(read: (text: string) => T) => (text: string) => T) {
    this.#rules = rules
    this.#recode = rules.recode ? new Map(Object.entries(rules.recode)) : null
    this.#written = remembered((cell) => this.#read(cell.trim()))
  }

  read(column: string, cell: string): WrittenAnswer | CellFault {
    const found = this.#written(cell)
    return found instanceof UnfitAnswer ? { column, value: cell, reason: found.reason } : found
  }

  #read(text: string): WrittenAnswer | UnfitAnswer {
    const recoded = this.#recode?.get(text)
    if (recoded !== undefined) return this.#code(recoded)
    if (this.#rules.blank.has(text)) return nothing
    const { convert, otherwise, declared } = this.#rules
    const answer = convert(text)
    const isElse =
      otherwise !== undefined && (answer instanceof UnfitAnswer || (declared !== null && !declared.has(text)))
    if (isElse) return this.#code(otherwise)
    return answer instanceof UnfitAnswer ? answer : written(answer)
  }

  #code(code: string | number | null): WrittenAnswer | UnfitAnswer {
    const answer = code === null ? null : this.#rules.convertCode(String(code))
    return answer instanceof UnfitAnswer ? answer : written(answer)
  }

  /** Null when the cell holds no answer. */
  text(cell: string): string | null {
    const trimmed = cell.trim()
    const recoded = this.#recode?.get(trimmed)
    if (recoded !== undefined) return recoded === null ? null : String(recoded)
    return this.#rules.blank.has(trimmed) ? null : trimmed
  }
}
