import type { FileDecisions } from '@kaiku/contract/new-survey.ts'
import { mostQuestions } from '@kaiku/contract/question.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type Assumption, columnsOf, type Draft, type FileColumn, rowsText } from '../column/column.ts'
import { type Profile, profileOf } from '../column/profile.ts'
import { slug } from '../column/slug.ts'
import { localeOf, means } from '../column/vocabulary.ts'
import { type Hierarchies, hierarchiesOf } from '../column-kind/hierarchy.ts'
import { type ExportColumns, exportColumns } from '../table-reader/export-head.ts'
import type { ReadTable } from '../table-reader/table.ts'
import { decided, decidedViews } from './decision.ts'
import { filesOf } from './definition-writer.ts'
import { type Guessed, settledBy } from './doubt.ts'
import { draftsOf } from './question-draft.ts'

export type Inferred = {
  /** A complete definition by file name. */
  readonly files: Map<string, string>
  /** What was taken for granted, each with its column. */
  readonly assumptions: readonly Assumption[]
  /** How the file is read. */
  readonly read: {
    readonly columns: readonly FileColumn[]
    readonly drafts: readonly Draft[]
    readonly views: readonly (readonly Draft[])[]
    readonly key: FileColumn | null
    /** Names of columns that the program which exported the file keeps for itself. */
    readonly technical: ReadonlySet<string>
  }
  /** What it was taken for before anybody settled anything. */
  readonly guessed: Guessed
}

export type InferenceOptions = {
  /** The survey's name; made from the file's when it is no valid one. */
  readonly name: string
  readonly timeZone?: string
  readonly sheet?: string | undefined
  readonly encoding?: string | undefined
  readonly separator?: string | undefined
  readonly decisions?: FileDecisions | undefined
}

/** Makes a definition from a file's answers alone. Reads the file once. Throws a Fault on a table without columns, rows or answers. */
export async function infer(table: ReadTable, options: InferenceOptions): Promise<Inferred> {
  return inferFrom(table, await profileOfAnswers(table), options)
}

/** What the columns of a file hold. Throws a Fault on a table without columns or rows. */
export async function profileOfAnswers(table: ReadTable): Promise<Profile> {
  if (table.headers.length === 0) throw new Fault('invalid', `${table.name} is empty`)
  const width = table.headers.length.toLocaleString('en')
  const most = mostQuestions.toLocaleString('en')
  if (table.headers.length > mostQuestions)
    throw new Fault('too_large', `${table.name} has ${width} columns, and a survey ${most} questions at most`)
  const profile = await profileOf(table)
  if (profile.rows === 0) throw new Fault('invalid', `${table.name} has a header but no rows that fit it`)
  return profile
}

/** The same of a file that was read before, with what somebody settled of it. */
export function inferFrom(table: ReadTable, profile: Profile, options: InferenceOptions): Inferred {
  const columns = columnsOf(table, profile)
  const locale = localeOf(texts(columns))
  const assumptions: Assumption[] = []
  const say = ({ header }: FileColumn, assumption: string, reason: string) => {
    assumptions.push({ column: header, assumption, reason })
  }

  for (const { column, name, count } of namesakes(columns))
    say(column, `one of ${count} columns named ${name}`, 'kept under a name that tells them apart')
  if (profile.blankRows > 0)
    assumptions.push({
      column: '(all)',
      assumption: `${rowsText(profile.blankRows)} passed over: no interviews`,
      reason: 'nothing stands in any column',
    })
  const given = options.decisions ?? noDecisions
  const readable = columns.filter((column) => isReadable(column, say))
  const known = table.source === null ? null : exportColumns[table.source]
  const guessedKey = readable.length > 1 ? (keyOfExport(readable, known, profile) ?? keyOf(readable, profile)) : null
  const technical = new Set(known?.technical)
  const isTechnical = ({ header }: FileColumn) =>
    technical.has(header.trim()) && given.columns[header]?.leftOut !== false
  const asked = readable.filter((column) => !isRowNumber(column, () => {}) && !isTechnical(column))
  const draftsOfAll = draftsOf(
    asked.filter((column) => column !== guessedKey),
    profile,
    table,
    known,
  )
  const guess = hierarchiesOf(draftsOfAll, profile.sample, table.kind === 'sav')
  const guessed: Guessed = { drafts: draftsOfAll, views: guess.views, key: guessedKey, kind: table.kind }
  const decisions = settledBy(guessed, given)

  const key = chosenKey(decisions.key, readable, profile, guessedKey)
  if (key)
    say(
      key,
      'row key: the same file again changes nothing',
      key.rising ? 'whole numbers that rise from row to row' : 'no value comes twice',
    )
  for (const column of readable) {
    if (column !== key) isRowNumber(column, say)
    if (isTechnical(column) && column !== key) say(column, 'left out', `${table.source} keeps it for itself`)
    if (decisions.columns[column.header]?.leftOut) say(column, 'left out', 'decided so')
  }
  const isAsWas = key === guessedKey
  const raw = isAsWas
    ? draftsOfAll
    : draftsOf(
        asked.filter((column) => column !== key),
        profile,
        table,
        known,
      )
  const drafts = decided(raw, decisions, table.kind)
  if (drafts.length === 0) throw new Fault('invalid', `${table.name} holds no answers`)
  const isUndecided = isAsWas && drafts.every((draft, at) => draft === raw[at]) && drafts.length === raw.length
  const found = isUndecided ? guess : hierarchiesOf(drafts, profile.sample, table.kind === 'sav')
  const own = decidedViews(drafts, decisions.levels, table.kind)
  const levelled = own?.drafts ?? drafts
  const offered = levelled.map((draft, at) => aside(draft, found, drafts[at] ?? draft))
  for (const draft of offered)
    for (const { assumption, reason } of draft.notes) say(draft.columns[0] ?? columns[0] ?? never(), assumption, reason)
  if (!own) assumptions.push(...found.notes)
  const views = own
    ? own.views.map((levels) => levels.map((level) => offered[levelled.indexOf(level)] ?? level))
    : found.views.map((levels) => levels.map((level) => offered[drafts.indexOf(level)] ?? level))
  const name = decisions.name ?? options.name
  const written = filesOf({
    ...options,
    name,
    extName: (slug(name) || 'survey').slice(0, 60),
    fileName: table.name,
    locale,
    drafts: offered,
    views,
    key,
    blank: [...new Set(columns.flatMap(({ blankTexts }) => blankTexts))].slice(0, 100),
  })
  return {
    files: written.files,
    assumptions: inOrder([...assumptions, ...written.assumptions], table.headers),
    read: { columns, drafts: offered, views, key, technical },
    guessed,
  }
}

const noDecisions: FileDecisions = { columns: {}, answers: {} }

/** The column that the program which exported the file names its answers by. */
function keyOfExport(columns: readonly FileColumn[], known: ExportColumns | null, { rows }: Profile) {
  const found = columns.find(({ header }) => known?.key.includes(header.trim()))
  return found?.unique && found.filled === rows ? found : null
}

function chosenKey(
  wanted: string | null | undefined,
  columns: readonly FileColumn[],
  { rows }: Profile,
  guessed: FileColumn | null,
): FileColumn | null {
  if (wanted === undefined) return guessed
  if (wanted === null) return null
  const found = columns.find(({ header }) => header === wanted)
  if (!found || found.filled !== rows || !(found.unique || (!found.many && found.values.size === rows)))
    throw new Fault('invalid', `${wanted} can’t name rows: a value is missing or comes twice.`)
  return found
}

function never(): never {
  throw new Error('a question without a column')
}

const texts = (columns: readonly FileColumn[]) =>
  columns.flatMap(({ title, answers }) => [title, ...[...answers.keys()].slice(0, 40)])

type Note = (column: FileColumn, assumption: string, reason: string) => void

/** Columns that had the same name in the file: their readers number them. */
function namesakes(columns: readonly FileColumn[]) {
  const found = columns.flatMap((column) => {
    const [, name, number] = /^(.*) \((\d+)\)$/.exec(column.header) ?? []
    return name === undefined ? [] : [{ column, name, number: Number(number) }]
  })
  return found.flatMap(({ column, name }) => {
    const all = found.filter((one) => one.name === name)
    return all.length > 1 && all.every(({ number }, at) => number === at + 1)
      ? [{ column, name, count: all.length }]
      : []
  })
}

/** Empty columns are left out. */
function isReadable(column: FileColumn, say: Note): boolean {
  if (column.answered === 0) {
    say(
      column,
      'left out',
      column.filled === 0 ? 'it is empty' : `it holds nothing but ${column.blankTexts.join(', ')}`,
    )
    return false
  }
  for (const blank of column.blankTexts)
    say(column, `${blank} (${rowsText(column.values.get(blank) ?? 0)}) taken as no answer`, 'the word says so')
  return true
}

/** A nameless count of the rows says nothing beside the row key. */
function isRowNumber(column: FileColumn, say: Note): boolean {
  const found = column.rising && column.unique && /^column_\d+$/.test(column.header)
  if (found) say(column, 'left out', 'it only counts the rows')
  return found
}

const fewestKeyRows = 2

/** The column that names a row: named so rather than counted, complete, no value twice. */
function keyOf(columns: readonly FileColumn[], { rows }: Profile): FileColumn | null {
  const score = (column: FileColumn) =>
    (means(column.words, 'respondent') ? 8 : 0) +
    (means(column.words, 'identifier') ? 4 : 0) +
    (/^column_\d+$/.test(column.header) && column.rising ? 2 : 0) +
    (column.rising && column.index === 0 ? 1 : 0)
  const complete = columns.filter(
    (one) => one.unique && one.filled === rows && rows >= fewestKeyRows && one.longest <= 200,
  )
  return complete.reduce<FileColumn | null>((best, one) => (score(one) > (best ? score(best) : 0) ? one : best), null)
}

/** A column that says the same as another one is kept and offered nowhere. */
function aside(draft: Draft, { twins }: Hierarchies, as: Draft): Draft {
  const twin = twins.get(as)
  if (!twin) return draft
  const note = {
    assumption: 'kept, but no filter',
    reason: `it says the same as ${twin.columns[0]?.title.trim() ?? ''}`,
  }
  return { ...draft, use: { aside: true }, notes: [...draft.notes, note] }
}

const inOrder = (assumptions: readonly Assumption[], headers: readonly string[]) => {
  const place = new Map(headers.toReversed().map((header, at) => [header, headers.length - 1 - at]))
  return assumptions.toSorted(
    (a, b) => (place.get(a.column) ?? headers.length) - (place.get(b.column) ?? headers.length),
  )
}
