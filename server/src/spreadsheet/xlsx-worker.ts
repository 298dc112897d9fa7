import { parentPort, workerData } from 'node:worker_threads'
import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { contentOf } from '../file-limit/bytes.ts'
import { fileLimits } from '../file-limit/file-limit.ts'
import type { TableRow } from '../file-limit/reader.ts'
import { tooLarge, Unreadable } from '../file-limit/unreadable.ts'
import { checkedWorkbook } from './workbook.ts'

const batchRows = 500

/** `check`: looks through all that is read of the workbook first, whether it is whole. */
export type XlsxRequest = {
  readonly file: string
  readonly sheet: string | undefined
  readonly check: boolean
  /** Columns whose numbers are shown as percent, found by a check. */
  readonly percents: readonly number[]
}
export type XlsxMessage =
  | { readonly rows: readonly TableRow[]; readonly percents: readonly number[] }
  | { readonly done: true }
  | { readonly fault: string; readonly code: Unreadable['code'] }

/** Sends the rows of one worksheet in batches; each waits until the one before was taken. */
async function read({ file, sheet, check, percents: known }: XlsxRequest) {
  const archive = await wholeArchive(file)
  const { index: place, dayZero, percents: found } = await checkedWorkbook(archive, sheet, check)
  const percents = check ? found : known
  const isPercent = new Set(percents)
  let rows: TableRow[] = []
  // A text stands in a workbook once, and may be meant by a million cells.
  let [buffered, total] = [0, 0]
  for await (const { index, values } of streamXlsxRows(archive, { sheet: place })) {
    if (values.length > fileLimits.columns)
      throw tooLarge(`row ${index + 1} has more than ${fileLimits.columns} columns`)
    const cells = values.map((value, at) => cellText(value, dayZero, isPercent.has(at)))
    if (cells.every((cell) => cell === '')) continue
    const size = cells.reduce((sum, cell) => sum + cell.length, 0)
    buffered += size
    total += size
    if (size > fileLimits.record || total > fileLimits.sheet) throw tooLarge(`row ${index + 1} is too long`)
    rows.push(values.some(hasLostDigits) ? { line: index + 1, cells, fault: lostDigits } : { line: index + 1, cells })
    if (rows.length < batchRows && buffered < fileLimits.record) continue
    await sent({ rows, percents })
    rows = []
    buffered = 0
  }
  if (rows.length > 0) await sent({ rows, percents })
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
  for await (const part of contentOf(file)) {
    parts.push(part)
    size += part.length
    if (size > fileLimits.archive) throw tooLarge(`a workbook may have ${fileLimits.archive / 2 ** 20} MB at most`)
  }
  return Buffer.concat(parts)
}

function cellText(value: CellValue, dayZero: number, isPercent: boolean): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return isPercent ? `${numberText(value * 100)}%` : numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return dateText(value, dayZero)
  return String(value)
}

/** Excel keeps fifteen digits; the sixteenth is noise of the binary form, except of whole numbers that others write. */
const numberText = (value: number) => String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)))

/** No question takes so large a number, and as a name two of them would become one. */
const hasLostDigits = (value: CellValue) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
const lostDigits = 'a number of more than fifteen digits, which a workbook does not keep: write it as text'

const dayMs = 86_400_000

function dateText(date: Date, dayZero: number): string {
  if (Number.isNaN(date.getTime())) return ''
  const iso = date.toISOString()
  const time = iso.slice(11, 19)
  // A time of day alone is counted from the day before any date.
  if (date.getTime() >= dayZero && date.getTime() < dayZero + dayMs) return time
  return time === '00:00:00' ? iso.slice(0, 10) : iso.slice(0, 19)
}

read(workerData).then(
  () => post({ done: true }),
  (error: unknown) =>
    post({
      fault: error instanceof Error ? error.message : String(error),
      code: error instanceof Unreadable ? error.code : 'invalid',
    }),
)
