import type { ImportReport, Mapping } from '@kaiku/contract/import.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Day } from '@kaiku/core/day.ts'
import { refusal } from '@kaiku/core/text.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isBlankRow, misfit, type TableRow } from '../file-limit/reader.ts'
import type { Answer } from '../interview-row/answer.ts'
import { digest, interviewRows } from '../interview-row/interview-row.ts'
import { columnIndex, columnsOf } from '../interview-row/mapping.ts'
import { keyPart } from '../interview-row/row-key.ts'
import { isFault, ownText, rowReader } from '../interview-row/row-reader.ts'
import type { ReadTable } from '../table-reader/table.ts'
import type { Placer } from '../view/place.ts'
import { farDays } from './far-day.ts'
import type { Outcomes, Reject, RowOutcome } from './import-run.ts'
import { keySet } from './key-set.ts'

const sampleRows = 20
const longestKey = 1000

/** What a file says, as far as it was read. */
export type Understanding = {
  readonly outcomes: Outcomes
  columns(): ImportReport['columns']
  sample(): ImportReport['sample']
  counts(): ImportReport['counts']
  blankRows(): number
  farDays(): ImportReport['farDays']
}

/** Turns a table into interviews and rejects, row by row. */
export function understand(dictionary: Dictionary, mapping: Mapping, table: ReadTable, placer: Placer): Understanding {
  const { questions, read } = rowReader(dictionary, mapping, table)
  const toRow = interviewRows(dictionary, questions)
  const keyOf = rowKeys(mapping, table)
  const width = table.headers.length
  let blank = 0
  const rowsByDay = new Map<Day, number>()
  const tally = tallyOf(dictionary, questions)
  const columnFor = new Map(mapping.columns.map(({ question, column }) => [question, columnsOf(column).join(', ')]))

  function outcomeOf({ line, cells, fault }: TableRow): RowOutcome {
    if (fault !== undefined) return rejected(line, '', cells.join(' '), fault)
    const ragged = misfit(cells, width)
    if (ragged !== null) return rejected(line, '', String(cells.length), ragged)
    const key = keyOf(cells)
    if (typeof key !== 'string') return rejected(line, key.column, key.value, key.reason)
    const found = read(cells)
    if (isFault(found)) return rejected(line, found.column, found.value, found.reason)
    const row = toRow(key, found)
    const unplaced = placer.refusal(row.placing)
    if (unplaced)
      return rejected(line, columnFor.get(unplaced.question) ?? unplaced.question, unplaced.value, unplaced.reason)
    tally.add(found.values)
    if (row.day !== null) rowsByDay.set(row.day, (rowsByDay.get(row.day) ?? 0) + 1)
    return { row }
  }

  return {
    outcomes: {
      async *[Symbol.asyncIterator]() {
        for await (const batch of table.batches()) {
          const filled = batch.filter((row) => !isBlankRow(row))
          blank += batch.length - filled.length
          yield filled.map(outcomeOf)
        }
      },
    },
    columns() {
      const taken = new Map(
        mapping.columns.flatMap(({ column, question }) =>
          columnsOf(column).map((name) => [columnIndex(table.headers, name), question] as const),
        ),
      )
      const keys = new Set(mapping.key.map((name) => columnIndex(table.headers, name)))
      return table.headers.map((column, index) => ({
        column,
        question: taken.get(index) ?? null,
        isKey: keys.has(index),
      }))
    },
    sample: tally.sample,
    counts: tally.counts,
    blankRows: () => blank,
    farDays: () => [...(farDays(rowsByDay)?.found ?? [])],
  }
}

const longestValue = 500
/** As far as the database can keep it. */
const storable = (value: string) => ownText(value.slice(0, longestValue)).replace(/\0|\p{Surrogate}/gu, '\ufffd')
const rejected = (line: number, column: string, value: string, reason: string): { readonly reject: Reject } => ({
  reject: { line, column, value: storable(value), reason },
})

/** Rows that somebody else made: they have keys and answers already. */
export async function* typedOutcomes(
  dictionary: Dictionary,
  rows: AsyncIterable<{ readonly key: string; readonly answers: Answers }>,
  placer: Placer,
): AsyncGenerator<readonly RowOutcome[]> {
  const questions = [...dictionary.questions.keys()]
  const toRow = interviewRows(dictionary, questions)
  // Most batches are one answer from a program, so the table of keys begins small.
  const seen = keySet(1 << 6)
  let line = 0
  for await (const { key, answers } of rows) {
    line++
    const unplaced = placer.refusal(answers)
    const values = questions.map((id) => answers[id] ?? null)
    if (unplaced) yield [rejected(line, unplaced.question, unplaced.value, unplaced.reason)]
    else if (!seen.add(key)) yield [rejected(line, 'key', key, sameKey)]
    else yield [{ row: toRow(key, { values, json: JSON.stringify(answers), at: null }) }]
  }
}

const sameKey = 'the same key stands earlier in the file'

type KeyFault = { readonly column: string; readonly value: string; readonly reason: string }

/** What a row is recognised by. Throws nothing; a key that is blank, too long or met before is a fault. */
function rowKeys(mapping: Mapping, table: ReadTable): (cells: readonly string[]) => string | KeyFault {
  const seen = keySet()
  const wave = mapping.wave ?? ''
  if (mapping.key.length === 0) return rowHashes(wave, seen)
  const columns = mapping.key.map((name) => ({ name, index: columnIndex(table.headers, name) }))
  const all = mapping.key.join(', ')
  return (cells) => {
    let key = keyPart(wave)
    for (const { name, index } of columns) {
      const cell = (cells[index] ?? '').trim()
      if (cell === '') return { column: name, value: '', reason: 'the key is blank' }
      const why = refusal(cell)
      if (why !== null) return { column: name, value: cell, reason: why }
      key += `|${keyPart(cell)}`
    }
    if (key.length > longestKey)
      return { column: all, value: key, reason: `a key longer than ${longestKey} characters` }
    return seen.add(key) ? key : { column: all, value: key.slice(wave.length + 1), reason: sameKey }
  }
}

/** Without key columns a row is known by its content and by how often that content came before. */
function rowHashes(wave: string, seen: ReturnType<typeof keySet>) {
  const repeated = new Map<string, number>()
  return (cells: readonly string[]) => {
    const hash = digest(cells.map((cell) => cell.trim()).join('\u001f'))
    const before = seen.add(hash) ? 0 : (repeated.get(hash) ?? 0) + 1
    if (before > 0) repeated.set(hash, before)
    return `${keyPart(wave)}#${hash}#${before}`
  }
}

function tallyOf(dictionary: Dictionary, ids: readonly string[]) {
  const columns = ids.map((id) => {
    const question = dictionary.questions.get(id)?.question
    return { id, question, missing: missingCodes(question), answered: 0 }
  })
  const rows: (readonly Answer[])[] = []
  let total = 0
  return {
    add(values: readonly Answer[]) {
      total++
      if (rows.length < sampleRows) rows.push(values)
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]
        const answer = values[i]
        if (!column || answer === null || answer === undefined) continue
        if (typeof answer === 'object' || !column.missing.has(answer)) column.answered++
      }
    },
    counts: () => columns.map(({ id, answered }) => ({ question: id, answered, missing: total - answered })),
    sample: () =>
      rows.map((values) =>
        Object.fromEntries(columns.map(({ id, question }, i) => [id, shown(question, values[i] ?? null)])),
      ),
  }
}

/** Missing codes as they are stored. */
function missingCodes(question: Question | undefined): ReadonlySet<number | string> {
  if (question?.type === 'scale') return new Set(question.missing.map(Number))
  if (question?.type !== 'number') return new Set(question?.missing.map(String))
  return new Set(question.missing.map((code) => Math.round(Number(code) * 10 ** question.decimals)))
}

function shown(question: Question | undefined, answer: Answer): ImportReport['sample'][number][string] {
  if (typeof answer === 'number') return question?.type === 'number' ? answer / 10 ** question.decimals : answer
  return typeof answer === 'object' && answer !== null ? [...answer] : answer
}
