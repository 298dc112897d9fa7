import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { plain, type SheetCell, type SheetColumn, type SheetRows } from './sheet-cell.ts'
import { SheetStyles } from './sheet-style.ts'
import { CellWriter, columnName, mostRows, type SheetLink, xmlText } from './sheet-xml.ts'

/** A sheet of a workbook. Without columns it has no head: rows of what is told, one after the other. */
export type WorkbookSheet = {
  readonly name: string
  readonly columns: readonly SheetColumn[] | 'first row'
  /** Several at a time, read while they are written. */
  readonly rows: SheetRows
  /** So many columns stay in place beside the head. */
  readonly frozen?: number
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Little is gained by more. */
const compressionLevel = 3
/** Rows by which columns are made wide enough, and characters. */
const measured = 200
const widths = { least: 8, most: 60 }
const longestName = 31
/** Bytes that are handed on together. */
const atOnce = 2 ** 16
/** Of a sheet’s XML: a part of 4 GiB would need a form of archive that not every program reads. */
const mostBytes = 3 * 2 ** 30

type Written = {
  readonly name: string
  readonly columns: number
  readonly rows: number
  readonly links: readonly SheetLink[]
}

/**
 * A workbook of any length, written while it is read; rows beyond what a sheet holds follow in another.
 * Destroying it stops the reading of its rows.
 */
export function workbook(sheets: readonly WorkbookSheet[]): Readable {
  const zip = new ZipFile()
  // The library’s stream is a plain one of Node.
  const out = (zip.outputStream as Readable).pipe(new PassThrough())
  const open: { stream: Readable | null } = { stream: null }
  const write = async () => {
    const styles = new SheetStyles()
    const written: Written[] = []
    for (const sheet of sheets) {
      const rows = batches(sheet.rows)
      try {
        await writeSheet(zip, sheet, rows, styles, written, open)
      } finally {
        await rows.return(undefined)
      }
    }
    const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xmlHead + xml), path, { compressionLevel })
    for (const [path, xml] of partsOf(written)) add(path, xml)
    zip.addBuffer(Buffer.from(styles.xml), 'xl/styles.xml', { compressionLevel })
    zip.end()
  }
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  write().catch(fail)
  out.once('close', () => open.stream?.destroy())
  return out
}

async function writeSheet(
  zip: ZipFile,
  sheet: WorkbookSheet,
  rows: Batches,
  styles: SheetStyles,
  written: Written[],
  open: { stream: Readable | null },
): Promise<void> {
  let next = await rows.next()
  const first = next.done ? [] : next.value
  const columns = sheet.columns === 'first row' ? columnsOf(first[0] ?? []) : sheet.columns
  if (sheet.columns === 'first row')
    next = first.length > 1 ? { done: false, value: first.slice(1) } : await rows.next()
  do {
    const cells = new CellWriter(styles, columns)
    const state = { rows: 0, columns: columns.length }
    const name = nameOf(sheet.name, written)
    const parts = async function* () {
      const widths = widthsOf(columns, next.done ? [] : next.value)
      yield Buffer.from(xmlHead + beginning(columns, sheet.frozen ?? 0, widths, written.length === 0))
      const titles = columns.map(({ title }) => title)
      // Row by row: a text that was put together from tens of thousands of pieces takes five times as long to write.
      let waiting = columns.length > 0 ? [Buffer.from(cells.head(titles, 1, widths))] : []
      let size = 0
      state.rows = columns.length > 0 ? 1 : 0
      for (let bytes = 0; !next.done && bytes < mostBytes; ) {
        const room = mostRows - state.rows
        for (const row of next.value.slice(0, room)) {
          state.rows++
          state.columns = Math.max(state.columns, row.length)
          const written = Buffer.from(cells.row(row, state.rows))
          waiting.push(written)
          size += written.length
          if (size < atOnce) continue
          yield Buffer.concat(waiting)
          bytes += size
          waiting = []
          size = 0
        }
        if (next.value.length > room) {
          next = { done: false, value: next.value.slice(room) }
          break
        }
        next = await rows.next()
      }
      yield Buffer.concat([...waiting, Buffer.from(ending(columns, state.rows, cells.links))])
    }
    const stream = Readable.from(parts(), { objectMode: false })
    open.stream = stream
    zip.addReadStream(stream, `xl/worksheets/sheet${written.length + 1}.xml`, { compressionLevel })
    await finished(stream)
    written.push({ name, ...state, links: cells.links })
  } while (!next.done)
}

type Batches = AsyncGenerator<readonly (readonly SheetCell[])[], undefined>

async function* batches(rows: SheetRows): Batches {
  for await (const some of rows) if (some.length > 0) yield some
  return undefined
}

/** As spreadsheets take it: short, without some signs, no two the same. */
function nameOf(wanted: string, written: readonly Written[]): string {
  const base = xmlFree(wanted).slice(0, longestName) || 'Kaiku'
  const isTaken = (name: string) => written.some((one) => one.name.toLowerCase() === name.toLowerCase())
  for (let at = 1; ; at++) {
    const end = at === 1 ? '' : ` ${at}`
    const name = `${base.slice(0, longestName - end.length)}${end}`
    if (!isTaken(name)) return name
  }
}
const xmlFree = (name: string) =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()

const columnsOf = (row: readonly SheetCell[]): SheetColumn[] =>
  row.map((cell) => ({ title: String(plain(cell) ?? '') }))

function beginning(columns: readonly SheetColumn[], frozen: number, widths: readonly number[], isFirst: boolean) {
  const hasHead = columns.length > 0
  const split = `${frozen > 0 ? ` xSplit="${frozen}"` : ''} ySplit="1" topLeftCell="${columnName(frozen)}2"`
  const pane = hasHead ? `<pane${split} activePane="${frozen > 0 ? 'bottomRight' : 'bottomLeft'}" state="frozen"/>` : ''
  const cols = widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  return `<worksheet xmlns="${main}" xmlns:r="${office}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${
    isFirst ? ' tabSelected="1"' : ''
  } workbookViewId="0">${pane}</sheetView></sheetViews>${cols === '' ? '' : `<cols>${cols}</cols>`}<sheetData>`
}

function widthsOf(columns: readonly SheetColumn[], first: readonly (readonly SheetCell[])[]): number[] {
  const rows = first.slice(0, measured)
  const count = Math.max(columns.length, ...rows.map(({ length }) => length), 0)
  return Array.from({ length: count }, (_, at) => {
    const longest = Math.max(0, ...rows.map((row) => lengthOf(row[at] ?? null, columns[at]?.decimals)))
    // A head breaks into lines: its longest word has to fit.
    const head = Math.max(0, ...(columns[at]?.title ?? '').split(/\s+/).map(({ length }) => length))
    return Math.min(widths.most, Math.max(widths.least, longest, head) + 2)
  })
}

function lengthOf(cell: SheetCell, decimals: number | undefined): number {
  const shown = plain(cell)
  if (typeof shown === 'number')
    return decimals === undefined ? String(shown).length : shown.toFixed(decimals).length + 2
  return shown?.length ?? 0
}

function ending(columns: readonly SheetColumn[], rows: number, links: readonly SheetLink[]): string {
  const filter = columns.length > 0 && rows > 1 ? `<autoFilter ref="${areaOf(columns.length, rows)}"/>` : ''
  const linked = links.map(({ cell }, at) => `<hyperlink ref="${cell}" r:id="rId${at + 1}"/>`).join('')
  return `</sheetData>${filter}${linked === '' ? '' : `<hyperlinks>${linked}</hyperlinks>`}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`
}

const areaOf = (columns: number, rows: number) => `A1:${columnName(columns - 1)}${rows}`
const absolute = (columns: number, rows: number) => `$A$1:$${columnName(columns - 1)}$${rows}`

/** What says which sheets there are. */
function partsOf(written: readonly Written[]): [string, string][] {
  const quoted = (name: string) => xmlText(`'${name.replaceAll("'", "''")}'`)
  const heads = written.flatMap(({ name, columns, rows }, at) =>
    rows > 1 && columns > 0
      ? [
          `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${quoted(name)}!$1:$1</definedName>`,
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${quoted(name)}!${absolute(columns, rows)}</definedName>`,
        ]
      : [],
  )
  const sheets = written.map(
    ({ name }, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const relation = (id: string, type: string, target: string, more = '') =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${more}/>`
  const relations = (list: readonly string[]) =>
    `<Relationships xmlns="${packaged}/relationships">${list.join('')}</Relationships>`
  const overrides = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...written.map((_, at) => [`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet']),
  ].map(([part, type]) => `<Override PartName="${part}" ContentType="${spreadsheet}.${type}+xml"/>`)
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    ],
    ['_rels/.rels', relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')])],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets>${heads.length > 0 ? `<definedNames>${heads.join('')}</definedNames>` : ''}</workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...written.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation(`rId${written.length + 1}`, 'styles', 'styles.xml'),
      ]),
    ],
    ...written.flatMap(({ links }, at): [string, string][] =>
      links.length === 0
        ? []
        : [
            [
              `xl/worksheets/_rels/sheet${at + 1}.xml.rels`,
              relations(
                links.map(({ address }, link) =>
                  relation(`rId${link + 1}`, 'hyperlink', xmlText(address), ' TargetMode="External"'),
                ),
              ),
            ],
          ],
    ),
  ]
}
