import { parentPort, workerData } from 'node:worker_threads'
import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { contentOf } from './bytes.ts'
import type { TableRow } from './reader.ts'
import { entryText, type ZipEntry, zipDirectory } from './zip-directory.ts'

/** What a workbook may hold: more is refused before it is inflated. */
const limits = { archive: 512 * 2 ** 20, texts: 512 * 2 ** 20, sheet: 4 * 2 ** 30, ratio: 400, columns: 4000 } as const
const batchRows = 500

export type XlsxRequest = { readonly file: string; readonly sheet: string | undefined }
export type XlsxMessage = { readonly rows: readonly TableRow[] } | { readonly done: true } | { readonly fault: string }

/** Sends the rows of one worksheet in batches; each waits until the one before was taken. */
async function read({ file, sheet }: XlsxRequest) {
  const archive = await wholeArchive(file)
  const entries = zipDirectory(archive)
  for (const entry of entries.values()) checkSize(entry)
  let rows: TableRow[] = []
  for await (const { index, values } of streamXlsxRows(archive, { sheet: sheetIndex(archive, entries, sheet) })) {
    if (values.length > limits.columns) throw new Error(`row ${index + 1} has more than ${limits.columns} columns`)
    const cells = values.map(cellText)
    if (cells.every((cell) => cell === '')) continue
    rows.push({ line: index + 1, cells })
    if (rows.length < batchRows) continue
    await sent({ rows })
    rows = []
  }
  if (rows.length > 0) await sent({ rows })
}

const post = (message: XlsxMessage) => parentPort?.postMessage(message)
const sent = (message: XlsxMessage) =>
  new Promise<void>((resolve) => {
    parentPort?.once('message', () => resolve())
    post(message)
  })

async function wholeArchive(file: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of await contentOf(file)) {
    parts.push(part)
    size += part.length
    if (size > limits.archive) throw new Error(`a workbook may have ${limits.archive / 2 ** 20} MB at most`)
  }
  return Buffer.concat(parts)
}

function checkSize({ name, packed, size }: ZipEntry) {
  const limit = name.includes('worksheets/') ? limits.sheet : limits.texts
  if (size > limit || size > 2 ** 20 + packed * limits.ratio) throw new Error(`${name} is too large when inflated`)
}

/** The sheet of that name, or the largest one. */
function sheetIndex(archive: Buffer, entries: ReadonlyMap<string, ZipEntry>, wanted: string | undefined): number {
  const book = entries.get('xl/workbook.xml')
  const relations = entries.get('xl/_rels/workbook.xml.rels')
  if (!book || !relations) throw new Error('the file is not an Excel workbook')
  const targets = new Map(
    [...entryText(archive, relations).matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  const sheets = [...entryText(archive, book).matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => {
    const target = targets.get(attribute(tag, '\\w+:id')) ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return { name: attribute(tag, 'name'), size: entries.get(path)?.size ?? 0 }
  })
  if (wanted !== undefined) {
    const found = sheets.findIndex((sheet) => sheet.name.trim() === wanted.trim())
    if (found < 0) throw new Error(`no sheet ${wanted}; there are ${sheets.map((sheet) => sheet.name).join(', ')}`)
    return found
  }
  return sheets.reduce((best, sheet, index) => (sheet.size > (sheets[best]?.size ?? 0) ? index : best), 0)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const attribute = (tag: string, name: string) =>
  (new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, digits) => String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)))
    .replace(/&(\w+);/g, (whole, entity) => entities[entity] ?? whole)

/** Excel keeps fifteen digits; the sixteenth is noise of the binary form. */
function cellText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return dateText(value)
  return String(value)
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const iso = date.toISOString()
  const time = iso.slice(11, 19)
  // A time of day alone is counted from a day before any date.
  if (date.getUTCFullYear() < 1900) return time
  return time === '00:00:00' ? iso.slice(0, 10) : iso.slice(0, 19)
}

read(workerData).then(
  () => post({ done: true }),
  (error: unknown) => post({ fault: error instanceof Error ? error.message : String(error) }),
)
