import type { ImportReport, Mapping } from '@kaiku/contract/import.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { refusal } from '@kaiku/core/text.ts'
import type { Answers, Dictionary } from '../survey/dictionary.ts'
import type { Placer } from '../view/place.ts'
import type { Outcome, Outcomes, Reject } from './import-run.ts'
import { digest, type InterviewRow, interviewRows } from './interview-row.ts'
import { keySet } from './key-set.ts'
import { columnIndex, columnsOf } from './mapping.ts'
import { isFault, rowReader } from './row-reader.ts'
import type { Table, TableRow } from './table.ts'

const sampleRows = 20
const longestKey = 1000

/** What a file says, as far as it was read. */
export type Understanding = {
  readonly outcomes: Outcomes
  columns(): ImportReport['columns']
  sample(): ImportReport['sample']
  counts(): ImportReport['counts']
}

/** Turns a table into interviews and rejects, row by row. */
export function understand(dictionary: Dictionary, mapping: Mapping, table: Table, placer: Placer): Understanding {
  const read = rowReader(dictionary, mapping, table)
  const toRow = interviewRows(dictionary)
  const keyOf = rowKeys(mapping, table)
  const width = table.headers.length
  const questions = [...mapping.columns.map(({ question }) => question), ...Object.keys(mapping.constants)]
  const tally = tallyOf(dictionary, questions)
  const columnFor = new Map(mapping.columns.map(({ question, column }) => [question, columnsOf(column).join(', ')]))

  function outcomeOf({ line, cells, fault }: TableRow): Outcome {
    const rejected = (column: string, value: string, reason: string): { reject: Reject } => ({
      reject: { line, column, value: value.slice(0, 500), reason },
    })
    if (fault !== undefined) return rejected('', cells.join(' '), fault)
    if (cells.length !== width && (cells.length < width || cells.slice(width).some((cell) => cell.trim() !== '')))
      return rejected('', String(cells.length), `${cells.length} values where the header has ${width}`)
    const key = keyOf(cells)
    if (typeof key !== 'string') return rejected(key.column, key.value, key.reason)
    const found = read(cells)
    if (isFault(found)) return rejected(found.column, found.value, found.reason)
    const unplaced = placer.refusal(found.answers)
    if (unplaced)
      return rejected(columnFor.get(unplaced.question) ?? unplaced.question, unplaced.value, unplaced.reason)
    tally.add(found.answers)
    return { row: toRow(key, found.answers, found.at) }
  }

  return {
    outcomes: {
      async *[Symbol.asyncIterator]() {
        for await (const batch of table.batches()) yield batch.map(outcomeOf)
      },
    },
    columns() {
      const taken = new Map(
        mapping.columns.flatMap(({ column, question }) =>
          columnsOf(column).map((name) => [columnIndex(table.headers, name), question] as const),
        ),
      )
      return table.headers.map((column, index) => ({ column, question: taken.get(index) ?? null }))
    },
    sample: tally.sample,
    counts: tally.counts,
  }
}

/** Rows that somebody else made: they have keys and answers already. */
export async function* typedOutcomes(
  dictionary: Dictionary,
  rows: AsyncIterable<{ readonly key: string; readonly answers: Answers }>,
  placer: Placer,
): AsyncGenerator<readonly Outcome[]> {
  const toRow = interviewRows(dictionary)
  const seen = keySet()
  let line = 0
  for await (const { key, answers } of rows) {
    line++
    const unplaced = placer.refusal(answers)
    if (unplaced)
      yield [{ reject: { line, column: unplaced.question, value: unplaced.value, reason: unplaced.reason } }]
    else if (!seen.add(digest(key))) yield [{ reject: { line, column: 'key', value: key, reason: sameKey } }]
    else yield [{ row: toRow(key, answers, null) satisfies InterviewRow }]
  }
}

const sameKey = 'the same key stands earlier in the file'

type KeyFault = { readonly column: string; readonly value: string; readonly reason: string }

/** What a row is recognised by. Throws nothing; a key that is blank, too long or met before is a fault. */
function rowKeys(mapping: Mapping, table: Table): (cells: readonly string[]) => string | KeyFault {
  const seen = keySet()
  const wave = mapping.wave ?? ''
  if (mapping.key.length === 0) return rowHashes(wave, seen)
  const columns = mapping.key.map((name) => ({ name, index: columnIndex(table.headers, name) }))
  const all = mapping.key.join(', ')
  return (cells) => {
    let key = escaped(wave)
    for (const { name, index } of columns) {
      const cell = (cells[index] ?? '').trim()
      if (cell === '') return { column: name, value: '', reason: 'the key is blank' }
      const why = refusal(cell)
      if (why !== null) return { column: name, value: cell, reason: why }
      key += `|${escaped(cell)}`
    }
    if (key.length > longestKey)
      return { column: all, value: key, reason: `a key longer than ${longestKey} characters` }
    return seen.add(digest(key)) ? key : { column: all, value: key.slice(wave.length + 1), reason: sameKey }
  }
}

/** Without key columns a row is known by its content and by how often that content came before. */
function rowHashes(wave: string, seen: ReturnType<typeof keySet>) {
  const repeated = new Map<string, number>()
  return (cells: readonly string[]) => {
    const hash = digest(cells.map((cell) => cell.trim()).join('\u001f'))
    const before = seen.add(hash) ? 0 : (repeated.get(hash) ?? 0) + 1
    if (before > 0) repeated.set(hash, before)
    return `${escaped(wave)}#${hash}#${before}`
  }
}

const escaped = (text: string) => text.replace(/[|\\#]/g, '\\$&')

function tallyOf(dictionary: Dictionary, ids: readonly string[]) {
  const columns = ids.flatMap((id) => {
    const question = dictionary.questions.get(id)?.question
    return question ? [{ question, missing: missingCodes(question), answered: 0 }] : []
  })
  const rows: Answers[] = []
  let total = 0
  return {
    add(answers: Answers) {
      total++
      if (rows.length < sampleRows) rows.push(answers)
      for (const column of columns) {
        const answer = answers[column.question.id]
        if (answer !== undefined && (typeof answer === 'object' || !column.missing.has(answer))) column.answered++
      }
    },
    counts: () =>
      columns.map(({ question, answered }) => ({ question: question.id, answered, missing: total - answered })),
    sample: () =>
      rows.map((answers) => Object.fromEntries(columns.map(({ question }) => [question.id, shown(question, answers)]))),
  }
}

/** Missing codes as they are stored. */
function missingCodes(question: Question): ReadonlySet<number | string> {
  if (question.type === 'scale') return new Set(question.missing.map(Number))
  if (question.type === 'number')
    return new Set(question.missing.map((code) => Math.round(Number(code) * 10 ** question.decimals)))
  return new Set(question.missing.map(String))
}

function shown(question: Question, answers: Answers): ImportReport['sample'][number][string] {
  const answer = answers[question.id]
  if (answer === undefined) return null
  if (typeof answer === 'number') return question.type === 'number' ? answer / 10 ** question.decimals : answer
  return typeof answer === 'string' ? answer : [...answer]
}
