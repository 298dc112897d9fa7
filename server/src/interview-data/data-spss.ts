import { Readable } from 'node:stream'
import type { ListedRow } from '../interview-list/interview-file.ts'
import type { Listing } from '../interview-list/interview-list.ts'
import { spssFile } from '../spss-file/spss-file.ts'
import { type SpssSet, type SpssValue, spssNames } from '../spss-file/spss-variable.ts'
import { tableText } from '../text/table-text.ts'
import { type DataColumn, type DataRow, dataColumns, dataRow, type ListFollowed, listedRows } from './data-column.ts'
import { type Spool, spooled } from './data-spool.ts'
import { measured, type SpssColumn, type SpssMeasured } from './spss-column.ts'

/**
 * Interviews as an SPSS file with labels, missing values and measures. How wide texts are stands before the first case:
 * the list is read once and kept on the disk, so that what is answered or erased meanwhile cannot break the file.
 */
export function dataSpss(listing: Listing, followed: ListFollowed): Readable {
  const columns = dataColumns(listing)
  const known = columns.map(measured)
  return Readable.from(
    (async function* () {
      const spool = await spooled(measuredRows(listing, columns, known, followed))
      try {
        yield* written(listing, columns, known, spool)
      } finally {
        await spool.close()
      }
    })(),
    { objectMode: false },
  )
}

async function* measuredRows(
  listing: Listing,
  columns: readonly DataColumn[],
  known: readonly SpssMeasured[],
  followed: ListFollowed,
): AsyncGenerator<readonly DataRow[]> {
  for await (const rows of listedRows(listing, followed)) yield rows.map(read)

  function read(row: ListedRow): DataRow {
    const values = dataRow(columns, row)
    for (const [at, one] of known.entries()) one.measure(values[at] ?? null, columns[at]?.label(row) ?? null)
    return values
  }
}

function written(
  { asked: { dictionary, locale, translate } }: Listing,
  columns: readonly DataColumn[],
  known: readonly SpssMeasured[],
  spool: Spool<DataRow>,
): AsyncGenerator<Buffer> {
  const named = spssNames()
  const yesNo = [
    { value: 1, label: tableText('table.yes', locale) },
    { value: 0, label: tableText('table.no', locale) },
  ]
  const laid = known.map((one) => one.column({ named, translate, yesNo }))
  const setName = spssNames()
  const sets = laid.flatMap(({ set }, at): SpssSet[] => {
    const { name, title } = columns[at] ?? { name: '', title: '' }
    return set.length === 0 ? [] : [{ name: setName(name), label: title, variables: set }]
  })
  const variables = laid.flatMap((one) => one.variables)
  const label = translate(dictionary.definition.settings.title)
  return spssFile({ label, variables, sets, cases: spool.n, at: Date.now() }, cases(laid, spool))
}

async function* cases(laid: readonly SpssColumn[], spool: Spool<DataRow>): AsyncGenerator<readonly SpssValue[][]> {
  for await (const rows of spool.batches())
    yield rows.map((row) => laid.flatMap(({ values }, at) => values(row[at] ?? null)))
}
