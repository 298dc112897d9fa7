/** How a cell looks: by the form of its number, and by what its figure is told to be. */
export type CellStyle = {
  /** As spreadsheets write it; absent: as it stands. */
  readonly format?: string
  readonly look?: 'head' | 'link' | 'few' | 'good' | 'bad'
}

const fonts = {
  plain: '<sz val="11"/><name val="Calibri"/><family val="2"/>',
  head: '<b/><sz val="11"/><name val="Calibri"/><family val="2"/>',
  link: '<u/><sz val="11"/><color rgb="FF1D4ED8"/><name val="Calibri"/><family val="2"/>',
  few: '<i/><sz val="11"/><color rgb="FF5F6672"/><name val="Calibri"/><family val="2"/>',
}
// The first two are fixed by the format.
const fills = { none: '<patternFill patternType="none"/>', gray: '<patternFill patternType="gray125"/>' }
const filled = (colour: string) => `<patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill>`
const lookFills = { head: filled('FFE8EBF0'), good: filled('FFD9EFE3'), bad: filled('FFFBE3DC') }

const fontNames = Object.keys(fonts)
const fillNames = [...Object.keys(fills), ...Object.keys(lookFills)]
const firstOwnFormat = 164

/** The styles of a workbook, gathered while its cells are written; the part that lists them is written last. */
export class SheetStyles {
  readonly #formats: string[] = []
  readonly #styles = new Map<string, number>([['', 0]])
  readonly #written: string[] = [xf(0, 0, 0, false)]

  /** The number by which a cell names its style. */
  numberOf({ format = '', look }: CellStyle): number {
    const key = `${format}\n${look ?? ''}`
    if (key === '\n') return 0
    const known = this.#styles.get(key)
    if (known !== undefined) return known
    const number = this.#written.length
    this.#styles.set(key, number)
    const font = Math.max(0, fontNames.indexOf(look ?? ''))
    const fill = Math.max(0, fillNames.indexOf(look ?? ''))
    this.#written.push(xf(this.#formatNumber(format), font, fill, look === 'head'))
    return number
  }

  #formatNumber(format: string): number {
    if (format === '') return 0
    if (!this.#formats.includes(format)) this.#formats.push(format)
    return firstOwnFormat + this.#formats.indexOf(format)
  }

  /** `xl/styles.xml` */
  get xml(): string {
    const formats = this.#formats.map(
      (format, at) =>
        `<numFmt numFmtId="${firstOwnFormat + at}" formatCode="${format.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`,
    )
    const list = (name: string, parts: readonly string[]) =>
      `<${name} count="${parts.length}">${parts.join('')}</${name}>`
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${[
      ...(formats.length > 0 ? [list('numFmts', formats)] : []),
      list(
        'fonts',
        Object.values(fonts).map((font) => `<font>${font}</font>`),
      ),
      list(
        'fills',
        [...Object.values(fills), ...Object.values(lookFills)].map((fill) => `<fill>${fill}</fill>`),
      ),
      list('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
      list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
      list('cellXfs', this.#written),
      list('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
    ].join('')}</styleSheet>`
  }
}

const xf = (format: number, font: number, fill: number, wraps: boolean) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}${fill ? ' applyFill="1"' : ''}${wraps ? ' applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' : '/>'}`
