import { sampleLines, usualTable } from '../sample-list/sample-table.ts'
import type { WorkbookSheet } from '../table-file/workbook.ts'
import type { ReportMaker } from './report-made.ts'
import { reportText } from './report-text.ts'

/** The people of the selection who are or may be asked, with how many of them got how far by state and by place. */
export const sampleReport: ReportMaker = async ({ question, words }) => {
  const { stores, who, dictionary, path } = question
  const { locale } = words
  const now = Date.now()
  const table = { ...usualTable, path, locale }
  const sheet = async (
    name: Parameters<typeof reportText>[0],
    groupBy: { readonly groupBy?: 'state' | 'place' },
  ): Promise<WorkbookSheet> => ({
    name: reportText(name, locale),
    columns: 'first row',
    rows: await sampleLines(stores, who, dictionary, { ...table, ...groupBy }, now),
  })
  return [
    await sheet('samples', {}),
    await sheet('byState', { groupBy: 'state' }),
    await sheet('byPlace', { groupBy: 'place' }),
  ]
}
