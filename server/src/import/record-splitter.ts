import type { TableRow } from './reader.ts'

/** A quoted field longer than this was never closed. */
const longestRecord = 1_000_000

/**
 * Splits text into records as RFC 4180 says, fed piece by piece: line breaks and separators inside quotes, doubled
 * quotes. A quote inside an unquoted field is a character; text after a closing quote is kept; empty lines are no
 * records. A quote that is never closed makes its line a faulty record, and reading goes on with the next line.
 */
export function recordSplitter(separator: string, newline: '\n' | '\r' = '\n') {
  let text = ''
  let line = 1

  const split = (last: boolean): TableRow[] => {
    const rows: TableRow[] = []
    let at = 0
    let quote = text.indexOf('"')
    while (at < text.length) {
      let end = text.indexOf(newline, at)
      if (end < 0) {
        if (!last) break
        end = text.length
      }
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
      if (quote < 0 || quote > end) {
        const record = text.slice(at, text.charCodeAt(end - 1) === 13 && end > at ? end - 1 : end)
        if (record !== '') rows.push({ line, cells: record.split(separator) })
        line++
        at = end + 1
        continue
      }
      const record = quotedRecord(text, at, separator, newline, last)
      if (record !== null) {
        if (record.cells.length > 1 || record.cells[0] !== '') rows.push({ line, cells: record.cells })
        line += record.lines
        at = record.next
      } else if (last || text.length - at > longestRecord) {
        const cells = text.slice(at, end).split(separator)
        rows.push({ line, cells, fault: 'a quotation mark is never closed' })
        line++
        at = end + 1
      } else break
    }
    text = text.slice(at)
    return rows
  }

  return {
    push(part: string): TableRow[] {
      text = text === '' ? part : text + part
      return split(false)
    },
    end: (): TableRow[] => split(true),
  }
}

/** Null when the text ends before the record does. */
function quotedRecord(text: string, start: number, separator: string, newline: string, last: boolean) {
  const cells: string[] = []
  let lines = 1
  for (let at = start; ; ) {
    let cell = ''
    if (text.charCodeAt(at) === 34) {
      let from = at + 1
      for (;;) {
        const close = text.indexOf('"', from)
        if (close < 0) return null
        cell += text.slice(from, close)
        from = close + 1
        if (text.charCodeAt(from) !== 34) break
        cell += '"'
        from++
      }
      lines += breaks(text, at, from, newline)
      at = from
      // The next piece may begin with the quote that makes this one a doubled quote.
      if (at >= text.length && !last) return null
    }
    const next = text.indexOf(separator, at)
    const end = text.indexOf(newline, at)
    if (end < 0 && !last) return null
    const stop = end < 0 ? text.length : end
    if (next >= 0 && next < stop) {
      cells.push(cell + text.slice(at, next))
      at = next + separator.length
      continue
    }
    const tail = text.slice(at, stop)
    cells.push(cell + (tail.endsWith('\r') ? tail.slice(0, -1) : tail))
    return { cells, lines, next: stop + 1 }
  }
}

function breaks(text: string, from: number, to: number, newline: string) {
  let count = 0
  for (let at = text.indexOf(newline, from); at >= 0 && at < to; at = text.indexOf(newline, at + 1)) count++
  return count
}
