import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Definition } from '@kaiku/contract/definition.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { plainCalendar } from '@kaiku/core/day.ts'
import type { Assumption } from '../column/column.ts'
import { readDefinition } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { chooseMapping } from '../interview-row/mapping.ts'
import { isFault, rowReader } from '../interview-row/row-reader.ts'
import { openTable } from '../table-reader/table.ts'
import { infer } from './inference.ts'

const shared = join(dirname(fileURLToPath(import.meta.url)), '../../../../shared/data')

/** A file of the public data sets beside the repository; null, said once, where they are not. */
export function sharedFile(path: string): string | null {
  const file = join(shared, path)
  if (existsSync(file)) return file
  process.stderr.write(`skipped: there is no ../shared/data/${path}\n`)
  return null
}

/** Cells of the file that its own mapping cannot read, as `column: reason`. */
async function unread(file: string, definition: Definition): Promise<string[]> {
  const questions = definition.questions.map(
    (question, at) => [question.id, { question, number: at, column: '', retyped: false }] as const,
  )
  const dictionary: Dictionary = {
    universe: '',
    survey: 1,
    extName: definition.settings.extName,
    placement: 0,
    version: 1,
    loadCount: 0,
    definition: {
      ...definition,
      settings: { ...definition.settings, protection: false, minimumN: 5, minimumNComments: 10 },
    },
    calendar: plainCalendar,
    questions: new Map(questions),
    commentTopics: new Map(),
    attributes: new Map(),
    views: new Map(),
    role: (wanted) => questions.find(([, { question }]) => question.roles.includes(wanted))?.[1] ?? null,
  }
  const table = await openTable(file)
  const faults: string[] = []
  const { read } = rowReader(dictionary, chooseMapping(definition.imports, table, file), table)
  for await (const { cells, fault } of table.rows()) {
    const row = fault === undefined ? read(cells) : null
    if (row && isFault(row)) faults.push(`${row.column}: ${row.reason}`)
  }
  await table.close()
  return faults
}

export type FoundDefinition = {
  readonly definition: Definition
  readonly files: ReadonlyMap<string, string>
  readonly assumptions: readonly Assumption[]
  /** The question of a column. Throws where the column became none. */
  question(column: string): Question
  /** What is assumed of a column, one line each. */
  said(column: string): string
  /** Cells that the mapping cannot read, as `column: reason`. */
  unread(): Promise<string[]>
  /** The mapping's entry of a column. */
  reading(column: string): Definition['imports'][number]['columns'][number] | undefined
}

export async function inferFile(file: string, name = 'tried'): Promise<FoundDefinition> {
  const table = await openTable(file)
  try {
    const { files, assumptions } = await infer(table, { name })
    const { definition } = readDefinition(files)
    const columns = definition.imports.flatMap((mapping) => mapping.columns)
    const reading = (wanted: string) =>
      columns.find(({ column }) => (typeof column === 'string' ? column === wanted : column.includes(wanted)))
    return {
      definition,
      files,
      assumptions,
      reading,
      unread: () => unread(file, definition),
      question: (column) => {
        const found = definition.questions.find(({ id }) => id === reading(column)?.question)
        if (!found) throw new Error(`the column ${column} is no question`)
        return found
      },
      said: (column) =>
        assumptions
          .filter((one) => one.column === column)
          .map(({ assumption, reason }) => `${assumption}: ${reason}`)
          .join('\n'),
    }
  } finally {
    await table.close()
  }
}

export async function inferText(
  text: string,
  name = 'tried',
): Promise<FoundDefinition & { readonly faults: readonly string[] }> {
  const directory = await mkdtemp(join(tmpdir(), 'kaiku-infer-'))
  try {
    const file = join(directory, `${name}.csv`)
    await writeFile(file, text)
    const found = await inferFile(file, name)
    return { ...found, faults: await found.unread() }
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** A table as CSV. Cells are quoted. */
export const csv = (headers: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [headers, ...rows].map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\n')

/** `count` rows made by a function of the row's number. */
export const rowsOf = <T>(count: number, make: (row: number) => T): T[] =>
  Array.from({ length: count }, (_, row) => make(row))

/** The n-th of a list, around and around. */
export const turn = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}

/** Levels of each view, by question id. */
export const levelsOf = ({ definition }: FoundDefinition): string[][] =>
  definition.views.map((view) => ('levels' in view ? view.levels.map(({ question }) => question) : []))

export const filterOf = ({ definition }: FoundDefinition, question: string) =>
  [...definition.filters.standard.filterGroups, ...definition.filters.time.filterGroups]
    .flatMap(({ filters }) => filters)
    .find((filter) => filter.question === question)
