import type { Stores } from '../db/stores.ts'
import { dayOf } from '../projection/column.ts'
import { type Position, type Range, within } from '../projection/truth-rows.ts'

/** After every change. */
const last: Position = { tx: '18446744073709551615', seq: '9223372036854775807' }

/** Up to where the projection has taken over changes. */
export async function presentPosition({ service }: Pick<Stores, 'service'>): Promise<Position> {
  const { rows } = await service.query<Position>('select tx, seq from projection_cursor')
  const [row] = rows
  if (!row) throw new Error('the projection has no position')
  return row
}

/**
 * Interviews of a survey that the projection has taken over since a position, up to another: their numbers, as many as
 * `most`, and the months, as 202412, that the projection has them in.
 */
export async function changesSince(
  { service }: Pick<Stores, 'service'>,
  survey: number,
  range: Range,
  most: number,
): Promise<{ readonly numbers: readonly string[]; readonly months: readonly number[] }> {
  const { rows } = await service.query<{ numbers: string[] | null; months: number[] | null }>(
    `with changed as (
      select distinct universe, number from interview_change
      where ${within(range)} and survey = $1 limit $2),
    days as (
      select ${dayOf('i.day')} as day from changed c join interview i using (universe, number) where i.survey = $1
      union select ${dayOf('p.day')} from changed c join protected_interview p using (universe, number) where p.survey = $1
      -- What changes again is still where it was until that is taken over, too.
      union select ${dayOf('o.old_day')} from interview_change o join changed c using (universe, number)
        where ${within({ from: range.from, to: last })} and o.survey = $1 and o.old_leaf is not null)
    select (select array_agg(number::text) from changed) as numbers,
      (select array_agg(distinct extract(year from day)::int * 100 + extract(month from day)::int) from days) as months`,
    [survey, most],
  )
  return { numbers: rows[0]?.numbers ?? [], months: rows[0]?.months ?? [] }
}
