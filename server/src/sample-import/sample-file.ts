import { mapping } from '@kaiku/contract/import.ts'
import type { SampleImport } from '@kaiku/contract/sample.ts'
import { unmarked } from '@kaiku/core/csv.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { misfit, type TableRow } from '../file-limit/reader.ts'
import type { Reject } from '../import/import-run.ts'
import { interviewRows } from '../interview-row/interview-row.ts'
import { isFault, rowReader } from '../interview-row/row-reader.ts'
import type { SampleRow } from '../sample/sample-row.ts'
import { openTable, type ReadTable } from '../table-reader/table.ts'
import { type Columns, columnsOf, consentIn, type Field } from './sample-columns.ts'
import { type Facts, sampleReader } from './sent-sample.ts'

/** Rows of one file: all of them are held at once, because they are stored together or not at all. */
export const mostSamples = 200_000

export type SampleFile = {
  readonly file: string
  readonly columns: SampleImport['columns']
  readonly rows: readonly SampleRow[]
  readonly rejects: readonly Reject[]
}

/** Reads a file of people (CSV, XLSX, SPSS, gzipped or not). Throws Fault `invalid` for one without any column that names them, `too_large`. */
export async function readSampleFile(dictionary: Dictionary, file: string): Promise<SampleFile> {
  const table = await openTable(file)
  try {
    const columns = columnsOf(dictionary, table.headers)
    if (!(['externalId', 'contact', 'email', 'phone'] as const).some((field) => columns.fields.has(field)))
      throw refuse('invalid', 'file.noContact', {}, [
        { place: 'the header', expected: 'externalId, contact, email or phone', found: table.headers.join(', ') },
      ])
    const read = lineReader(dictionary, table, columns)
    const [rows, rejects]: [SampleRow[], Reject[]] = [[], []]
    for await (const row of table.rows()) {
      const found = read(row)
      if ('reason' in found) rejects.push(found)
      else rows.push(found)
      if (rows.length + rejects.length > mostSamples) throw refuse('too_large', 'file.rows', { most: mostSamples })
    }
    return { file: table.name, columns: columns.told, rows, rejects }
  } finally {
    await table.close()
  }
}

function lineReader(dictionary: Dictionary, table: ReadTable, { fields, questions }: Columns) {
  const width = table.headers.length
  const facts = factReader(dictionary, table, questions)
  const person = sampleReader(dictionary)
  const headerOf = (place: string) => {
    const index = fields.get(place as Field)
    if (index !== undefined) return table.headers[index] ?? place
    const id = place.replace(/^background\./, '')
    return [...questions].find(([, question]) => question === id)?.[0] ?? id
  }
  return ({ line, cells, fault }: TableRow): SampleRow | Reject => {
    const reject = (column: string, value: string, reason: string): Reject => ({
      line,
      column,
      value: value.slice(0, longestValue).replace(/\0|\p{Surrogate}/gu, '\ufffd'),
      reason,
    })
    if (fault !== undefined) return reject('', cells.join(' '), fault)
    const ragged = misfit(cells, width)
    if (ragged !== null) return reject('', String(cells.length), ragged)
    const found = facts(cells)
    if ('reason' in found) return reject(found.column, found.value, found.reason)
    const consentCell = textAt(cells, fields.get('consent'))
    const consent = consentIn(consentCell)
    if (consent === null) return reject(headerOf('consent'), consentCell, 'neither yes nor no')
    const said = [...fields].flatMap(([field, at]) => {
      const text = textAt(cells, at)
      return field === 'consent' || text === '' ? [] : [[field, text] as const]
    })
    const row = person(line, { ...Object.fromEntries(said), ...(consent && { consent }) }, found)
    return 'why' in row ? reject(headerOf(row.place), row.found, row.why) : row
  }
}

const longestValue = 500
const textAt = (cells: readonly string[], at: number | undefined) =>
  at === undefined ? '' : unmarked((cells[at] ?? '').trim())

/** What is known of somebody before the interview, as the questions of the survey read it. */
function factReader(dictionary: Dictionary, table: ReadTable, questions: Columns['questions']) {
  if (questions.size === 0) return (): Facts => ({ background: {}, placing: {}, contact: null })
  const plain = mapping.parse({
    name: 'samples',
    match: {},
    columns: [...questions].map(([column, question]) => ({ column, question })),
  })
  const { read, questions: order } = rowReader(dictionary, plain, table)
  const toRow = interviewRows(dictionary, order)
  return (cells: readonly string[]) => {
    const found = read(cells)
    if (isFault(found)) return found
    const { json, placing, contact } = toRow('', found)
    return { background: JSON.parse(json) as Answers, placing, contact }
  }
}
