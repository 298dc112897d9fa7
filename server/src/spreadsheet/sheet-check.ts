import { fileLimits } from '../file-limit/file-limit.ts'
import { tooLarge, Unreadable } from '../file-limit/unreadable.ts'
import type { Hear } from './xml-check.ts'

export type SheetCheck = {
  readonly hear: Hear
  readonly end: () => void
  /** Columns all of whose numbers are shown as percent, from 0. */
  readonly percents: () => readonly number[]
}

/**
 * Looks at the cells of a sheet as its tags go by: what they refer to has to be there, and what they hold to be known.
 * `texts`: how many texts the workbook has. Throws `Unreadable` that names the sheet.
 */
export function sheetCheck(called: string, texts: number, percentStyles: ReadonlySet<number>): SheetCheck {
  const columns: { numbers: number; percents: number }[] = []
  let last = -1
  let cells = 0
  let width = 0
  const unknown: string[] = []
  let cell = { type: 'n', isFormula: false, isKnown: false, isPercent: false, name: '', column: 0 }

  const hear: Hear = (name, kind, tag, before) => {
    if (name === 'c') {
      if (kind === 'close') {
        if (cell.isFormula && !cell.isKnown) unknown.push(cell.name)
        return
      }
      const place = /\sr="(([A-Z]{1,3})\d*)"/.exec(tag)
      width = Math.max(width + 1, columnNumber(place?.[2] ?? ''))
      const type = /\st="(\w+)"/.exec(tag)?.[1] ?? 'n'
      const isPercent = percentStyles.has(Number(/\ss="(\d+)"/.exec(tag)?.[1] ?? -1))
      cell = { type, isFormula: false, isKnown: false, isPercent, name: place?.[1] ?? '', column: width - 1 }
    } else if (name === 'f') cell.isFormula = true
    else if (name === 'v' || name === 'is') {
      cell.isKnown = true
      if (kind !== 'close' || name !== 'v') return
      if (cell.type === 's') last = Math.max(last, Number(before))
      else if (cell.type === 'n') {
        columns[cell.column] ??= { numbers: 0, percents: 0 }
        const column = columns[cell.column]
        if (column) column.numbers++
        if (column && cell.isPercent) column.percents++
      }
    } else if (name === 'row' && kind !== 'open') {
      cells += width
      width = 0
      if (cells > fileLimits.cells)
        throw tooLarge(`${called} has more than ${fileLimits.cells.toLocaleString('en')} cells`)
    }
  }

  return {
    hear,
    percents: () => columns.flatMap((one, at) => (one.percents > 0 && one.percents === one.numbers ? [at] : [])),
    end() {
      if (last >= texts) throw new Unreadable(`${called} refers to text ${last + 1}, and the workbook has ${texts}`)
      const [first] = unknown
      if (first === undefined) return
      const more = unknown.length > 1 ? ` and ${(unknown.length - 1).toLocaleString('en')} more` : ''
      throw new Unreadable(
        `${called} has formulas without a result, in ${first}${more}: open it in a spreadsheet and save it`,
      )
    },
  }
}

/** `A` is 1, `AA` 27; 0 where the cell does not say. */
function columnNumber(letters: string): number {
  let number = 0
  for (let at = 0; at < letters.length; at++) number = number * 26 + letters.charCodeAt(at) - 64
  return number
}
