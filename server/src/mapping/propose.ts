import { basename } from 'node:path'
import type { Mapping } from '@kaiku/contract/import.ts'
import {
  type MappedColumn,
  type MappingProposal,
  proposedMapping,
  type QuestionOffer,
} from '@kaiku/contract/mapping.ts'
import { question as questionShape } from '@kaiku/contract/question.ts'
import { localise } from '@kaiku/core/localised.ts'
import { type Draft, type FileColumn, columnsOf as fileColumns } from '../column/column.ts'
import type { Profile } from '../column/profile.ts'
import { free, slug } from '../column/slug.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { inferFrom } from '../inference/inference.ts'
import { columnIndex, columnsOf, whyNotChosen } from '../interview-row/mapping.ts'
import type { ReadTable } from '../table-reader/table.ts'
import { askedQuestions } from './asked-question.ts'
import { matches } from './match-question.ts'
import { entryFor } from './read-as.ts'

const shownValues = 8
const longestShown = 200
const matchedHeaders = 12
/** A mapping of which fewer columns are there is of another kind of file. */
const leastShared = 0.3

type Proposed = Omit<MappingProposal, 'file'>
type Wanted = { readonly mapping?: string | undefined; readonly locale: string }

/** What the columns of a file are likely to answer, begun from the mapping that is nearest to it. */
export function propose(
  dictionary: Dictionary,
  table: ReadTable,
  profile: Profile,
  file: string,
  { mapping: wanted, locale }: Wanted,
): Proposed {
  const { imports, settings } = dictionary.definition
  const asked = askedQuestions(dictionary)
  const base = baseOf(imports, table, file, wanted)
  const isOpened = base !== null && (wanted !== undefined || base.isFitting)
  const columns = fileColumns(table, profile)
  const kept = base?.mapping.columns.filter(({ column }) => isThere(table, columnsOf(column))) ?? []
  const lacking = (base?.mapping.columns ?? []).flatMap(({ column, question }) =>
    columnsOf(column)
      .filter((name) => !isThere(table, [name]))
      .map((name) => ({ column: name, question })),
  )
  const name = basename(table.name).replace(/\.[A-Za-z0-9]{1,5}$/, '')
  const { read } = inferFrom(table, profile, { name, timeZone: settings.timeZone })
  const taken = new Set(kept.flatMap(({ column }) => columnsOf(column).map((one) => columnIndex(table.headers, one))))
  const answered = new Set([...kept.map(({ question }) => question), ...Object.keys(base?.mapping.constants ?? {})])
  const drafts = read.drafts.filter(({ columns: own }) => !own.some(({ index }) => taken.has(index)))
  const found = matches(
    drafts,
    asked.filter(({ question }) => !answered.has(question.id)),
  )
  const before = new Map(base?.mapping.columns.map((entry) => [entry.question, entry]))
  const entries = asBefore(base?.mapping ?? imports[0], [
    ...kept,
    ...inOrder(
      table,
      found.map(({ draft, asked: one }) => withBefore(entryFor(draft, one), before.get(one.question.id))),
    ),
  ])
  const key = keyOf(base?.mapping, table, read.key)
  const names = new Set(imports.map((one) => one.name))
  const blank = [...new Set([...(base?.mapping.blank ?? []), ...columns.flatMap(({ blankTexts }) => blankTexts)])]
  const mapping = proposedMapping.parse(
    Object.assign({}, base?.mapping, {
      name: isOpened ? base.mapping.name : free((slug(name) || 'file').slice(0, 60), names),
      match: isOpened ? base.mapping.match : { headers: headersOf(table, entries, key).slice(0, matchedHeaders) },
      key,
      blank: blank.slice(0, 200),
      columns: entries,
    }),
  )
  const ids = new Set(dictionary.questions.keys())
  return {
    rows: profile.rows,
    source: table.source,
    columns: columns.map(shownColumn(profile)),
    was: isOpened ? base.mapping.name : null,
    from: base?.mapping.name ?? null,
    mapping,
    why: Object.fromEntries([
      ...kept.map(({ question }) => [question, 'known'] as const),
      ...found.map(({ asked: one, why }) => [one.question.id, why] as const),
    ]),
    lacking,
    offers: drafts.flatMap((draft) => offerOf(draft, ids, locale, settings.locale)),
  }
}

/** How columns are read as answers to a question; null: there is no such question, or no such column. */
export function entryOf(
  dictionary: Dictionary,
  table: ReadTable,
  profile: Profile,
  { columns: wanted, question }: { readonly columns: readonly string[]; readonly question: string },
): Entry | null {
  const asked = askedQuestions(dictionary).find((one) => one.question.id === question)
  const columns = fileColumns(table, profile).filter(({ header }) => wanted.includes(header))
  const [first] = columns
  if (!asked || !first || columns.length < wanted.length) return null
  const { timeZone } = dictionary.definition.settings
  const { read } = inferFrom(table, profile, { name: table.name, timeZone })
  const guess = read.drafts.find(({ columns: own }) => own.every(({ header }) => wanted.includes(header)))
  const plain: Draft = { columns, question: { type: 'text', id: first.id, title: '' }, reading: {}, use: {}, notes: [] }
  return entryFor(guess ? Object.assign({}, guess, { columns }) : plain, asked)
}

type Entry = Mapping['columns'][number]

/** Interviews that say the same are equal where their answers stand in the same order: that of another mapping. */
function asBefore(other: Mapping | undefined, entries: readonly Entry[]): Entry[] {
  const place = new Map(other?.columns.map(({ question }, at) => [question, at]))
  const placeOf = ({ question }: Entry) => place.get(question) ?? place.size
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What was settled of a column that is called otherwise now. */
function withBefore(entry: Entry, before: Entry | undefined): Entry {
  if (!before || Array.isArray(entry.column) || Array.isArray(before.column)) return entry
  const recode = Object.assign({}, entry.recode, before.recode)
  return Object.assign({}, before, entry, Object.keys(recode).length > 0 && { recode })
}

const isThere = (table: ReadTable, names: readonly string[]) =>
  names.every((name) => columnIndex(table.headers, name) >= 0)

/** The mapping to begin from: the wanted one, the one that fits, or that which reads the most of the file's columns. */
function baseOf(imports: readonly Mapping[], table: ReadTable, file: string, wanted: string | undefined) {
  const named = imports.find(({ name }) => name === wanted)
  const isFitting = (mapping: Mapping) =>
    whyNotChosen(mapping, table, file) === null &&
    isThere(table, [...mapping.key, ...mapping.columns.flatMap(({ column }) => columnsOf(column))])
  if (named) return { mapping: named, isFitting: isFitting(named) }
  const fitting = imports.filter(isFitting)
  if (fitting[0] && fitting.length === 1) return { mapping: fitting[0], isFitting: true }
  const shared = imports.map((mapping) => {
    const names = mapping.columns.flatMap(({ column }) => columnsOf(column))
    return { mapping, share: names.filter((name) => isThere(table, [name])).length / Math.max(1, names.length) }
  })
  const [nearest] = shared.sort((a, b) => b.share - a.share)
  return nearest && nearest.share >= leastShared ? { mapping: nearest.mapping, isFitting: false } : null
}

function keyOf(base: Mapping | undefined, table: ReadTable, guessed: FileColumn | null): string[] {
  if (base && base.key.length === 0) return []
  if (base && isThere(table, base.key)) return [...base.key]
  return guessed ? [guessed.header] : []
}

const headersOf = (table: ReadTable, entries: Mapping['columns'], key: readonly string[]): string[] => [
  ...new Set([...key, ...inOrder(table, entries).flatMap(({ column }) => columnsOf(column))]),
]

function inOrder(table: ReadTable, entries: Mapping['columns']): Mapping['columns'] {
  const place = ({ column }: Mapping['columns'][number]) => columnIndex(table.headers, columnsOf(column)[0] ?? '')
  return entries.toSorted((a, b) => place(a) - place(b))
}

const shownColumn =
  ({ rows }: Profile) =>
  ({ header, title, filled, values, many, unique }: FileColumn): MappedColumn => ({
    column: header,
    title,
    filled,
    values: [...values]
      .sort(([, a], [, b]) => b - a)
      .slice(0, shownValues)
      .map(([text, n]) => ({ text: text.slice(0, longestShown), rows: n })),
    more: many || values.size > shownValues,
    isKey: filled === rows && (unique || (!many && values.size === rows)),
  })

/** What a draft would be as a question of its own; nothing where that can not stand in a definition. */
function offerOf(draft: Draft, taken: Set<string>, locale: string, own: string): QuestionOffer[] {
  const id = free(draft.question.id, taken)
  // Roles are for one question alone, and the survey has its own.
  const roles = (draft.question.roles ?? []).filter((role) => role === 'comment' || role === 'pii')
  const { success, data } = questionShape.safeParse(Object.assign({}, draft.question, { id, roles }))
  if (!success) return []
  const headers = draft.columns.map(({ header }) => header)
  const [first = ''] = headers
  const entry = Object.assign({ column: headers.length === 1 ? first : headers, question: id }, draft.reading)
  const written = Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
  )
  return [{ columns: headers, question: written, id, title: localise(data.title, locale, own), type: data.type, entry }]
}
