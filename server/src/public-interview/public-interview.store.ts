import { Fault } from '@kaiku/core/fault.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'

const storedInterviewColumns = {
  number: number,
  key: text,
  day: nullable(text),
  answers: answersColumn,
  original: nullable(answersColumn),
  corrected: bool,
  arrivedAt: time,
} satisfies Shape

export type StoredInterview = {
  /** The internal number. */
  readonly number: number
  readonly key: string
  readonly day: string | null
  readonly answers: Answers
  readonly original: Answers | null
  readonly corrected: boolean
  readonly arrivedAt: Date
}

/** Throws Fault `not_found`. */
export async function findStored({ pool }: Stores, dictionary: Dictionary, id: string): Promise<StoredInterview> {
  const { rows } = await inUniverse(pool, dictionary.universe, (client) =>
    query(
      client,
      storedInterviewColumns,
      `select number::float8 as number, row_key as key, day::text as day, answers, original,
         corrected_by_hand as corrected, uuid_extract_timestamp(id) as "arrivedAt"
       from interview where id = $3 and universe = $1 and survey = $2`,
      [dictionary.universe, dictionary.survey, id],
    ),
  )
  const [stored] = rows
  if (!stored) throw new Fault('not_found', 'There is no such interview.')
  return stored
}
