import { usageWeeks } from '@kaiku/contract/usage.ts'
import { addDays, type Day, dayIn, startOf } from '@kaiku/core/day.ts'
import type { Stores } from '../db/stores.ts'
import { readUniverse } from '../universe/universe-settings.ts'

/** The days of which usage is told, and what of them is kept by name. */
export type UsagePeriod = {
  /** A Monday. */
  readonly from: Day
  readonly today: Day
  readonly timeZone: string
  readonly hasNames: boolean
  /** Days of which it is kept who opened what. */
  readonly peopleDays: number
}

/** `now`: milliseconds since 1970. */
export async function usagePeriod({ service }: Stores, universe: string, now: number): Promise<UsagePeriod> {
  const { timeZone, settings } = await readUniverse(service, universe)
  const { visitNames: hasNames, visitDays } = settings
  const today = dayIn(timeZone, now)
  return {
    from: addDays(startOf('week', today), 7 * (1 - usageWeeks)),
    today,
    timeZone,
    hasNames,
    peopleDays: hasNames ? visitDays : 0,
  }
}
