import type { Day } from '@kaiku/core/day.ts'

export type FarDay = { readonly day: Day; readonly rows: number }
export type FarDays = { readonly found: readonly FarDay[]; readonly from: Day; readonly to: Day }

/** Epochs of common systems: a file often has one in place of a missing date. */
const beginnings = new Set(['1899-12-30', '1899-12-31', '1900-01-01', '1900-01-02', '1904-01-01', '1970-01-01'])
const dayMs = 86_400_000
const leastGap = 3 * 365
const leastGapOfBeginnings = 365
const mostTold = 20

/** Days far from those of nearly all rows, and where those lie; null where there are none. They stretch every trend. */
export function farDays(rowsByDay: ReadonlyMap<Day, number>): FarDays | null {
  const usual = [...rowsByDay].filter(([day]) => !beginnings.has(day)).sort(([a], [b]) => (a < b ? -1 : 1))
  const all = usual.reduce((sum, [, rows]) => sum + rows, 0)
  const quantile = (share: number) => {
    let before = 0
    for (const [day, rows] of usual) {
      before += rows
      if (before >= share * all) return day
    }
    return undefined
  }
  const [low, high] = [quantile(0.05), quantile(0.95)]
  if (low === undefined || high === undefined) return null
  const gap = Math.max(leastGap, days(low, high))
  const isFar = (day: Day) =>
    beginnings.has(day) ? days(day, low) > leastGapOfBeginnings : days(day, low) > gap || days(high, day) > gap
  const far = [...rowsByDay].filter(([day]) => isFar(day)).sort(([, a], [, b]) => b - a)
  const near = usual.filter(([day]) => !isFar(day))
  if (far.length === 0) return null
  return {
    found: far.slice(0, mostTold).map(([day, rows]) => ({ day, rows })),
    from: near[0]?.[0] ?? low,
    to: near.at(-1)?.[0] ?? high,
  }
}

const days = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / dayMs
