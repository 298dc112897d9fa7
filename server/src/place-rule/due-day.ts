import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import { addDays, type Day, dayIn } from '@kaiku/core/day.ts'
import { momentIn, nextDay, weekdayOf } from '@kaiku/core/zoned-time.ts'

type When = Pick<PlaceRule, 'every' | 'at'>

/** Whether a rule looks at the days up to this one: on the day after it is evaluated. */
function isEvaluated({ every }: When, day: Day): boolean {
  const on = nextDay(day)
  if (every === 'week') return weekdayOf(on) === 1
  return every === 'day' || on.endsWith('-01')
}

/** The days of a period that a rule is evaluated for, in order. */
export function evaluatedDays(rule: When, from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = nextDay(day)) if (isEvaluated(rule, day)) days.push(day)
  return days
}

/** When a rule is evaluated for a day; milliseconds since 1970. */
export const momentAfter = ({ at }: When, zone: string, day: Day): number =>
  momentIn(zone, nextDay(day), Number(at.slice(0, 2)) * 60 + Number(at.slice(3)))

/** The last day that a rule can be evaluated for at a moment. */
export function lastDayAt(rule: When, zone: string, now: number): Day {
  const yesterday = addDays(dayIn(zone, now), -1)
  return now >= momentAfter(rule, zone, yesterday) ? yesterday : addDays(yesterday, -1)
}
