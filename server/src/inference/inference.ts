import { mostQuestions } from '@kaiku/contract/question.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type Assumption, columnsOf, type Draft, type FileColumn, rowsText } from '../column/column.ts'
import { type Profile, profileOf } from '../column/profile.ts'
import { slug } from '../column/slug.ts'
import { localeOf, means } from '../column/vocabulary.ts'
import { choice, labelled, yesNo } from '../column-kind/choice.ts'
import { date, leadingDate, partOfDate } from '../column-kind/date.ts'
import { type Hierarchies, hierarchiesOf } from '../column-kind/hierarchy.ts'
import { multiples } from '../column-kind/multiple.ts'
import { number } from '../column-kind/number.ts'
import { scalesOf, wordScale } from '../column-kind/scale.ts'
import { changedScale } from '../column-kind/scale-change.ts'
import { separated } from '../column-kind/separated.ts'
import { personal, remark, text, withComments } from '../column-kind/text-column.ts'
import type { ReadTable } from '../table-reader/table.ts'
import { filesOf } from './definition-writer.ts'

export type Inferred = {
  /** A complete definition by file name. */
  readonly files: Map<string, string>
  /** What was taken for granted, each with its column. */
  readonly assumptions: readonly Assumption[]
}

export type InferenceOptions = {
  /** The survey's name; made from the file's when it is no valid one. */
  readonly name: string
  readonly timeZone?: string
  readonly sheet?: string | undefined
  readonly encoding?: string | undefined
  readonly separator?: string | undefined
}

/** Makes a definition from a file's answers alone. Reads the file once. Throws a Fault on a table without columns, rows or answers. */
export async function infer(table: ReadTable, options: InferenceOptions): Promise<Inferred> {
  if (table.headers.length === 0) throw new Fault('invalid', `${table.name} is empty`)
  const width = table.headers.length.toLocaleString('en')
  const most = mostQuestions.toLocaleString('en')
  if (table.headers.length > mostQuestions)
    throw new Fault('too_large', `${table.name} has ${width} columns, and a survey ${most} questions at most`)
  const profile = await profileOf(table)
  if (profile.rows === 0) throw new Fault('invalid', `${table.name} has a header but no rows that fit it`)
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
  const readable = columns.filter((column) => isReadable(column, say))
  const key = readable.length > 1 ? keyOf(readable, profile) : null
  if (key)
    say(
      key,
      'row key: the same file again changes nothing',
      key.rising ? 'whole numbers that rise from row to row' : 'no value comes twice',
    )
  const asked = readable.filter((column) => column !== key && !isRowNumber(column, say))
  if (asked.length === 0) throw new Fault('invalid', `${table.name} holds no answers`)
  const drafts = draftsOf(asked, profile, table)
  const found = hierarchiesOf(drafts, profile.sample, table.kind === 'sav')
  const offered = drafts.map((draft) => aside(draft, found))
  for (const draft of offered)
    for (const { assumption, reason } of draft.notes) say(draft.columns[0] ?? columns[0] ?? never(), assumption, reason)
  assumptions.push(...found.notes)
  const written = filesOf({
    ...options,
    extName: (slug(options.name) || 'survey').slice(0, 60),
    fileName: table.name,
    locale,
    drafts: offered,
    views: found.views.map((levels) => levels.map((level) => offered[drafts.indexOf(level)] ?? level)),
    key,
    blank: [...new Set(columns.flatMap(({ blankTexts }) => blankTexts))].slice(0, 100),
  })
  return { files: written.files, assumptions: inOrder([...assumptions, ...written.assumptions], table.headers) }
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

function draftsOf(columns: readonly FileColumn[], profile: Profile, table: ReadTable): Draft[] {
  const grouped = multiples(
    columns.filter((one) => !isLabelled(one)),
    profile.sample,
  )
  const inGroup = new Set(grouped.flatMap((draft) => draft.columns))
  const single = columns.filter((one) => !inGroup.has(one))
  const scales = new Map(scalesOf(single).map((draft) => [draft.columns[0], draft]))
  const drafts = single.map((column) => {
    const draft = scales.get(column) ?? draftOf(column, table)
    const doubt = changedScale(draft, columns, profile.sample)
    return doubt ? { ...draft, use: { ...draft.use, doubtful: true }, notes: [...draft.notes, doubt] } : draft
  })
  const all = [...drafts, ...grouped].sort((a, b) => (a.columns[0]?.index ?? 0) - (b.columns[0]?.index ?? 0))
  return withRoles(withComments(all))
}

/** A declared dictionary says more than the look of the codes. */
const isLabelled = ({ variable }: FileColumn) => (variable?.valueLabels.size ?? 0) > 0

function draftOf(column: FileColumn, table: ReadTable): Draft {
  const part = partOfDate(column)
  if (part && column.forms.time > 0) return text(column, [part])
  const found =
    personal(column) ??
    date(column, table.kind) ??
    wordScale(column) ??
    labelled(column) ??
    (isLabelled(column) ? number(column) : null) ??
    yesNo(column) ??
    remark(column) ??
    separated(column) ??
    choice(column) ??
    number(column) ??
    text(column)
  return part ? { ...found, notes: [part] } : found
}

/** Gives the roles that only one question can have: the date, the weight, the contact. */
function withRoles(drafts: readonly Draft[]): Draft[] {
  const day = leadingDate(drafts)
  const weights = drafts.filter(({ question }) => question.roles?.includes('weight'))
  const weight = weights.find(({ columns }) => columns[0]?.variable?.weight) ?? weights[0]
  const contacts = drafts.filter(
    ({ columns: [column], question }) => column && question.type === 'text' && isContact(column, question.roles ?? []),
  )
  const contact = contacts.find(({ columns: [column] }) => column && means(column.words, 'identifier')) ?? contacts[0]
  return drafts.map((draft) => {
    const roles = (draft.question.roles ?? []).filter((role) => role !== 'weight' || draft === weight)
    if (draft === day) {
      const note = { assumption: 'the day of the interview', reason: 'the only date, or the one named so' }
      return {
        ...draft,
        question: { ...draft.question, roles: [...roles, 'date' as const] },
        notes: [...draft.notes, note],
      }
    }
    if (draft === contact) {
      const note = { assumption: 'tells customers apart', reason: 'one value per person' }
      return {
        ...draft,
        question: { ...draft.question, roles: [...roles, 'contact' as const] },
        notes: [...draft.notes, note],
      }
    }
    return { ...draft, question: { ...draft.question, roles } }
  })
}

const customer = /^(?:customer|client|member|kunden?|asiakas\w*|kund\w*|jäsen\w*|guest|patient)$/
const isContact = (column: FileColumn, roles: readonly string[]) =>
  column.forms.email > column.filled / 2 ||
  (roles.includes('pii') && (means(column.words, 'phone') || means(column.words, 'email'))) ||
  (roles.includes('identifier') && column.words.some((word) => customer.test(word)))

/** A column that says the same as another one is kept and offered nowhere. */
function aside(draft: Draft, { twins }: Hierarchies): Draft {
  const twin = twins.get(draft)
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
