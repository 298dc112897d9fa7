import { Worker } from 'node:worker_threads'
import { Fault } from '@kaiku/core/fault.ts'
import { ownProgram } from '../installation.ts'
import { namedHeaders, type Reader, type TableOptions, type TableRow } from './reader.ts'
import type { XlsxMessage, XlsxRequest } from './xlsx-worker.ts'

/** A workbook that needs more memory than this ends its worker, not the server. */
const megabytes = 1024

/** Reads one worksheet of an Excel workbook in a worker thread. */
export async function openXlsx(file: string, { sheet }: TableOptions): Promise<Reader> {
  const headers = await firstRow(file, sheet)
  return {
    kind: 'xlsx',
    headers: namedHeaders(headers),
    variables: null,
    rowCount: null,
    async *batches() {
      let first = true
      for await (const rows of sheetRows(file, sheet)) {
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

async function firstRow(file: string, sheet: string | undefined): Promise<readonly string[]> {
  for await (const [first] of sheetRows(file, sheet)) if (first) return first.cells
  return []
}

async function* sheetRows(file: string, sheet: string | undefined): AsyncGenerator<readonly TableRow[]> {
  const worker = new Worker(ownProgram('import/xlsx-worker').text, {
    eval: true,
    workerData: { file, sheet } satisfies XlsxRequest,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const messages: XlsxMessage[] = []
  let wake = () => {}
  const arrived = (message: XlsxMessage) => {
    messages.push(message)
    wake()
  }
  worker.on('message', arrived)
  worker.on('error', (error) => arrived({ fault: error.message }))
  worker.on('exit', () => arrived({ fault: 'the reader stopped' }))
  try {
    for (;;) {
      const message = messages.shift()
      if (!message) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      } else if ('fault' in message) throw new Fault('invalid', `workbook: ${message.fault}`)
      else if ('done' in message) return
      else {
        yield message.rows
        worker.postMessage('next')
      }
    }
  } finally {
    await worker.terminate()
  }
}
