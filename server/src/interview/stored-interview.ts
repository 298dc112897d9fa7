import type { Day } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { computeInterviews } from '../computed/compute.ts'
import { inUniverse } from '../db/postgres.ts'
import { query, text } from '../db/rows.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { holdPlaces } from '../dictionary/hold-survey.ts'
import { correctInterview } from '../interview-change/correct-interview.ts'
import { interviewRows } from '../interview-row/interview-row.ts'
import { showInterviews } from '../live-event/interview-news.ts'
import { judgeInterviews } from '../quality/judge.ts'
import type { Placer } from '../view/place.ts'

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
    const corrected = await correctInterview(client, dictionary, { interview, row, leaves, before, by })
    if (!corrected) return false
    await computeInterviews(client, dictionary, [corrected.number])
    await judgeInterviews(client, dictionary, [corrected.number])
    await showInterviews(client, dictionary, [corrected])
    return true
  })
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
