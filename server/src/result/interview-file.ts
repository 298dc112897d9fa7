import { Readable } from 'node:stream'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { type CsvValue, csvFile, csvLine } from '@kaiku/core/csv.ts'
import { writeXlsxStream } from 'hucre/xlsx'
import { type Listing, readListing } from './interview-list.ts'
import { sentence } from './text.ts'

type Row = AnswerOf<'InterviewList'>['rows'][number]
type Cell = string | number | null

type Format = 'csv' | 'xlsx'

const types: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const atOnce = 5_000
/** Characters that a cell of a spreadsheet holds. */
const longestCell = 32_767

/** A list as a file, read while it is sent: its columns, its rows in their order, and last how many those were. */
export function interviewFile(listing: Listing, format: Format): { readonly type: string; readonly content: Readable } {
  const content =
    format === 'csv'
      ? Readable.from(csvOf(listing), { objectMode: false })
      : Readable.fromWeb(
          // The names of the two kinds of stream differ; the streams do not.
          writeXlsxStream(sheetOf(listing), { name: 'Kaiku', zip64: true, freezePane: { rows: 1 } }) as never,
        )
  return { type: types[format], content }
}

function headOf({ asked: { dictionary, locale, say }, columns, scores }: Listing): string[] {
  const { indicators } = dictionary.definition
  const titles = scores.map(({ id }) => {
    const indicator = indicators.find((one) => one.id === id)
    return indicator ? say(indicator.title) : id
  })
  return [
    ...[sentence('day', locale), sentence('place', locale), ...titles],
    ...columns.map(({ question }) => say(question.title)),
  ]
}

function cellsOf({ scores, columns }: Listing, row: Row): Cell[] {
  return [
    row.day,
    row.place.filter((name) => name !== '').join(' › '),
    ...scores.map(({ id }) => row.scores.find(({ indicator }) => indicator === id)?.value ?? null),
    ...columns.map(({ question }, at): Cell => {
      const answer = row.answers[at]
      if (!answer) return null
      if (question.type === 'scale' && !answer.missing && typeof answer.value === 'number') return answer.value
      return answer.label ?? (typeof answer.value === 'object' ? answer.value.join(', ') : answer.value)
    }),
  ]
}

async function* batches(listing: Listing): AsyncGenerator<readonly Cell[][]> {
  let after: string | undefined
  do {
    const { rows, next } = await readListing(listing, atOnce, after)
    yield rows.map((row) => cellsOf(listing, row))
    after = next ?? undefined
  } while (after !== undefined)
}

const endOf = ({ asked: { locale } }: Listing, n: number): [string, number] => [sentence('interviews', locale), n]

async function* csvOf(listing: Listing) {
  yield csvFile([headOf(listing)])
  let n = 0
  for await (const rows of batches(listing)) {
    n += rows.length
    yield rows.map((cells: readonly CsvValue[]) => csvLine(cells)).join('')
  }
  yield csvLine(endOf(listing, n))
}

async function* sheetOf(listing: Listing) {
  yield headOf(listing).map(tame)
  let n = 0
  for await (const rows of batches(listing))
    for (const cells of rows) {
      n += 1
      yield cells.map(tame)
    }
  yield endOf(listing, n)
}

// XML has no place for control characters, nor a spreadsheet for longer texts.
const control = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu
const tame = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(control, '').slice(0, longestCell) : cell)
