import { contentOf, head } from './bytes.ts'
import { type Decoder, decoderFor, detectEncoding } from './encoding.ts'
import { namedHeaders, type Reader, type TableOptions, type TableRow } from './reader.ts'
import { recordSplitter } from './record-splitter.ts'

const separators = [',', ';', '\t', '|'] as const
const sampleBytes = 256 * 1024
const sampleRecords = 200

/** Reads delimited text; what is not given is found out from the file. */
export async function openCsv(file: string, options: TableOptions): Promise<Reader> {
  const encoding = options.encoding ?? (await detectEncoding(file))
  const sample = decoder(encoding).write(await head(file, sampleBytes))
  const newline = sample.includes('\r') && !sample.includes('\n') ? '\r' : '\n'
  const hint = /^\uFEFF?sep=(.)\r?\n?/.exec(sample)
  const separator = options.separator ?? hint?.[1] ?? sniffSeparator(sample, newline)

  async function* records(): AsyncGenerator<TableRow[]> {
    const content = await contentOf(file)
    const text = decoder(encoding)
    const splitter = recordSplitter(separator, newline)
    let skip = hint ? 1 : 0
    try {
      for await (const part of content) {
        const rows = splitter.push(text.write(part))
        yield skip > 0 ? rows.slice(skip) : rows
        skip = Math.max(0, skip - rows.length)
      }
      const rest = [...splitter.push(text.end()), ...splitter.end()]
      yield skip > 0 ? rest.slice(skip) : rest
    } finally {
      content.destroy()
    }
  }

  const headers = await firstRecord(records())
  return {
    kind: 'csv',
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
export function sniffSeparator(sample: string, newline: '\n' | '\r'): string {
  let best = { separator: ',', score: 0 }
  for (const separator of separators) {
    const splitter = recordSplitter(separator, newline)
    const rows = splitter
      .push(sample.slice(0, sample.lastIndexOf(newline) + 1 || sample.length))
      .slice(0, sampleRecords)
    if (rows.length === 0) rows.push(...splitter.end())
    const width = rows[0]?.cells.length ?? 0
    if (width < 2) continue
    const even = rows.filter((row) => row.cells.length === width).length / rows.length
    const score = even + Math.min(width, 1000) / 10_000
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

async function firstRecord(records: AsyncGenerator<TableRow[]>): Promise<readonly string[]> {
  for await (const [first] of records) if (first) return first.cells
  return []
}

function decoder(encoding: string): Decoder {
  const found = decoderFor(encoding)
  if (!found) throw new Error(`encoding ${encoding} is not known`)
  return found
}
