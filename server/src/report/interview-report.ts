import type { Question } from '@kaiku/contract/question.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { metadataOf } from '../codebook/metadata.ts'
import { metadataSheets } from '../codebook/metadata-sheets.ts'
import { dataCsv } from '../interview-data/data-csv.ts'
import { dataParquet, parquetType } from '../interview-data/data-parquet.ts'
import { dataSpss } from '../interview-data/data-spss.ts'
import { interviewColumns, interviewRows } from '../interview-list/interview-file.ts'
import { countListing, openWholeListing } from '../interview-list/interview-list.ts'
import { variableCounts } from '../key-driver/variable-count.ts'
import { askedFor } from '../result/result.ts'
import { scopeOf } from '../selection/scope.ts'
import { spssType } from '../spss-file/spss-file.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { ReportContext, ReportMaker } from './report-made.ts'
import { reportText } from './report-text.ts'

/**
 * The interviews of the selection that the viewer may open and take along, with every answer that may be seen of all of
 * them, and what the codes stand for. Throws Fault `forbidden` in a protected survey.
 */
export const interviewReport: ReportMaker = async (context) => {
  const { words, progress } = context
  const { listing, shown, total } = await listedInterviews(context)
  return [
    {
      name: reportText('interviews', words.locale),
      columns: interviewColumns(listing),
      rows: interviewRows(listing, (n) => progress(n / total)),
      frozen: 1,
    },
    {
      name: reportText('codebook', words.locale),
      columns: ['question', 'title', 'type', 'code', 'label', 'missing'].map((title) => ({ title })),
      rows: [shown.flatMap((one) => codeRows(one, listing.asked.translate))],
      frozen: 1,
    },
  ]
}

/**
 * What every file of single interviews is read from, whatever its format: the interviews of the selection that the viewer
 * may open and take along, with the answers that may be seen of all of them. `total`: at least 1.
 */
export async function listedInterviews({ question, state }: Pick<ReportContext, 'question' | 'state'>) {
  const listing = openWholeListing(await askedFor(question, { type: 'InterviewList', limit: 1 }, state))
  const shown = listing.columns.map((one) => one.question)
  return { listing, shown, total: Math.max(1, await countListing(listing)) }
}

function codeRows(question: Question, translate: (text: Question['title']) => string): SheetCell[][] {
  const { id, title, type } = question
  const missing = new Set(question.missing.map(String))
  const codes: (readonly [string, string])[] =
    'options' in question
      ? question.options.map((one) => [one.code, translate(one.title)])
      : 'labels' in question
        ? question.labels.map((one) => [String(one.code), translate(one.title)])
        : []
  const row = (code: string, label: string): SheetCell[] => [
    ...[id, translate(title), type, code, label],
    code === '' ? null : Number(missing.has(code)),
  ]
  return codes.length === 0 ? [row('', '')] : codes.map(([code, label]) => row(code, label))
}

const followed = ({ progress, signal }: ReportContext, total: number) => ({
  read: (n: number) => progress((0.9 * n) / total),
  signal,
})

/** The interviews of the workbook as codes, for programs that read text. */
export const csvReport: ReportMaker = async (context) => {
  const { listing, total } = await listedInterviews(context)
  return { ...dataCsv(listing, followed(context, total)), extension: 'csv' }
}

/** The interviews of the workbook as SPSS reads them. */
export const spssReport: ReportMaker = async (context) => {
  const { listing, total } = await listedInterviews(context)
  return { type: spssType, extension: 'sav', content: dataSpss(listing, followed(context, total)) }
}

/** The interviews of the workbook in columns with types, for data tools. */
export const parquetReport: ReportMaker = async (context) => {
  const { listing, total } = await listedInterviews(context)
  return { type: parquetType, extension: 'parquet', content: dataParquet(listing, followed(context, total)) }
}

/** What the screen and the call of the codebook tell, of the whole survey. */
export const codebookReport: ReportMaker = async ({ question, words: { locale } }) => {
  const { stores, who, dictionary } = question
  const today = dayIn(dictionary.definition.settings.timeZone, Date.now())
  const counts = await variableCounts(stores, dictionary, scopeOf(who, dictionary, 'seeIndicators'), today)
  const told = metadataOf(dictionary, counts, locale)
  return metadataSheets(told, dictionary, locale, (sheet) => reportText(sheet, locale))
}
