import { contentOf, head } from '../file-limit/bytes.ts'
import { namedHeaders, type Reader, type TableOptions, type TableRow } from '../file-limit/reader.ts'
import { Unreadable } from '../file-limit/unreadable.ts'
import { decoderFor, encodingOf } from './encoding.ts'
import { recordSplitter } from './record-splitter.ts'

const separators = [',', ';', '\t', '|'] as const
const sampleBytes = 256 * 1024
const sampleRecords = 200

/** Reads delimited text; what is not given is found out from the file. */
export async function openCsv(file: string, options: TableOptions): Promise<Reader> {
  const encoding = await encodingOf(file, options.encoding)
  const sample = decoderFor(encoding).write(await head(file, sampleBytes))
  const hint = /^\uFEFF?sep=(.)\r?\n?/.exec(sample)
  const separator = options.separator ?? hint?.[1] ?? sniffSeparator(sample)

  async function* records(): AsyncGenerator<TableRow[]> {
    const text = decoderFor(encoding)
    const splitter = recordSplitter(separator)
    let skip = hint ? 1 : 0
    for await (const part of contentOf(file)) {
      const rows = splitter.push(text.write(part))
      yield skip > 0 ? rows.slice(skip) : rows
      skip = Math.max(0, skip - rows.length)
    }
    const rest = [...splitter.push(text.end()), ...splitter.end()]
    yield skip > 0 ? rest.slice(skip) : rest
  }

  const headers = await firstRecord(records())
  return {
    kind: 'csv',
    encoding,
    headers: namedHeaders(headers),
    variables: null,
    rowCount: null,
    async *batches() {
      let first = true
      for await (const rows of records()) {
        if (rows.length === 0) continue
        yield first ? rows.slice(1) : rows
        first = false
      }
    },
    close: async () => {},
  }
}

/** The separator that cuts the header and most rows into the same number of pieces, the more pieces the better. */
export function sniffSeparator(sample: string): string {
  let best = { separator: ',', score: 0 }
  const end = Math.max(sample.lastIndexOf('\n'), sample.lastIndexOf('\r')) + 1
  const whole = end > 0 ? sample.slice(0, end) : `${sample}\n`
  for (const separator of separators) {
    const rows = recordSplitter(separator).push(whole).slice(0, sampleRecords)
    const width = rows[0]?.cells.length ?? 0
    if (width < 2) continue
    const even = rows.filter((row) => row.cells.length === width).length / rows.length
    const score = even + Math.min(width, 1000) / 10_000
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

/** The header. Throws what is wrong with it. */
async function firstRecord(records: AsyncGenerator<TableRow[]>): Promise<readonly string[]> {
  for await (const [first] of records) {
    if (first?.fault !== undefined) throw new Unreadable(`line ${first.line}, the header: ${first.fault}`)
    if (first) return first.cells
  }
  return []
}
