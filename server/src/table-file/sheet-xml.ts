import type { SheetCell, SheetColumn } from './sheet-cell.ts'
import type { CellStyle, SheetStyles } from './sheet-style.ts'

/** Characters that a cell of a spreadsheet holds. */
const longestCell = 32_767
/** Rows that a sheet holds. */
export const mostRows = 1_048_576
/** Characters of an address that spreadsheets follow. */
const longestLink = 2_079

// XML has no place for control characters nor for halves of letters.
const foreign = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Surrogate}/gu
const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const xmlText = (text: string): string =>
  text.replace(foreign, '').replace(/[&<>"]/g, (sign) => signs[sign] ?? '')

const letters: string[] = []
/** `0` is A. */
export function columnName(at: number): string {
  const known = letters[at]
  if (known !== undefined) return known
  const name = (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
  letters[at] = name
  return name
}

export const dayFormat = 'yyyy-mm-dd'
const momentFormat = 'yyyy-mm-dd hh:mm'
export const numberFormat = (decimals: number): string => (decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`)

const dayLength = 86_400_000
/** Days since the end of 1899, as spreadsheets count. */
const serial = (milliseconds: number) => (milliseconds - Date.UTC(1899, 11, 30)) / dayLength

/** One link of a sheet: the cell in which it stands, and where it leads. */
export type SheetLink = { readonly cell: string; readonly address: string }

/** Writes the cells of a sheet; links are gathered. */
export class CellWriter {
  readonly links: SheetLink[] = []
  readonly #styles: SheetStyles
  readonly #formats: readonly (string | undefined)[]
  /** How the plain numbers of each column are written, as an attribute. */
  readonly #numbers: readonly string[]

  constructor(styles: SheetStyles, columns: readonly SheetColumn[]) {
    this.#styles = styles
    this.#formats = columns.map(({ decimals }) => (decimals === undefined ? undefined : numberFormat(decimals)))
    this.#numbers = this.#formats.map((format) => this.#styleOf(format === undefined ? {} : { format }))
  }

  /** `widths`: how many characters stand beside each other in each column; the row is high enough for all lines of a title. */
  head(titles: readonly string[], row: number, widths: readonly number[]): string {
    const style: CellStyle = { look: 'head' }
    const lines = Math.max(1, ...titles.map((title, at) => linesIn(title, widths[at] ?? title.length)))
    const cells = titles.map((title, at) => this.#text(title, at, row, style)).join('')
    return inRow(row, cells, lines > 1 ? ` ht="${lines * lineHeight}" customHeight="1"` : '')
  }

  row(cells: readonly SheetCell[], row: number): string {
    let xml = ''
    for (let at = 0; at < cells.length; at++) xml += this.#cell(cells[at] ?? null, at, row)
    return inRow(row, xml)
  }

  #cell(cell: SheetCell, at: number, row: number): string {
    if (cell === null || cell === '') return ''
    if (typeof cell === 'string') return textCell(cell, at, row, '')
    if (typeof cell === 'number') return numberCell(cell, at, row, this.#numbers[at] ?? '')
    if ('day' in cell) return this.#number(serial(Date.parse(`${cell.day}T00:00:00Z`)), at, row, { format: dayFormat })
    if ('moment' in cell) return this.#number(serial(cell.moment), at, row, { format: momentFormat })
    if ('address' in cell) return this.#link(cell, at, row)
    return this.#told(cell, at, row)
  }

  #told({ told, look, mark }: Extract<SheetCell, { told: unknown }>, at: number, row: number): string {
    if (told === null) return ''
    if (typeof told === 'string') return this.#text(told, at, row, { look })
    const plain = this.#formats[at] ?? 'General'
    return this.#number(told, at, row, {
      look,
      format: mark === undefined ? plain : `"${mark} "${plain};"${mark} "-${plain}`,
    })
  }

  #link({ text, address }: Extract<SheetCell, { address: unknown }>, at: number, row: number): string {
    if (address.length <= longestLink) this.links.push({ cell: `${columnName(at)}${row}`, address })
    return this.#text(text, at, row, { look: 'link' })
  }

  #text(text: string, at: number, row: number, style: CellStyle): string {
    return textCell(text, at, row, this.#styleOf(style))
  }

  #number(value: number, at: number, row: number, style: CellStyle): string {
    return numberCell(value, at, row, this.#styleOf(style))
  }

  #styleOf(style: CellStyle): string {
    const number = this.#styles.numberOf(style)
    return number === 0 ? '' : ` s="${number}"`
  }
}

function textCell(text: string, at: number, row: number, style: string): string {
  const written = xmlText(text.length > longestCell ? text.slice(0, longestCell) : text)
  return `<c r="${columnName(at)}${row}"${style} t="inlineStr"><is><t xml:space="preserve">${written}</t></is></c>`
}

const numberCell = (value: number, at: number, row: number, style: string): string =>
  Number.isFinite(value) ? `<c r="${columnName(at)}${row}"${style}><v>${value}</v></c>` : ''

const inRow = (row: number, cells: string, look = '') => `<row r="${row}"${look}>${cells}</row>`

/** Points of a line of bold text of 11 points. */
const lineHeight = 15
/** How many lines a text breaks into. */
function linesIn(text: string, width: number): number {
  let [lines, length] = [1, 0]
  for (const word of text.split(/\s+/)) {
    if (length > 0 && length + 1 + word.length > width) {
      lines++
      length = word.length
    } else length += (length > 0 ? 1 : 0) + word.length
  }
  return lines
}
