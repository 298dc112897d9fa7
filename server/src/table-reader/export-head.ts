import type { ExportSource } from '@kaiku/contract/new-survey.ts'
import { namedHeaders, type Reader, type TableRow } from '../file-limit/reader.ts'

/** What is known of a file that another program exported. */
export type ExportHead = {
  readonly source: ExportSource
  readonly headers: readonly string[]
  /** What people are asked, by column; null: the headers say it. */
  readonly titles: readonly string[] | null
  /** Columns of one question that allows several answers have the same text; null: a column of its own. */
  readonly groups: readonly (string | null)[] | null
  /** Rows below the header that are no answers. */
  readonly skip: number
}

/** What a program's export always has: who answered and when, and what it keeps for itself. */
export type ExportColumns = {
  readonly key: readonly string[]
  /** The first of these that is there says when. */
  readonly day: readonly string[]
  readonly technical: readonly string[]
}

export const exportColumns: Readonly<Record<ExportSource, ExportColumns>> = {
  qualtrics: {
    key: ['ResponseId'],
    day: ['RecordedDate', 'EndDate', 'StartDate'],
    technical: ['Status', 'Progress', 'LocationLatitude', 'LocationLongitude', 'ExternalReference'],
  },
  surveyMonkey: {
    key: ['Respondent ID'],
    day: ['Date Modified', 'Date Created'],
    technical: ['Collector ID', 'Custom Data 1'],
  },
  googleForms: { key: [], day: ['Timestamp', 'Aikaleima', 'Tidstämpel', 'Tidsstämpel', 'Zeitstempel'], technical: [] },
  typeform: {
    key: ['#'],
    day: ['Submit Date (UTC)', 'Start Date (UTC)'],
    technical: ['Network ID', 'Tags', 'Ending', 'Response Type'],
  },
  limeSurvey: {
    key: ['Response ID', 'id'],
    day: ['Date submitted', 'submitdate'],
    technical: ['Last page', 'lastpage', 'Seed', 'seed', 'Date started', 'startdate', 'Date last action', 'datestamp'],
  },
  formbricks: {
    key: ['Response ID'],
    day: ['Timestamp'],
    technical: ['No.', 'Survey ID', 'Formbricks ID (internal)', 'Notes'],
  },
}

const qualtricsHead = /^(?:StartDate|EndDate|RecordedDate|ResponseId|Q\d+(?:[._]\w+)*)$/
const importId = /^\s*\{"ImportId":/
const surveyMonkeyMark = /^(?:Response|Open-Ended Response|Other \(please specify\))$/

/** What exported a file, by its head; null: nothing that is known. */
export async function exportHead(reader: Reader): Promise<ExportHead | null> {
  if (reader.kind === 'sav') return null
  const headers = reader.headers.map((one) => one.trim())
  const has = (...names: readonly string[]) => names.every((name) => headers.includes(name))
  const plain = (source: ExportSource): ExportHead => ({
    source,
    headers: reader.headers,
    titles: null,
    groups: null,
    skip: 0,
  })
  if (headers.some((one) => qualtricsHead.test(one))) {
    const found = qualtrics(reader, await firstRows(reader, 2))
    if (found) return found
  }
  if (has('Respondent ID', 'Collector ID')) {
    const [row] = await firstRows(reader, 1)
    return (row && surveyMonkey(reader, row)) ?? plain('surveyMonkey')
  }
  if (has('#', 'Network ID') || has('#', 'Submit Date (UTC)')) return plain('typeform')
  if (has('Response ID', 'Date submitted', 'Last page') || has('id', 'submitdate', 'lastpage'))
    return { ...plain('limeSurvey'), ...bracketed(headers) }
  if (has('Response ID', 'Survey ID', 'Formbricks ID (internal)') || has('No.', 'Response ID', 'Survey ID', 'Finished'))
    return plain('formbricks')
  return headers.length > 1 && exportColumns.googleForms.day.includes(headers[0] ?? '') ? plain('googleForms') : null
}

async function firstRows(reader: Reader, count: number): Promise<readonly TableRow[]> {
  const rows: TableRow[] = []
  for await (const batch of reader.batches()) {
    rows.push(...batch.slice(0, count - rows.length))
    if (rows.length >= count) break
  }
  return rows
}

/** Three rows: short names, the questions, and for each column `{"ImportId":…}`; the last may stand in second place. */
function qualtrics(reader: Reader, rows: readonly TableRow[]): ExportHead | null {
  const at = rows.findIndex(({ cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== '')
    return filled.length > 0 && filled.every((cell) => importId.test(cell))
  })
  if (at < 0) return null
  const texts = at === 0 ? [] : (rows[0]?.cells ?? [])
  const titles = reader.headers.map((header, index) => oneLine(texts[index] ?? '') || header)
  const stems = reader.headers.map((header) => /^(Q\d+)_\d+$/.exec(header.trim())?.[1] ?? null)
  // Parts of one question have its text, then a hyphen and their own.
  const groups = stems.map((stem, index) =>
    stem === null ? null : (titles[index] ?? '').split(/\s+[-–]\s+/)[0] || stem,
  )
  return { source: 'qualtrics', headers: reader.headers, titles, groups, skip: at + 1 }
}

/** Two rows: the question above the first of its columns, then what each column is. */
function surveyMonkey(reader: Reader, { cells }: TableRow): ExportHead | null {
  if ((cells[0] ?? '').trim() !== '' || !cells.some((cell) => surveyMonkeyMark.test(cell.trim()))) return null
  let question = ''
  const parts = reader.headers.map((header, index) => {
    const isUnnamed = header === `column_${index + 1}`
    if (!isUnnamed) question = oneLine(header)
    const option = oneLine(cells[index] ?? '')
    return { question, option: surveyMonkeyMark.test(option) && !isUnnamed ? '' : option, isUnnamed }
  })
  const spread = new Set(parts.filter(({ isUnnamed }) => isUnnamed).map((part) => part.question))
  const names = parts.map((part) => (part.option === '' ? part.question : `${part.question} – ${part.option}`))
  return {
    source: 'surveyMonkey',
    headers: namedHeaders(names),
    titles: names,
    groups: parts.map((part) => (spread.has(part.question) && part.option !== '' ? part.question : null)),
    skip: 1,
  }
}

/** `Q3[SQ001]` and `Which of these? [The shop]` are parts of one question. */
function bracketed(headers: readonly string[]): Pick<ExportHead, 'groups'> {
  return { groups: headers.map((header) => /^(.*\S)\s*\[[^\]]+\]$/.exec(header)?.[1] ?? null) }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
