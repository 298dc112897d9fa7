import { nullable, number, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

const stateColumns = {
  work: text,
  universe: text,
  zone: text,
  doneAt: nullable(time),
  nextAt: time,
  attempts: number,
  fault: nullable(text),
} satisfies Shape

/** `universe`: by name, empty for what is of all of Kaiku; `attempts`: how often it was begun since it went well last. */
export type RecurringState = RowOf<typeof stateColumns>

/**
 * What is done again and again: when it was done last, when it comes next, and what failed since. `universe`: of one
 * alone, by id, with what is of all of Kaiku; `onlyFailing`: of what failed last, which is little of thousands of rows.
 */
export async function recurringStates(
  { service }: Pick<Stores, 'service'>,
  { universe = null, onlyFailing = false }: { readonly universe?: string | null; readonly onlyFailing?: boolean } = {},
): Promise<readonly RecurringState[]> {
  const { rows } = await query(
    service,
    stateColumns,
    `select r.work, coalesce(u.name::text, '') as universe, r.zone, r.done_at as "doneAt", r.next_at as "nextAt", r.attempts,
       r.fault
     from recurring_work r left join universe u on u.id = r.universe
     where ($1::uuid is null or r.universe is null or r.universe = $1) and (r.fault is not null or not $2) order by r.work, 2`,
    [universe, onlyFailing],
  )
  return rows
}
