import type { Day } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { nullable, numbers as numbersColumn, query, type Shape, text, time } from '../db/rows.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { holdPlaces } from '../dictionary/hold-survey.ts'
import { interviewRows } from '../interview-row/interview-row.ts'
import { showInterviews } from '../live-event/interview-news.ts'
import { judgeInterviews } from '../quality/judge.ts'
import type { Placer } from '../view/place.ts'
import { firstViewNumber } from './interview-chunk.ts'

const noticedInterviewColumns = { number: text, id: text, leaves: numbersColumn } satisfies Shape

const erasureColumns = { id: text, interview: text, erasedAt: time, purgedAt: nullable(time) } satisfies Shape

/** The proof that an interview is gone: when from every answer, and when from disk (null: not yet). */
export type Erasure = {
  readonly id: string
  /** The interview's id in addresses. */
  readonly interview: string
  readonly erasedAt: Date
  readonly purgedAt: Date | null
}

/**
 * False where there is no such interview, or its answers are not `before` any more (null: whatever they are). Throws Fault
 * `conflict` when the places changed since the dictionary was read.
 */
export function storeCorrection(
  pool: pg.Pool,
  dictionary: Dictionary,
  places: Placer,
  interview: number,
  answers: Answers,
  before: Answers | null,
  by: string | null,
): Promise<boolean> {
  const questions = [...dictionary.questions.keys()]
  const values = questions.map((id) => answers[id] ?? null)
  const row = interviewRows(dictionary, questions)('', { values, json: JSON.stringify(answers), at: null })
  return inUniverse(pool, dictionary.universe, async (client) => {
    if (!(await holdPlaces(client, dictionary)))
      throw new Fault('conflict', 'The places of the survey changed meanwhile: try again.')
    const [leaves = []] = await places.leaves(client, [answers])
    const { rows } = await query(
      client,
      noticedInterviewColumns,
      `with old as materialized (
        select number, leaves, day, answers from interview where universe = $1 and survey = $2 and number = $3
          and ($11::jsonb is null or answers = $11) for update),
      noted as (
        insert into interview_change (universe, survey, number, old_leaf, old_day)
        select $1, $2, number, coalesce(leaves[$4], 0), day from old),
      traced as (
        insert into interview_correction (universe, survey, number, question, before, after, person)
        select $1, $2, number, question, answers -> question, $5::jsonb -> question, $12 from old cross join lateral (
          select jsonb_object_keys(answers) as question union select jsonb_object_keys($5::jsonb)) q
        where answers -> question is distinct from $5::jsonb -> question)
      update interview i set answers = $5, matched = $6, day = $7, leaves = $8, weight = $9, contact = $10,
        original = coalesce(i.original, i.answers), corrected_by_hand = true
      from old where i.universe = $1 and i.survey = $2 and i.number = old.number
      returning i.number::text, i.id, i.leaves`,
      [
        dictionary.universe,
        dictionary.survey,
        interview,
        firstViewNumber(dictionary),
        row.json,
        row.matched,
        row.day,
        leaves,
        row.weight,
        row.contact,
        before === null ? null : JSON.stringify(before),
        by,
      ],
    )
    const [corrected] = rows
    if (!corrected) return false
    await judgeInterviews(client, dictionary, [corrected.number])
    await showInterviews(client, dictionary, [corrected])
    return true
  })
}

/**
 * Takes interviews away, by their numbers, in the client's transaction; answers the certificates. What was said of them
 * elsewhere is the caller's to forget before.
 */
export async function removeInterviews(
  client: pg.PoolClient,
  dictionary: Dictionary,
  numbers: readonly (number | string)[],
  by: string,
): Promise<readonly Erasure[]> {
  const { rows } = await query(
    client,
    erasureColumns,
    `with gone as (
      delete from interview where universe = $1 and survey = $2 and number = any($5::bigint[])
      returning number, id, leaves, day, row_key),
    noted as (
      insert into interview_change (universe, survey, number, old_leaf, old_day)
      select $1, $2, number, coalesce(leaves[$3], 0), day from gone),
    kept as (delete from import_change where universe = $1 and survey = $2 and number in (select number from gone))
    insert into erasure (universe, survey, interview, number, key_hash, requested_by)
    select $1, $2, id, number, sha256(convert_to(row_key, 'UTF8')), $4 from gone
    returning id, interview, erased_at as "erasedAt", purged_at as "purgedAt"`,
    [dictionary.universe, dictionary.survey, firstViewNumber(dictionary), by, numbers],
  )
  return rows
}

/** The numbers of at most so many interviews of before a day, those without one by when they came; they are locked. */
export async function interviewsBefore(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  day: Day,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await query(
    client,
    { number: text },
    `select number::text from interview where universe = $1 and survey = $2
       and coalesce(day, uuid_extract_timestamp(id)::date) < $3 limit $4 for update`,
    [universe, survey, day, most],
  )
  return rows.map(({ number }) => number)
}

/** No file of a survey holds these erased interviews any more. */
export const notePurged = (service: pg.Pool, survey: number, numbers: readonly string[]) =>
  service.query(
    'update erasure set purged_at = clock_timestamp() where purged_at is null and survey = $1 and number = any($2)',
    [survey, numbers],
  )

/** The certificates of a survey, newest first. */
export function listErasures(pool: pg.Pool, { universe, survey }: Dictionary): Promise<readonly Erasure[]> {
  return inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      erasureColumns,
      `select id, interview, erased_at as "erasedAt", purged_at as "purgedAt" from erasure
       where universe = $1 and survey = $2 order by erased_at desc, id desc`,
      [universe, survey],
    )
    return rows
  })
}
