import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { number, query, text } from '../db/rows.ts'
import type { SurveyKey } from './interview-change.ts'

/**
 * What happened to interviews of a survey since a moment: the numbers, written `7,8,12`, of those up to `last` that were
 * corrected, by hand or by an import that ran since, and how many were erased.
 */
export function changedSince(
  pool: pg.Pool,
  { universe, survey }: SurveyKey,
  moment: Date,
  last: string,
): Promise<{ readonly corrected: string; readonly erased: number }> {
  return inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      { corrected: text, erased: number },
      `with found as (
        select number from interview_correction where universe = $1 and survey = $2 and at > $3
        union
        select c.number from import_change c join import i on i.universe = c.universe and i.id = c.import
        where c.universe = $1 and c.survey = $2 and coalesce(i.finished_at, now()) > $3)
      select coalesce((select string_agg(number::text, ',') from found where number <= $4), '') as corrected,
        (select count(*)::float8 from erasure where universe = $1 and survey = $2 and erased_at > $3) as erased`,
      [universe, survey, moment, last],
    )
    return rows[0] ?? { corrected: '', erased: 0 }
  })
}
