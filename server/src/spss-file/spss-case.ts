import { cutAt } from './spss-bytes.ts'
import { piecesOf, type SpssValue, type SpssVariable, segmentsOf } from './spss-variable.ts'

/** What a byte says of a piece of eight: written out behind, eight spaces, no value; small numbers are it. */
const codes = { written: 253, blank: 254, absent: 255 } as const
const bias = 100
const smallest = 1 - bias
const largest = 251 - bias
/** Bytes of eight codes and of the pieces that they may be of. */
const longestBlock = 72
/** Bytes that are handed on together. */
const atOnce = 2 ** 16

type Laid = { readonly width: number; readonly segments: readonly number[] }

/** Writes cases, a byte in place of most pieces of eight. */
export class CaseWriter {
  readonly #variables: readonly Laid[]
  #bytes = Buffer.allocUnsafe(2 * atOnce)
  /** Where the codes of the block lie, where its next piece comes, and how many codes it has. */
  #block = 0
  #end = 8
  #codes = 0

  constructor(variables: readonly SpssVariable[]) {
    this.#variables = variables.map(({ width }) => ({ width, segments: segmentsOf(width) }))
    this.#bytes.fill(0, 0, 8)
  }

  add(values: readonly SpssValue[]): void {
    for (const [at, variable] of this.#variables.entries()) {
      const value = values[at] ?? null
      if (variable.width > 0) this.#addText(value === null ? '' : String(value), variable)
      else if (typeof value === 'number' && Number.isFinite(value)) this.#addNumber(value)
      else this.#add(codes.absent)
    }
  }

  /** What is full of what was written, at the end all of it. */
  taken(isEnd = false): Buffer | null {
    if (!isEnd && this.#block < atOnce) return null
    const full = isEnd && this.#codes > 0 ? this.#end : this.#block
    const taken = Buffer.from(this.#bytes.subarray(0, full))
    this.#bytes.copyWithin(0, full, Math.max(full, this.#end))
    this.#end -= full
    this.#block = 0
    return taken
  }

  #addNumber(value: number): void {
    if (Number.isInteger(value) && value >= smallest && value <= largest && !Object.is(value, -0)) {
      this.#add(value + bias)
      return
    }
    const at = this.#add(codes.written, 8)
    this.#bytes.writeDoubleLE(value, at)
  }

  /** A very long text fills each of its segments but the last, which need more room than it has bytes. */
  #addText(value: string, { width, segments }: Laid): void {
    const whole = Buffer.from(value)
    const text = whole.subarray(0, cutAt(whole, width))
    let from = 0
    for (const segment of segments) {
      const own = text.subarray(from, from + segment)
      for (let piece = 0; piece < piecesOf(segment); piece++) this.#addPiece(own, piece * 8)
      from += segment
    }
  }

  #addPiece(text: Buffer, from: number): void {
    const length = Math.min(8, text.length - from)
    if (length <= 0) {
      this.#add(codes.blank)
      return
    }
    const at = this.#add(codes.written, 8)
    this.#bytes.fill(0x20, at + length, at + 8)
    text.copy(this.#bytes, at, from, from + length)
  }

  /** Notes a code, and gives the place of the bytes that it is of. */
  #add(code: number, bytes = 0): number {
    if (this.#codes === 8) this.#next()
    this.#bytes[this.#block + this.#codes++] = code
    const at = this.#end
    this.#end += bytes
    return at
  }

  #next(): void {
    this.#block = this.#end
    this.#end += 8
    this.#codes = 0
    if (this.#end + longestBlock > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * this.#bytes.length)
      this.#bytes.copy(larger, 0, 0, this.#block)
      this.#bytes = larger
    }
    // A code that stays 0 is of nothing.
    this.#bytes.fill(0, this.#block, this.#end)
  }
}
