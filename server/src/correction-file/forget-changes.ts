import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** What files changed in answers that are kept no longer; taken back, such a file leaves them empty. */
export const forgetFileChanges = (
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  numbers: readonly string[],
  questions: readonly string[],
) =>
  client.query(
    `update correction_file_change set before = null, after = null
     where universe = $1 and survey = $2 and number = any($3::bigint[]) and question = any($4)`,
    [universe, survey, numbers, questions],
  )
