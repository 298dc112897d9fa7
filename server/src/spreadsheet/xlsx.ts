import { Worker } from 'node:worker_threads'
import { ownProgram } from '../configuration/installation.ts'
import { fileLimits } from '../file-limit/file-limit.ts'
import { namedHeaders, type Reader, type TableOptions, type TableRow } from '../file-limit/reader.ts'
import { Unreadable } from '../file-limit/unreadable.ts'
import type { XlsxMessage, XlsxRequest } from './xlsx-worker.ts'

/** Reads one worksheet of an Excel workbook in a worker thread. */
export async function openXlsx(file: string, { sheet }: TableOptions): Promise<Reader> {
  const { headers, percents } = await firstRow(file, sheet)
  return {
    kind: 'xlsx',
    encoding: null,
    headers: namedHeaders(headers),
    variables: null,
    rowCount: null,
    async *batches() {
      let first = true
      for await (const rows of sheetRows({ file, sheet, check: false, percents })) {
        yield (first ? rows.slice(1) : rows).map((row) => ({ ...row, cells: filled(row.cells, headers.length) }))
        first = false
      }
    },
    close: async () => {},
  }
}

/** A sheet stores no empty cells at the end of a row. */
const filled = (cells: readonly string[], width: number) =>
  cells.length < width ? [...cells, ...Array<string>(width - cells.length).fill('')] : cells

/** The header, once all of the sheet is known to be whole. */
async function firstRow(file: string, sheet: string | undefined) {
  for await (const { rows, percents } of batchesOf({ file, sheet, check: true, percents: [] }))
    if (rows[0]) return { headers: rows[0].cells, percents }
  return { headers: [], percents: [] }
}

async function* sheetRows(request: XlsxRequest): AsyncGenerator<readonly TableRow[]> {
  for await (const { rows } of batchesOf(request)) yield rows
}

async function* batchesOf(request: XlsxRequest): AsyncGenerator<Extract<XlsxMessage, { rows: unknown }>> {
  const worker = new Worker(ownProgram('spreadsheet/xlsx-worker').text, {
    eval: true,
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: fileLimits.workbookMemory },
  })
  const messages: XlsxMessage[] = []
  let wake = () => {}
  const arrived = (message: XlsxMessage) => {
    messages.push(message)
    wake()
  }
  worker.on('message', arrived)
  worker.on('error', (error) => arrived({ fault: error.message, code: 'invalid' }))
  worker.on('exit', () => arrived({ fault: 'the reader stopped', code: 'invalid' }))
  try {
    for (;;) {
      const message = messages.shift()
      if (!message) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      } else if ('fault' in message) throw new Unreadable(`workbook: ${message.fault}`, message.code)
      else if ('done' in message) return
      else {
        yield message
        worker.postMessage('next')
      }
    }
  } finally {
    await worker.terminate()
  }
}
