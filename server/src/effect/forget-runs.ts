import { addDays, type Day, dayIn } from '@kaiku/core/day.ts'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/**
 * Days for which runs are kept. Nothing that is older happens to a block: rules and blocks look back 366 days at most, and
 * backfills no further than runs are known. So what is forgotten follows no second time.
 */
const keptDays = 400
const hour = 3_600_000
const atOnce = 5_000

/** The first day that a backfill may begin with. `now`: milliseconds since 1970. */
export const firstKnown = ({ definition }: Dictionary, now: number): Day =>
  addDays(dayIn(definition.settings.timeZone, now), 1 - keptDays)

/** Forgets old runs that are over; those that wait stay. */
export const effectRunsForgotten: RecurringWork = {
  name: 'effect runs',
  of: 'universe',
  when: { every: hour },
  run: async ({ stores, universe, now, stopped }) => {
    const before = new Date(now - keptDays * 24 * hour).toISOString()
    for (let gone = atOnce; gone === atOnce; ) {
      stopped.throwIfAborted()
      const { rowCount } = await stores.service.query(
        `delete from effect_run where universe = $1 and id in (
           select id from effect_run where universe = $1 and at < $2 and state <> 'waiting' order by at limit ${atOnce})`,
        [universe, before],
      )
      gone = rowCount ?? 0
    }
    return null
  },
}
