import type { Place } from '@kaiku/contract/result.ts'
import { addDays, daysBetween } from '@kaiku/core/day.ts'

/** Of an earlier period so much may lack before it is only partly covered: a place is not answered about every day. */
const [leastShare, leastDays] = [0.05, 6]

type Compared = Pick<Place, 'compared' | 'overlapping' | 'extent' | 'period'>

/** What is to be known of a comparison: there is none, or it stands on part of the earlier period. */
export function comparisonNote({ compared, overlapping, extent, period }: Compared) {
  if (overlapping !== null && period?.from && period.to) {
    const [from, to] = [later(overlapping.from, period.from), earlier(overlapping.to, period.to)]
    return { is: 'overlapping', days: daysBetween(from, to) + 1, of: overlapping } as const
  }
  if (compared === null || extent === null || extent.from <= compared.from) return null
  const all = daysBetween(compared.from, compared.to) + 1
  const missing = daysBetween(compared.from, earlier(extent.from, addDays(compared.to, 1)))
  if (missing <= Math.max(leastDays, leastShare * all)) return null
  return { is: missing === all ? 'uncovered' : 'partly', since: extent.from, of: compared } as const
}

const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)
