import { type Mapping, mapping } from '@kaiku/contract/import.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { unmarked } from '@kaiku/core/csv.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isBlankRow, misfit, type TableRow } from '../file-limit/reader.ts'
import type { Reject } from '../import/import-run.ts'
import { codeSeparator } from '../interview-data/data-csv.ts'
import type { Answer } from '../interview-row/answer.ts'
import { isFault, rowReader } from '../interview-row/row-reader.ts'
import { openTable, type ReadTable } from '../table-reader/table.ts'
import { type CorrectionColumns, correctionColumns, type KeyColumn, questionFinder } from './correction-column.ts'

/** Values of one file: they are stored in one transaction, for which everybody else who writes the survey's interviews waits. */
const mostValues = 5_000
const longestShown = 500

/** A value that a file gives an answer. */
export type WantedValue = {
  readonly line: number
  /** What names the interview. */
  readonly key: string
  readonly question: Question
  /** As it is written. */
  readonly text: string
  /** As it is kept; null: no answer. */
  readonly value: Answer
}

export type ReadCorrections = {
  readonly file: string
  readonly key: KeyColumn
  readonly ignored: readonly string[]
  readonly values: readonly WantedValue[]
  readonly rejects: readonly Reject[]
}

/** A line of a file that cannot be taken, so that it can be kept and shown. */
export const rejected = (line: number, column: string, value: string, reason: string): Reject => ({
  line,
  column,
  value: value.slice(0, longestShown).replace(/\0|\p{Surrogate}/gu, '\ufffd'),
  reason,
})

/**
 * Reads a file of corrections (CSV, XLSX, SPSS, gzipped or not). Throws Fault `invalid` for one that names no interviews or
 * no questions, `too_large`.
 */
export async function readCorrectionFile(dictionary: Dictionary, file: string): Promise<ReadCorrections> {
  const table = await openTable(file)
  try {
    const columns = correctionColumns(dictionary, table.headers)
    const read = lineReader(dictionary, table, columns)
    const [values, rejects]: [WantedValue[], Reject[]] = [[], []]
    for await (const row of table.rows()) {
      if (isBlankRow(row)) continue
      for (const found of read(row)) {
        if ('reason' in found) rejects.push(found)
        else values.push(found)
      }
      if (values.length + rejects.length > mostValues)
        throw refuse('too_large', 'correctionFile.most', { most: mostValues })
    }
    return { file: table.name, key: columns.key, ignored: columns.ignored, values, rejects }
  } finally {
    await table.close()
  }
}

function lineReader(dictionary: Dictionary, table: ReadTable, columns: CorrectionColumns) {
  const readers = new Map<string, ReturnType<typeof valueReader>>()
  const readerOf = (question: Question) => {
    const reader = readers.get(question.id) ?? valueReader(dictionary, question, table.kind)
    readers.set(question.id, reader)
    return reader
  }
  const find = questionFinder(dictionary)
  const { headers } = table
  return ({ line, cells, fault }: TableRow): (WantedValue | Reject)[] => {
    if (fault !== undefined) return [rejected(line, '', cells.join(' '), fault)]
    const ragged = misfit(cells, headers.length)
    if (ragged !== null) return [rejected(line, '', String(cells.length), ragged)]
    const textAt = (index: number) => unmarked((cells[index] ?? '').trim())
    const key = textAt(columns.key.index)
    if (key === '') return [rejected(line, columns.key.header, '', 'names no interview')]
    const one = (question: Question, index: number): WantedValue | Reject => {
      const text = textAt(index)
      const read = readerOf(question)(text)
      return 'reason' in read
        ? rejected(line, headers[index] ?? '', text, read.reason)
        : { line, key, question, text, value: read.value }
    }
    // An empty cell of a wide table says nothing; an empty value of a line takes the answer away.
    if (columns.form === 'wide')
      return columns.questions.flatMap(({ index, question }) => (textAt(index) === '' ? [] : [one(question, index)]))
    const question = find(textAt(columns.question))
    return question === null
      ? [rejected(line, headers[columns.question] ?? '', textAt(columns.question), 'not a question of the survey')]
      : [one(question, columns.value)]
  }
}

/** Reads one cell as an answer, by the rules of imports; a code may be written as what it is called, too. */
function valueReader(dictionary: Dictionary, question: Question, kind: ReadTable['kind']) {
  const plain: Mapping = mapping.parse({
    name: 'corrections',
    match: {},
    columns: [
      Object.assign(
        { column: 'value', question: question.id, recode: codesByTitle(question) },
        question.type === 'multiple' && { separator: codeSeparator },
      ),
    ],
  })
  const { read } = rowReader(dictionary, plain, { kind, headers: ['value'] })
  return (text: string): { readonly value: Answer } | { readonly reason: string } => {
    const found = read([text])
    return isFault(found) ? { reason: found.reason } : { value: found.values[0] ?? null }
  }
}

/** Codes by what they are called in any language, where that means one code and is none itself. */
function codesByTitle(question: Question): Record<string, string | number> {
  const coded = 'options' in question ? question.options : 'labels' in question ? question.labels : []
  const codes = new Set(coded.map(({ code }) => String(code)))
  const found = new Map<string, Set<string | number>>()
  for (const { code, title } of coded)
    for (const text of typeof title === 'string' ? [title] : Object.values(title)) {
      const own = text.trim()
      if (own !== '' && !codes.has(own)) found.set(own, (found.get(own) ?? new Set()).add(code))
    }
  return Object.fromEntries(
    [...found].flatMap(([text, all]) => (all.size === 1 ? [...all].map((code) => [text, code]) : [])),
  )
}
