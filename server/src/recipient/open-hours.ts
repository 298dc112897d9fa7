import { maySendAt } from '@kaiku/core/campaign.ts'
import { offsetIn, timeZones } from '@kaiku/core/zoned-time.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { OpenZones } from './recipient.ts'

/** Hours between which messages go, and weekdays on which none does; 0 is Sunday. */
export type Hours = { readonly fromHour: number; readonly toHour: number; readonly daysOff: readonly number[] }

/** Milliseconds: hours begin at quarters of one in all zones. */
const quarter = 900_000
/** When it is worth looking again whether messages may go. Moments are milliseconds since 1970. */
export const nextQuarter = (now: number): number => (Math.floor(now / quarter) + 1) * quarter

const isOpenIn = (zone: string, { fromHour, toHour, daysOff }: Hours, now: number): boolean =>
  maySendAt({ from: fromHour, to: toHour % 24, daysOff }, ...clockIn(zone, now))

/** Where messages may go now. */
export const openZones = ({ definition }: Dictionary, hours: Hours, now: number): OpenZones => ({
  zones: timeZones.filter((zone) => isOpenIn(zone, hours, now)),
  others: isOpenIn(definition.settings.timeZone, hours, now),
})

/** Whether a message may go to somebody now, by the clocks of their zone, else of the survey’s. */
export const mayWriteNow = (
  { definition }: Dictionary,
  { timeZone }: { readonly timeZone: string | null },
  hours: Hours,
  now: number,
): boolean => isOpenIn(timeZone ?? definition.settings.timeZone, hours, now)

/** What clocks show is found out once for each zone and quarter. */
let clocks = { quarter: 0, shown: new Map<string, [weekday: number, hour: number]>() }

/** Weekday, 0 is Sunday, and hour by the clocks of a zone. */
function clockIn(timeZone: string, now: number): [number, number] {
  const current = Math.floor(now / quarter)
  if (clocks.quarter !== current) clocks = { quarter: current, shown: new Map() }
  const known = clocks.shown.get(timeZone)
  if (known) return known
  const shown = new Date(now + offsetIn(timeZone, Math.floor(now / 1_000) * 1_000))
  const clock: [number, number] = [shown.getUTCDay(), shown.getUTCHours()]
  clocks.shown.set(timeZone, clock)
  return clock
}
