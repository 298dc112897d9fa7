import type pg from 'pg'

/** In SQL over `letter l join letter_batch b`, $3 being a moment: a letter of before it that still names somebody. */
export const namingLetter = `b.universe = $1 and b.survey = $2 and b.made_at < $3 and l.sorting <> ''`

/** Leaves of letters that were made before a moment only that they were; answers of how many. */
export async function blankLetters(
  client: pg.PoolClient,
  universe: string,
  survey: number,
  before: string,
): Promise<number> {
  const { rowCount } = await client.query(
    `update letter l set sorting = '', kept = l.kept || '{"address": [], "fields": {}, "code": "", "link": ""}'
     from letter_batch b where (b.universe, b.id) = (l.universe, l.batch) and ${namingLetter}`,
    [universe, survey, before],
  )
  return rowCount ?? 0
}
