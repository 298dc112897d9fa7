import { addDays, dayIn } from '@kaiku/core/day.ts'
import { z } from 'zod'
import { json, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { settingsOf } from '../universe/universe-settings.ts'

/**
 * Forgets who opened what in a universe longer ago than it keeps that, or at all where it keeps no names; how many people
 * it were in each week stays. Answers how many rows that were. `now`: milliseconds since 1970.
 */
export async function forgetVisits({ service }: Stores, universe: string, now: number): Promise<number> {
  const { rows } = await query(
    service,
    { zone: text, settings: json(z.record(z.string(), z.unknown())) },
    'select time_zone as zone, settings from universe where id = $1',
    [universe],
  )
  const [found] = rows
  if (!found) return 0
  const { visitNames, visitDays } = settingsOf(found.settings)
  const before = visitNames ? addDays(dayIn(found.zone, now), -visitDays) : null
  // A week of which days are forgotten keeps the number that it had whole.
  await service.query(
    `insert into visit_week (universe, survey, kind, subject, week, people)
     select universe, survey, kind, subject, date_trunc('week', day)::date, count(distinct person) from visit_person
     where universe = $1 group by 1, 2, 3, 4, 5
     on conflict (universe, survey, kind, subject, week) do update set people = greatest(visit_week.people, excluded.people)`,
    [universe],
  )
  const { rowCount } = await service.query(
    'delete from visit_person where universe = $1 and ($2::date is null or day < $2)',
    [universe, before],
  )
  return rowCount ?? 0
}
