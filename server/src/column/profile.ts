import { refusal } from '@kaiku/core/text.ts'
import { hashText } from '@kaiku/core/text-hash.ts'
import { isBlankRow, misfit } from '../file-limit/reader.ts'
import { ownText } from '../interview-row/row-reader.ts'
import type { ReadTable } from '../table-reader/table.ts'
import { emptyForms, type Forms, noteForm } from './form.ts'

/** Different texts kept per column; a column with more of them is free text or an identifier. */
const keptPerColumn = 10_000
/** Distinct texts kept over all columns: bounds the memory. */
const keptInAll = 600_000
/** Up to this many rows, uniqueness of a column is checked exactly. */
const provedRows = 1_000_000
const sampleRows = 40_000
const sampleCells = 4_000_000
/** Longer texts are no codes; they are counted, not kept. */
const longestKept = 200

/** What one column of a file holds. */
export type ColumnProfile = {
  readonly index: number
  /** As in the file. */
  readonly header: string
  /** Cells with a text after trimming. */
  readonly filled: number
  readonly blank: number
  /** Trimmed text → rows. Incomplete when `many`. */
  readonly values: ReadonlyMap<string, number>
  /** True when not all different texts are kept. */
  readonly many: boolean
  /** True when it is proved that no text comes twice. */
  readonly unique: boolean
  /** Whole numbers that rise from row to row. */
  readonly rising: boolean
  readonly meanLength: number
  readonly longest: number
  readonly meanWords: number
  readonly forms: Forms
}

/** Which texts stand together: for each sampled row, per column the position of its text among `values`, −1 for none. */
export type Sample = { readonly rows: readonly Int32Array[] }

export type Profile = {
  readonly rows: number
  /** Rows without anything in any column, which are no interviews. */
  readonly blankRows: number
  readonly columns: readonly ColumnProfile[]
  readonly sample: Sample
}

type ValueCount = { readonly code: number; n: number }

class ColumnCounter {
  readonly values = new Map<string, ValueCount>()
  readonly forms = emptyForms()
  filled = 0
  blank = 0
  many = false
  rising = true
  private last = Number.NEGATIVE_INFINITY
  private seen: Set<number> | null = new Set()
  private characters = 0
  private longest = 0
  private words = 0

  /** The position of the text among the kept ones, −1 when it is not kept. */
  note(cell: string, mayKeep: boolean): number {
    const text = cell.trim()
    if (text === '') {
      this.blank++
      return -1
    }
    this.filled++
    this.characters += text.length
    if (text.length > this.longest) this.longest = text.length
    this.words += wordsIn(text)
    if (this.rising) this.rise(text)
    const known = this.values.get(text)
    if (known) {
      known.n++
      this.seen = null
      return known.code
    }
    // Some characters cannot be stored: the import refuses the row, and the definition must not hold the text.
    if (refusal(text) !== null) {
      this.filled--
      this.blank++
      return -1
    }
    if (mayKeep && this.values.size < keptPerColumn && text.length <= longestKept) {
      const code = this.values.size
      // A substring keeps the block it was cut from in memory, so what is kept is copied.
      this.values.set(ownText(text), { code, n: 1 })
      return code
    }
    this.many = true
    this.prove(text)
    noteForm(this.forms, text, 1)
    return -1
  }

  private rise(text: string) {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    this.rising = number > this.last
    this.last = number
  }

  private prove(text: string) {
    if (!this.seen) return
    const key = hash(text)
    if (this.seen.has(key) || this.filled > provedRows) this.seen = null
    else this.seen.add(key)
  }

  profile(index: number, header: string): ColumnProfile {
    for (const [text, { n }] of this.values) noteForm(this.forms, text, n)
    const { filled, blank, many, forms } = this
    return {
      index,
      header,
      filled,
      blank,
      values: new Map([...this.values].map(([text, { n }]) => [text, n])),
      many,
      unique: filled > 0 && (this.rising || this.seen !== null),
      rising: filled > 0 && this.rising,
      meanLength: filled === 0 ? 0 : this.characters / filled,
      longest: this.longest,
      meanWords: filled === 0 ? 0 : this.words / filled,
      forms,
    }
  }
}

/** Reads the table once and tells of each column what it holds. Memory does not grow with the number of rows. */
export async function profileOf(table: ReadTable): Promise<Profile> {
  const counters = table.headers.map(() => new ColumnCounter())
  const limit = Math.min(sampleRows, Math.max(1000, Math.floor(sampleCells / Math.max(1, counters.length))))
  let sample: Int32Array[] = []
  let stride = 1
  let rows = 0
  let kept = 0
  let blankRows = 0
  for await (const batch of table.batches())
    for (const row of batch) {
      const { cells, fault } = row
      if (isBlankRow(row)) {
        blankRows++
        continue
      }
      // The import refuses such rows, so they say nothing about the others.
      if (fault !== undefined || misfit(cells, counters.length) !== null) continue
      const codes = rows % stride === 0 ? new Int32Array(counters.length) : null
      counters.forEach((counter, index) => {
        const before = counter.values.size
        const code = counter.note(cells[index] ?? '', kept < keptInAll)
        kept += counter.values.size - before
        if (codes) codes[index] = code
      })
      if (codes) sample.push(codes)
      // Dropping every second row keeps the sample even over the whole file.
      if (sample.length > limit) {
        sample = sample.filter((_, at) => at % 2 === 0)
        stride *= 2
      }
      rows++
    }
  return {
    rows,
    blankRows,
    columns: counters.map((counter, index) => counter.profile(index, table.headers[index] ?? '')),
    sample: { rows: sample },
  }
}

function wordsIn(text: string): number {
  let words = 1
  for (let i = text.indexOf(' '); i >= 0; i = text.indexOf(' ', i + 1)) words++
  return words
}

const halves = new Uint32Array(2)
/** 53 bits of a text. */
function hash(text: string): number {
  hashText(text, halves)
  const [low = 0, high = 0] = halves
  return 4_294_967_296 * (2_097_151 & high) + low
}
