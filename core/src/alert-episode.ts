import { type Day, daysBetween } from './day.ts'

/** What a rule finds at a place on a day: it holds, it surely does not, or neither can be told. */
export type Sighting = 'on' | 'off' | 'unclear'

/** For how long a rule holds at a place: from its first day up to the day on which it was over; null: it lasts. */
export type Episode = { readonly since: Day; readonly until: Day | null }

export type Step = 'begins' | 'lasts' | 'ends' | 'none'

/**
 * What an observation makes of the present episode, if any: an alert is raised where one begins, and none again before it
 * was over. `rest`: days that an episode lasts at least.
 */
export function stepOf(lasting: Pick<Episode, 'since'> | null, sighting: Sighting, day: Day, rest = 0): Step {
  if (lasting === null) return sighting === 'on' ? 'begins' : 'none'
  return sighting === 'off' && daysBetween(lasting.since, day) >= rest ? 'ends' : 'lasts'
}

/** Whether two episodes share a day, or one would follow right upon the other as one that never ended. */
export const overlap = (one: Episode, other: Episode): boolean =>
  (one.until === null || other.since < one.until) && (other.until === null || one.since < other.until)

type Limit = {
  readonly below?: number | undefined
  readonly above?: number | undefined
  readonly recovered?: number | undefined
}

/** Where a value stands to a limit: between it and the recovered value nothing can be told. */
export function limitSighting({ below, above, recovered }: Limit, value: number): Sighting {
  const limit = below ?? above
  if (limit === undefined) return 'unclear'
  const sign = below === undefined ? -1 : 1
  if (sign * value < sign * limit) return 'on'
  return sign * value >= sign * (recovered ?? limit) ? 'off' : 'unclear'
}

type ChangeThreshold = { readonly direction: 'fall' | 'rise' | 'any'; readonly atLeast?: number | undefined }

/**
 * What a tested change is to a rule. `isReal`: it stands among all that were tested with it; `isLikely`: it would alone. An
 * episode of change ends only where not even that is left of it.
 */
export function changeSighting(
  { direction, atLeast = 0 }: ChangeThreshold,
  { value, isReal, isLikely }: { readonly value: number; readonly isReal: boolean; readonly isLikely: boolean },
): Sighting {
  const isWanted = direction === 'any' || (direction === 'fall' ? value < 0 : value > 0)
  if (isReal && isWanted && Math.abs(value) >= atLeast) return 'on'
  return isLikely && isWanted ? 'unclear' : 'off'
}
