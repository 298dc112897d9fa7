import type { Dictionary } from '../dictionary/dictionary.ts'
import { withCommentTopics } from '../topic/comment-topic-line.ts'
import { taxonomyOf } from '../topic/taxonomy.ts'
import { commentTopicColumnsOf, dayOf, projectedColumns } from './column.ts'

/** A place in the order of commits: everything up to it has been seen. Both parts are decimal digits. */
export type Position = { readonly tx: string; readonly seq: string }
/** Changes after `from` up to and with `to`. */
export type Range = { readonly from: Position; readonly to: Position }

export const beginning: Position = { tx: '0', seq: '0' }

const digits = (text: string) => {
  if (!/^\d+$/.test(text)) throw new TypeError(`not a position: ${text}`)
  return text
}
const row = ({ tx, seq }: Position) => `('${digits(tx)}'::xid8, ${digits(seq)})`
/** In SQL, over `interview_change`. */
export const within = ({ from, to }: Range) => `(tx, seq) > ${row(from)} and (tx, seq) <= ${row(to)}`

/**
 * In SQL, over `interview_change`: the changes after a position that no running transaction can precede any more; what is
 * committed later comes later.
 */
export const settledAfter = (tx: string, seq: string): string =>
  `(interview_change.tx, interview_change.seq) > (${tx}, ${seq})
     and interview_change.tx < pg_snapshot_xmin(pg_current_snapshot())`

/**
 * In SQL, over `interview_change`: false for changes of protected surveys, which are told in groups once a day: whoever
 * looks before and after a single answer could tell it by subtracting.
 */
export const isPassing = `(interview_change.released or not exists (select from projection_held h
  where (h.survey, h.number) = (interview_change.survey, interview_change.number)))`

/** The columns that rows fill, in their order: those from PostgreSQL, then what is found in them. */
export const insertColumns = (dictionary: Dictionary): [string, ...string[]] => {
  return ['sign', ...givenNames(dictionary), ...commentTopicColumnsOf(dictionary).map(({ name }) => name)]
}

const givenNames = (dictionary: Dictionary) =>
  projectedColumns(dictionary).flatMap(({ name, truth }) => (truth === null ? [] : [name]))

/** Adds what is found in the comments of rows that come from PostgreSQL; null where nothing is listened to. */
export function hearing(dictionary: Dictionary): ((chunk: Buffer) => Promise<Buffer>) | null {
  const columns = commentTopicColumnsOf(dictionary)
  if (columns.length === 0) return null
  const places = new Map(['sign', ...givenNames(dictionary)].map((name, at) => [name, at]))
  const { findTopics } = taxonomyOf(dictionary.definition)
  return (chunk) => withCommentTopics(chunk, columns, places, findTopics)
}

const currentValues = (dictionary: Dictionary) =>
  projectedColumns(dictionary).flatMap(({ truth }) => (truth === null ? [] : [truth]))

/**
 * In SQL, where the projection reads interviews: all but those that somebody left out of every figure; of a protected survey
 * as they were released in groups.
 */
export const truthOf = ({ definition }: Dictionary): string =>
  definition.settings.protection ? 'protected_interview' : '(select * from interview where excluded_at is null)'

const owned = ({ universe, survey }: Dictionary, table: string) =>
  `${table}.universe = '${universe}' and ${table}.survey = ${survey}`

/** All interviews with numbers after `after` up to and with `last`: older than any change. */
export const interviewRows = (dictionary: Dictionary, after: string, last: string): string =>
  `select ${['1', ...currentValues(dictionary)].join(', ')} from ${truthOf(dictionary)} i
   where ${owned(dictionary, 'i')} and i.number > ${digits(after)} and i.number <= ${digits(last)}`

/**
 * What the changes of a range make of the projection: with sign 1 the present truth of each interview that still exists,
 * with sign 0 its number and each day that it has left.
 */
export function changedRows(dictionary: Dictionary, range: Range): string {
  const left = projectedColumns(dictionary).flatMap(({ name, definition, truth }) => {
    if (truth === null) return []
    if (name === 'id') return ['o.number']
    if (name === 'day') return ['o.day']
    if (definition.startsWith('Nullable')) return ['null']
    return [/^U?Int/.test(definition) ? `'0'` : `''`]
  })
  // "offset 0" keeps each interview a look-up by its key.
  const interview = (number: string) =>
    `lateral (select * from ${truthOf(dictionary)} i where ${owned(dictionary, 'i')} and i.number = ${number} offset 0) i on true`
  return `with changed as materialized (
    select number, old_leaf, old_day from interview_change
    where ${within(range)} and ${owned(dictionary, 'interview_change')} and ${isPassing}),
  latest as (select distinct number from changed),
  old as (select distinct number, ${dayOf('old_day')} as day from changed where old_leaf is not null)
  select ${['1', ...currentValues(dictionary)].join(', ')}
  from latest o join ${interview('o.number')}
  union all
  select ${['0', ...left].join(', ')}
  from old o left join ${interview('o.number')}
  where i.number is null or ${dayOf('i.day')} <> o.day`
}
