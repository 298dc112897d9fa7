import { fileLimits } from '../file-limit/file-limit.ts'
import type { TableRow } from '../file-limit/reader.ts'
import { tooLarge, Unreadable } from '../file-limit/unreadable.ts'
import { QuotedRecord } from './quoted-record.ts'

const [lineFeed, carriageReturn, quotationMark] = [10, 13, 34]
const fault = 'text stands behind a closing quotation mark'

/**
 * Splits text into records as RFC 4180 says, fed piece by piece: line breaks and separators inside quotes, doubled
 * quotes. A line ends with a line feed, a carriage return or both. A quote inside an unquoted field is a character;
 * empty lines are no records. Text behind a closing quote makes its first line a faulty record, and reading goes on
 * with the next line. Throws `Unreadable` where a quote is never closed or a record is too long.
 */
export const recordSplitter = (separator: string) => new RecordSplitter(separator)

class RecordSplitter {
  readonly #separator: string
  #rows: TableRow[] = []
  #line = 1
  /** Of the record that is being read, what came in earlier pieces. It is looked at again only where it turns out faulty. */
  #buffered = ''
  #quoted: QuotedRecord | null = null
  #isHalfBreak = false
  #piece = ''
  /** Where the record begins in the piece, and where reading goes on. */
  #start = 0
  #at = 0
  #plainEnd = firstOf('', [])
  #lineEnd = firstOf('', [])

  constructor(separator: string) {
    this.#separator = separator
  }

  /** The records that are whole with this piece. */
  push(given: string): TableRow[] {
    // The two characters of one line end may come in two pieces.
    this.#lookAt(this.#isHalfBreak && given.startsWith('\n') ? given.slice(1) : given)
    if (given !== '') this.#isHalfBreak = false
    while (this.#at < this.#piece.length) this.#readOn()
    this.#buffered += this.#piece.slice(this.#start)
    if (this.#buffered.length > fileLimits.record) throw this.#tooLong()
    return this.#taken()
  }

  /** The last record, where no line break ends it. */
  end(): TableRow[] {
    if (this.#buffered === '') return []
    const quoted = this.#quoted
    if (quoted?.state === 'open' && !quoted.end()) throw this.#neverClosed()
    this.#lookAt('')
    this.#put(0, quoted)
    return this.#taken()
  }

  #lookAt(piece: string) {
    this.#piece = piece
    this.#start = 0
    this.#at = 0
    this.#plainEnd = firstOf(piece, ['\n', '\r', '"'])
    this.#lineEnd = firstOf(piece, ['\n', '\r'])
  }

  #readOn() {
    if (this.#quoted === null) {
      this.#at = this.#plainEnd(this.#at)
      if (this.#at === this.#piece.length) return
      if (this.#piece.charCodeAt(this.#at) !== quotationMark) return this.#put(this.#at, null)
      this.#fromItsStart()
      this.#quoted = new QuotedRecord(this.#separator)
    }
    const quoted = this.#quoted
    this.#at = quoted.read(this.#piece, this.#at)
    if (quoted.state === 'open') return
    if (quoted.state === 'faulty') {
      if (quoted.firstBreak >= 0) this.#fromItsStart()
      this.#at = quoted.firstBreak >= 0 ? this.#start + quoted.firstBreak : this.#lineEnd(this.#at)
      if (this.#at === this.#piece.length) return
    }
    this.#put(this.#at, quoted)
  }

  #fromItsStart() {
    if (this.#buffered !== '') this.#lookAt(this.#buffered + this.#piece.slice(this.#start))
    this.#buffered = ''
    this.#at = this.#start
  }

  /** Ends a record at a place of the piece, and goes on behind the line break there. */
  #put(end: number, quoted: QuotedRecord | null) {
    const line = this.#line
    if (quoted?.state === 'whole') {
      if (quoted.cells.length > 1 || quoted.cells[0] !== '') this.#rows.push({ line, cells: quoted.cells })
      this.#line += quoted.breaks
    } else {
      const text = this.#buffered + this.#piece.slice(this.#start, end)
      const cells = text.split(this.#separator)
      if (text !== '') this.#rows.push(quoted ? { line, cells, fault } : { line, cells })
    }
    this.#line++
    this.#buffered = ''
    this.#quoted = null
    const isReturn = this.#piece.charCodeAt(end) === carriageReturn
    this.#isHalfBreak = isReturn && end + 1 === this.#piece.length
    this.#start = end + (isReturn && this.#piece.charCodeAt(end + 1) === lineFeed ? 2 : 1)
    this.#at = this.#start
  }

  #taken(): TableRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #neverClosed() {
    return new Unreadable(`line ${this.#line}: a quotation mark is never closed; is the file cut off?`)
  }

  #tooLong() {
    if (this.#quoted?.state === 'open') return this.#neverClosed()
    return tooLarge(`line ${this.#line} is longer than ${fileLimits.record.toLocaleString('en')} characters`)
  }
}

/** The first of several characters from a place on, else the end: asked in rising order, each place is looked at once. */
function firstOf(text: string, wanted: readonly string[]): (from: number) => number {
  const found = wanted.map(() => -1)
  return (from) => {
    let first = text.length
    for (let i = 0; i < wanted.length; i++) {
      let at = found[i] ?? -1
      if (at < from) {
        at = text.indexOf(wanted[i] ?? '', from)
        if (at < 0) at = text.length
        found[i] = at
      }
      if (at < first) first = at
    }
    return first
  }
}
