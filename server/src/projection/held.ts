import { dayIn } from '@kaiku/core/day.ts'
import type pg from 'pg'
import type { Stores } from '../stores.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { type Range, within } from './truth-rows.ts'

/** The protected ones among surveys, by number, with the day that it is there now. */
async function protectedDays(stores: Stores, surveys: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const days = new Map<number, string>()
  for (const survey of surveys) {
    const { protection, timeZone } = (await surveyByNumber(stores, survey)).definition.settings
    if (protection) days.set(survey, dayIn(timeZone, Date.now()))
  }
  return days
}

/**
 * Puts aside what a range brings to protected surveys. Erasures are not, and neither is anything on the day on which a
 * survey is filled for the first time: all of that is its first day's batch.
 */
export async function hold(stores: Stores, client: pg.PoolClient, range: Range, surveys: readonly number[]) {
  const days = await protectedDays(stores, surveys)
  for (const [survey, day] of days) {
    const erased = 'select from erasure e where (e.survey, e.number) = (c.survey, c.number)'
    await client.query(
      `insert into projection_held (universe, survey, number, old_leaf, old_day, day)
       select distinct on (number) universe, survey, number, old_leaf, old_day, $2 from interview_change c
       where ${within(range)} and survey = $1 and not released and not exists (${erased})
         and exists (select from projection_survey p where p.survey = $1 and p.begun_on < $2)
       order by number, tx, seq
       on conflict do nothing`,
      [survey, day],
    )
    await client.query(`delete from projection_held c where survey = $1 and exists (${erased})`, [survey])
  }
  await client.query(
    `update projection_survey set begun_on = coalesce(($2::jsonb ->> survey::text)::date, current_date)
     where survey = any($1) and begun_on is null`,
    [surveys, JSON.stringify(Object.fromEntries(days))],
  )
}

/** Lets go what has waited for a day that has come, or for a survey that is protected no longer. */
export async function releaseDue(stores: Stores, client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ survey: number }>('select distinct survey from projection_held')
  if (rows.length === 0) return
  const surveys = rows.map(({ survey }) => survey)
  const days = await protectedDays(stores, surveys)
  for (const survey of surveys)
    await client.query(
      `with due as (
        delete from projection_held where survey = $1 and ($2::date is null or day < $2::date)
        returning universe, survey, number, old_leaf, old_day)
      insert into interview_change (universe, survey, number, old_leaf, old_day, released)
      select universe, survey, number, old_leaf, old_day, true from due`,
      [survey, days.get(survey) ?? null],
    )
}
