import { upperCount } from './count-tail.ts'
import { checkLevels } from './response-check.ts'

/** Answers of a place in so many parts of an hour. Windows are two of them long and begin at each. */
export const slotSeconds = 450
const slotsOfDay = 86_400 / slotSeconds
const slotsOfHour = 3_600 / slotSeconds

/** `slot`: parts of an hour since 1970, by the clocks of the survey. */
export type SlotCount = { readonly place: number; readonly slot: number; readonly count: number }

export type Burst = {
  readonly place: number
  /** The first slot and the one behind the last. */
  readonly from: number
  readonly to: number
  readonly count: number
  /** In as long a time of that hour and kind of day. */
  readonly usual: number
  readonly p: number
  readonly looked: number
}

/** Working days and weekends by hour: 1970 began on a Thursday. */
function hourKind(slot: number): number {
  const day = Math.floor(slot / slotsOfDay)
  const isWeekend = (day + 4) % 7 === 0 || (day + 4) % 7 === 6
  return Math.floor((slot - day * slotsOfDay) / slotsOfHour) + (isWeekend ? 24 : 0)
}
const dayOfSlot = (slot: number) => Math.floor(slot / slotsOfDay)

const add = <K>(counts: Map<K, number>, key: K, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)
/** Quarters of an hour in an hour. */
const windowsOfHour = slotsOfHour / 2

/**
 * Quarters of an hour with more answers of a place than the hour makes likely. What is usual is the larger of the place's own
 * rate at that hour and of its share of the survey's, without the day itself, and more where all other places had more in the
 * same hour. `days`: first and last day since 1970 that is known, and the first that is looked at.
 */
export function bursts(
  slots: readonly SlotCount[],
  { first, last, looked: from }: { readonly first: number; readonly last: number; readonly looked: number },
): Burst[] {
  const byPlace = new Map<number, Map<number, number>>()
  const [ofHour, ofDayHour] = [new Map<number, number>(), new Map<number, number>()]
  let all = 0
  for (const { place, slot, count } of slots) {
    const own = byPlace.get(place) ?? new Map<number, number>()
    byPlace.set(place, own)
    add(own, slot, count)
    add(ofHour, hourKind(slot), count)
    add(ofDayHour, Math.floor(slot / slotsOfHour), count)
    all += count
  }
  const known = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const weekends = known.filter((day) => hourKind(day * slotsOfDay) >= 24).length
  const daysOf = (kind: number) => Math.max(1, kind >= 24 ? weekends : known.length - weekends)
  const looked = byPlace.size * (last - from + 1) * slotsOfDay

  const rates = new Map(
    [...byPlace].map(([place, own]) => {
      const [byHour, byDay, byDayHour] = [
        new Map<number, number>(),
        new Map<number, number>(),
        new Map<number, number>(),
      ]
      let total = 0
      for (const [slot, count] of own) {
        add(byHour, hourKind(slot), count)
        add(byDay, dayOfSlot(slot), count)
        add(byDayHour, Math.floor(slot / slotsOfHour), count)
        total += count
      }
      /** Of a window, without its day. */
      const usual = (slot: number) => {
        const [kind, day, hour] = [hourKind(slot), dayOfSlot(slot), Math.floor(slot / slotsOfHour)]
        const ownRate =
          ((byHour.get(kind) ?? 0) - (byDayHour.get(hour) ?? 0)) / (windowsOfHour * Math.max(1, daysOf(kind) - 1))
        const share = ((ofHour.get(kind) ?? 0) + 0.5) / (all + 24)
        const lent = ((total - (byDay.get(day) ?? 0) + 1) * share) / (windowsOfHour * daysOf(kind))
        const others = (ofDayHour.get(hour) ?? 0) - (byDayHour.get(hour) ?? 0)
        const othersUsual = ((ofHour.get(kind) ?? 0) - (byHour.get(kind) ?? 0)) / daysOf(kind)
        return Math.max(ownRate, lent) * Math.max(1, (others + 1) / (othersUsual + 1))
      }
      return [place, usual] as const
    }),
  )
  const spread = spreadOf(byPlace, rates)
  const limit = checkLevels.made / looked
  return [...byPlace].flatMap(([place, own]) => {
    const found: Burst[] = []
    for (const slot of startsOf(own)) {
      if (dayOfSlot(slot) < from) continue
      const count = (own.get(slot) ?? 0) + (own.get(slot + 1) ?? 0)
      const usual = Math.max(rates.get(place)?.(slot) ?? 0, rates.get(place)?.(slot + 1) ?? 0)
      const p = upperCount(count, usual, spread)
      if (p >= limit) continue
      const before = found.at(-1)
      if (before && slot <= before.to) {
        const more = (own.get(slot + 1) ?? 0) + (slot === before.to ? (own.get(slot) ?? 0) : 0)
        const to = slot + 2
        found[found.length - 1] = {
          place,
          looked,
          from: before.from,
          to,
          count: before.count + more,
          usual: (Math.max(usual, (before.usual * 2) / (before.to - before.from)) * (to - before.from)) / 2,
          p: Math.min(p, before.p),
        }
      } else found.push({ place, from: slot, to: slot + 2, count, usual, p, looked })
    }
    return found.map((burst) => trimmed(burst, own))
  })
}

/** Without the parts of an hour at its ends that hold no answer. */
function trimmed(burst: Burst, own: ReadonlyMap<number, number>): Burst {
  let { from, to } = burst
  while (from < to - 1 && !own.has(from)) from += 1
  while (to > from + 1 && !own.has(to - 1)) to -= 1
  const usual = (burst.usual * (to - from)) / (burst.to - burst.from)
  return Object.assign({}, burst, { from, to, usual })
}

/**
 * How much more windows vary than by chance: people come together, and days differ. Of each place Σx(x−1) over its windows
 * against Σλ²; of all places the upper quartile, which a place with bursts of its own hardly moves.
 */
function spreadOf(
  byPlace: ReadonlyMap<number, ReadonlyMap<number, number>>,
  rates: ReadonlyMap<number, (slot: number) => number>,
): number {
  const found = [...byPlace].map(([place, own]) => {
    let [pairs, expected] = [0, 0]
    for (const slot of startsOf(own)) {
      const window = (own.get(slot) ?? 0) + (own.get(slot + 1) ?? 0)
      pairs += window * (window - 1)
    }
    // A slot holds half of what its window does, so both windows of each answer's slot make Σλ².
    for (const [slot, count] of own) expected += 2 * count * (rates.get(place)?.(slot) ?? 0)
    return expected > 0 ? Math.max(0, pairs / expected - 1) : 0
  })
  const sorted = found.sort((a, b) => a - b)
  return Math.max(leastSpread, sorted[Math.floor(0.75 * (sorted.length - 1))] ?? 0)
}
const leastSpread = 0.05

/** Where windows begin that hold an answer. */
const startsOf = (own: ReadonlyMap<number, number>) =>
  [...new Set([...own.keys()].flatMap((slot) => [slot - 1, slot]))].sort((a, b) => a - b)
