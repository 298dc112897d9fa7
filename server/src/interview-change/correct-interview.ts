import type pg from 'pg'
import { numbers, query, type Shape, text } from '../db/rows.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import { firstViewNumber, noting, taken } from './interview-change.ts'

const correctedColumns = { number: text, id: text, leaves: numbers } satisfies Shape

type Correction = {
  readonly interview: number
  readonly row: InterviewRow
  readonly leaves: readonly number[]
  /** What it must still be; null: whatever it is. */
  readonly before: Answers | null
  readonly by: string | null
}

/** Writes other answers into an interview, each with what stood there but for what is computed of them; null where it is not there, or not as `before`. */
export async function correctInterview(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { interview, row, leaves, before, by }: Correction,
) {
  const { rows } = await query(
    client,
    correctedColumns,
    `with old as materialized (
      select number, leaves, day, answers from interview where universe = $1 and survey = $2 and number = $3
        and ($11::jsonb is null or answers = $11) for update),
    noted as (${noting(taken('old', '$4'))}),
    traced as (
      insert into interview_correction (universe, survey, number, question, before, after, person)
      select $1, $2, number, question, answers -> question, $5::jsonb -> question, $12 from old cross join lateral (
        select jsonb_object_keys(answers) as question union select jsonb_object_keys($5::jsonb)) q
      where answers -> question is distinct from $5::jsonb -> question and question <> all($13::text[]))
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
      [...dictionary.questions.values()].flatMap(({ question }) => (question.computed ? [question.id] : [])),
    ],
  )
  return rows[0] ?? null
}
