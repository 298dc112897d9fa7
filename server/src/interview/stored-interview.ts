import type { Day } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { computeInterviews } from '../computed/compute.ts'
import { inUniverse } from '../db/postgres.ts'
import { query, text } from '../db/rows.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { holdPlaces } from '../dictionary/hold-survey.ts'
import { correctInterviews } from '../interview-change/correct-interview.ts'
import { interviewRows } from '../interview-row/interview-row.ts'
import { showInterviews } from '../live-event/interview-news.ts'
import { judgeInterviews } from '../quality/judge.ts'
import type { Placer } from '../view/place.ts'

/** Other answers of an interview, by its number; `before`: what it must still have, null: whatever it has. */
export type CorrectedInterview = {
  readonly number: string
  readonly answers: Answers
  readonly before: Answers | null
}

const shownAtOnce = 500

/**
 * Corrects interviews in the client's transaction, with all that follows from it; answers the numbers of those that were
 * there and still as `before`. Throws Fault `conflict` when the places changed since the dictionary was read.
 */
export async function storeCorrections(
  client: pg.PoolClient,
  dictionary: Dictionary,
  places: Placer,
  corrected: readonly CorrectedInterview[],
  by: string | null,
): Promise<readonly string[]> {
  const questions = [...dictionary.questions.keys()]
  const toRow = interviewRows(dictionary, questions)
  if (!(await holdPlaces(client, dictionary)))
    throw new Fault('conflict', 'The places of the survey changed meanwhile: try again.')
  const leaves = await places.leaves(
    client,
    corrected.map(({ answers }) => answers),
  )
  const written = await correctInterviews(
    client,
    dictionary,
    corrected.map(({ number, answers, before }, at) => ({
      interview: number,
      row: toRow('', {
        values: questions.map((id) => answers[id] ?? null),
        json: JSON.stringify(answers),
        at: null,
      }),
      leaves: leaves[at] ?? [],
      before,
    })),
    by,
  )
  const numbers = written.map(({ number }) => number)
  if (numbers.length === 0) return numbers
  await computeInterviews(client, dictionary, numbers)
  await judgeInterviews(client, dictionary, numbers)
  // Of more, open screens hear that the survey has news.
  if (written.length <= shownAtOnce) await showInterviews(client, dictionary, written)
  return numbers
}

/** As `storeCorrections`, of one interview in a transaction of its own; false where it was not there, or not as `before`. */
export const storeCorrection = (
  pool: pg.Pool,
  dictionary: Dictionary,
  places: Placer,
  corrected: CorrectedInterview,
  by: string | null,
): Promise<boolean> =>
  inUniverse(
    pool,
    dictionary.universe,
    async (client) => (await storeCorrections(client, dictionary, places, [corrected], by)).length > 0,
  )

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
