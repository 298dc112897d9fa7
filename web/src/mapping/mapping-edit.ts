import type { Mapping } from '@kaiku/contract/import.ts'
import type { MappingChange, MappingProposal, QuestionOffer } from '@kaiku/contract/mapping.ts'

export type MappingEntry = Mapping['columns'][number]
export type ProposedMapping = MappingProposal['mapping']

/** A mapping that somebody works on, with the questions and options that it needs. */
export type Work = {
  /** What it was called; null: it is new. */
  readonly was: string | null
  readonly mapping: ProposedMapping
  readonly added: readonly QuestionOffer[]
  readonly options: MappingChange['options']
  /** Other mappings that were made stricter, so that one alone fits the file. */
  readonly others: MappingChange['put']
}

export const begun = ({ was, mapping }: Pick<Work, 'was' | 'mapping'>): Work => ({
  was,
  mapping,
  added: [],
  options: [],
  others: [],
})

export const noChange: MappingChange = { put: [], gone: [], order: [], questions: [], options: [] }

/** What is sent of it; questions and options that nothing reads any more are left out. */
export function changeOf({ was, mapping, added, options, others }: Work): MappingChange {
  const read = new Set(mapping.columns.map(({ question }) => question))
  return {
    put: mapping.columns.length === 0 ? [] : [{ was, mapping }, ...others],
    gone: [],
    order: [],
    questions: added.filter(({ id }) => read.has(id)).map(({ question }) => question),
    options: options.filter(({ question }) => read.has(question)),
  }
}

export const columnsIn = ({ column }: MappingEntry): readonly string[] =>
  typeof column === 'string' ? [column] : column

/** What reads a column. */
export const entryOfColumn = ({ mapping }: Work, column: string): MappingEntry | undefined =>
  mapping.columns.find((entry) => columnsIn(entry).some((name) => name.trim() === column.trim()))

const withMapping = (work: Work, change: Partial<ProposedMapping>): Work =>
  Object.assign({}, work, { mapping: Object.assign({}, work.mapping, change) })

/** Settings of the mapping itself. */
export const settled = (work: Work, change: Partial<Omit<ProposedMapping, 'columns'>>): Work =>
  withMapping(work, change)

/** Without what reads a column; with another entry in its place, where one is given. */
export function readBy(work: Work, column: string, entry: MappingEntry | null): Work {
  const before = entryOfColumn(work, column)
  const { columns } = work.mapping
  const rest = entry ? columns.filter((one) => one === before || one.question !== entry.question) : columns
  if (before)
    return withMapping(work, { columns: rest.flatMap((one) => (one === before ? (entry ? [entry] : []) : [one])) })
  return entry ? withMapping(work, { columns: [...rest, entry] }) : work
}

/** With another way to read what a question’s columns hold. */
export const changedEntry = (work: Work, question: string, change: Partial<MappingEntry>): Work =>
  withMapping(work, {
    columns: work.mapping.columns.map((entry) => (entry.question === question ? plain(entry, change) : entry)),
  })

/** What is undefined is not said. */
function plain(entry: MappingEntry, change: Partial<MappingEntry>): MappingEntry {
  const { column, question, ...reading } = Object.assign({}, entry, change)
  const said = Object.entries(reading).filter(([, value]) => value !== undefined)
  return Object.assign({ column, question }, Object.fromEntries(said))
}

/** One text of the file means a code; null: no answer. */
export function recoded(work: Work, question: string, text: string, code: string | number | null): Work {
  const entry = work.mapping.columns.find((one) => one.question === question)
  return changedEntry(work, question, { recode: Object.assign({}, entry?.recode, { [text]: code }) })
}

/** One text of the file is read as it stands again. */
export function unrecoded(work: Work, question: string, text: string): Work {
  const entry = work.mapping.columns.find((one) => one.question === question)
  const left = Object.entries(entry?.recode ?? {}).filter(([one]) => one !== text)
  return changedEntry(work, question, { recode: left.length === 0 ? undefined : Object.fromEntries(left) })
}

/** A text of the file becomes an option of its question. */
export const withOption = (work: Work, question: string, code: string): Work =>
  Object.assign({}, work, { options: [...work.options, { question, code }] })

/** A column becomes a question that the survey lacks. */
export function asQuestion(work: Work, offer: QuestionOffer): Work {
  const [column = ''] = offer.columns
  const others = work.added.filter(({ id }) => id !== offer.id)
  return readBy(Object.assign({}, work, { added: [...others, offer] }), column, offer.entry)
}

/** Other mappings ask for a column that they read and this file lacks, so that they do not fit it. */
export function toldApart(work: Work, all: readonly Mapping[], names: readonly string[], headers: readonly string[]) {
  const there = new Set(headers.map((header) => header.trim()))
  const stricter = all
    .filter(({ name }) => names.includes(name))
    .map((other) => {
      const lacking = other.columns.flatMap(columnsIn).filter((name) => !there.has(name.trim()))
      const match = Object.assign({}, other.match, { headers: [...new Set([...other.match.headers, ...lacking])] })
      return { was: other.name, mapping: Object.assign({}, other, { match }), isApart: lacking.length > 0 }
    })
  const others = [
    ...work.others.filter(({ was }) => !stricter.some((one) => one.was === was)),
    ...stricter.filter(({ isApart }) => isApart).map(({ was, mapping }) => ({ was, mapping })),
  ]
  return { work: Object.assign({}, work, { others }), isDone: stricter.every(({ isApart }) => isApart) }
}

/** Texts between commas or in lines of their own. */
export const listIn = (text: string, between: RegExp = /[\n]/): string[] => [
  ...new Set(
    text
      .split(between)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]
