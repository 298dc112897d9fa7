import type { SqlColumn } from '@kaiku/contract/sql.ts'
import type { DataColumn } from '../interview-data/data-column.ts'
import type { SqlTables } from './sql-process-pool.ts'

/** What the columns of the table `interviews` are called: those of questions by their ids, others without dots. */
export function columnNames(columns: readonly DataColumn[]): string[] {
  const ids = new Set(columns.flatMap(({ question }) => (question ? [question.id.toLowerCase()] : [])))
  const taken = new Set<string>()
  return columns.map(({ name, question }) => {
    const wanted = question ? question.id : name.replaceAll('.', '_')
    const first = question || !ids.has(wanted.toLowerCase()) ? wanted : `${wanted}_`
    let own = first
    for (let at = 2; taken.has(own.toLowerCase()); at++) own = `${first}_${at}`
    taken.add(own.toLowerCase())
    return own
  })
}

const types = { number: 'number', text: 'text', day: 'day', choice: 'text', multiple: 'text' } as const

export function sqlColumnsOf(columns: readonly DataColumn[]): SqlColumn[] {
  const names = columnNames(columns)
  return columns.map(({ title, type }, at) => ({
    name: names[at] ?? '',
    title,
    type: types[type],
    isList: type === 'multiple',
  }))
}

/** What codes stand for in the reader's language: rows of the table `codes`. */
export function codesOf(
  columns: readonly DataColumn[],
  translate: (text: NonNullable<DataColumn['question']>['title']) => string,
): SqlTables['codes'] {
  return columns.flatMap(({ question }) => {
    if (!question) return []
    const missing = new Set(question.missing.map(String))
    const listed = 'options' in question ? question.options : 'labels' in question ? question.labels : []
    return listed.map(
      ({ code, title }) => [question.id, String(code), translate(title), missing.has(String(code))] as const,
    )
  })
}
