import type pg from 'pg'
import { numbers, query, type Shape, text } from '../db/rows.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import { firstViewNumber, noting, taken } from './interview-change.ts'

const correctedColumns = { number: text, id: text, leaves: numbers } satisfies Shape

type Correction = {
  /** The interview's number. */
  readonly interview: string
  readonly row: Pick<InterviewRow, 'json' | 'matched' | 'day' | 'weight' | 'contact'>
  readonly leaves: readonly number[]
  /** What it must still be; null: whatever it is. */
  readonly before: Answers | null
}

/**
 * Writes other answers into interviews, each once, with what stood there but for what is computed of them; answers those
 * that it wrote: not one that is not there, or not as `before`. `by`: the person who does it; null: a program.
 */
export async function correctInterviews(
  client: pg.PoolClient,
  dictionary: Dictionary,
  corrections: readonly Correction[],
  by: string | null,
) {
  const { rows } = await query(
    client,
    correctedColumns,
    `with given as (
      select * from unnest($4::bigint[], $5::jsonb[], $6::jsonb[], $7::date[], $8::text[], $9::bigint[], $10::text[],
        $11::jsonb[]) as g(number, next, matched, next_day, next_leaves, weight, contact, before)),
    old as materialized (
      select i.leaves, i.day, i.answers, g.* from interview i join given g using (number)
      where i.universe = $1 and i.survey = $2 and (g.before is null or i.answers = g.before)
      order by i.number for update of i),
    noted as (${noting(taken('old', '$3'))}),
    traced as (
      insert into interview_correction (universe, survey, number, question, before, after, person)
      select $1, $2, number, question, answers -> question, next -> question, $12 from old cross join lateral (
        select jsonb_object_keys(answers) as question union select jsonb_object_keys(next)) q
      where answers -> question is distinct from next -> question and question <> all($13::text[]))
    update interview i set answers = old.next, matched = old.matched, day = old.next_day,
      leaves = old.next_leaves::int[], weight = old.weight, contact = old.contact,
      original = coalesce(i.original, i.answers), corrected_by_hand = true
    from old where i.universe = $1 and i.survey = $2 and i.number = old.number
    returning i.number::text, i.id, i.leaves`,
    [
      dictionary.universe,
      dictionary.survey,
      firstViewNumber(dictionary),
      corrections.map(({ interview }) => interview),
      corrections.map(({ row }) => row.json),
      corrections.map(({ row }) => row.matched),
      corrections.map(({ row }) => row.day),
      corrections.map(({ leaves }) => `{${leaves.join(',')}}`),
      corrections.map(({ row }) => row.weight),
      corrections.map(({ row }) => row.contact),
      corrections.map(({ before }) => (before === null ? null : JSON.stringify(before))),
      by,
      [...dictionary.questions.values()].flatMap(({ question }) => (question.computed ? [question.id] : [])),
    ],
  )
  return rows
}
