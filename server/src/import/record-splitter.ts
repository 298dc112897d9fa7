import { fileLimits } from './file-limit.ts'
import { QuotedRecord } from './quoted-record.ts'
import type { TableRow } from './reader.ts'
import { tooLarge, Unreadable } from './unreadable.ts'

const [lineFeed, carriageReturn, quotationMark] = [10, 13, 34]
const fault = 'text stands behind a closing quotation mark'

/**
 * Splits text into records as RFC 4180 says, fed piece by piece: line breaks and separators inside quotes, doubled
 * quotes. A line ends with a line feed, a carriage return or both. A quote inside an unquoted field is a character;
 * empty lines are no records. Text behind a closing quote makes its first line a faulty record, and reading goes on
 * with the next line. Throws `Unreadable` where a quote is never closed or a record is too long.
 */
export function recordSplitter(separator: string) {
  // Of the record that is being read, what came in earlier pieces. It is looked at again only where it turns out faulty.
  let held = ''
  let quoted: QuotedRecord | null = null
  let line = 1
  let isHalfBreak = false

  function read(given: string): TableRow[] {
    const rows: TableRow[] = []
    // The two characters of one line end may come in two pieces.
    let piece = isHalfBreak && given.startsWith('\n') ? given.slice(1) : given
    if (given !== '') isHalfBreak = false
    let [start, at] = [0, 0]
    const put = (end: number, row: Omit<TableRow, 'line'> | null) => {
      if (row) rows.push({ line, ...row })
      line += 1 + (quoted?.state === 'whole' ? quoted.breaks : 0)
      held = ''
      quoted = null
      const isPair = piece.charCodeAt(end) === carriageReturn && piece.charCodeAt(end + 1) === lineFeed
      isHalfBreak = piece.charCodeAt(end) === carriageReturn && end + 1 === piece.length
      start = end + (isPair ? 2 : 1)
      at = start
    }
    const upTo = (end: number) => (held + piece.slice(start, end)).split(separator)

    while (at < piece.length) {
      if (quoted === null) {
        at = plainEnd(piece, at)
        if (at === piece.length) break
        if (piece.charCodeAt(at) !== quotationMark) {
          put(at, held !== '' || at > start ? { cells: upTo(at) } : null)
          continue
        }
        quoted = new QuotedRecord(separator)
        fromItsStart()
      }
      const record: QuotedRecord = quoted
      at = record.read(piece, at)
      if (record.state === 'open') break
      if (record.state === 'whole') put(at, isBlank(record.cells) ? null : { cells: record.cells })
      else {
        if (record.firstBreak >= 0) at = fromItsStart() + record.firstBreak
        else at = lineBreak(piece, at)
        if (at === piece.length) break
        put(at, { cells: upTo(at), fault })
      }
    }
    held += piece.slice(start)
    if (held.length > fileLimits.record) throw tooLong()
    return rows

    function fromItsStart(): number {
      if (held !== '') {
        piece = held + piece.slice(start)
        held = ''
        start = 0
      }
      at = start
      return start
    }
  }

  function end(): TableRow[] {
    if (held === '') return []
    if (quoted === null) return [{ line, cells: held.split(separator) }]
    if (quoted.state === 'faulty') return [{ line, cells: held.split(separator), fault }]
    if (!quoted.end()) throw neverClosed()
    return isBlank(quoted.cells) ? [] : [{ line, cells: quoted.cells }]
  }

  const neverClosed = () => new Unreadable(`line ${line}: a quotation mark is never closed; is the file cut off?`)
  const tooLong = () =>
    quoted?.state === 'open'
      ? neverClosed()
      : tooLarge(`line ${line} is longer than ${fileLimits.record.toLocaleString('en')} characters`)

  return { push: read, end }
}

const isBlank = (cells: readonly string[]) => cells.length === 1 && cells[0] === ''

/** The first line break or quotation mark from a place on, else the end. */
function plainEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === lineFeed || unit === carriageReturn || unit === quotationMark) return at
  }
  return text.length
}

/** The first line break from a place on, else the end. */
function lineBreak(text: string, from: number): number {
  let at = plainEnd(text, from)
  while (text.charCodeAt(at) === quotationMark) at = plainEnd(text, at + 1)
  return at
}
