export type TrendEvent = { day: string; title: string }

/** What is told beside some indicators. Null: beside any. */
export const eventsAbout = <T extends { readonly indicators: readonly string[] | null }>(
  events: readonly T[],
  ids: readonly string[],
): readonly T[] => events.filter(({ indicators }) => indicators === null || indicators.some((id) => ids.includes(id)))

/** What happened in a period. */
export const eventsIn = ({ from, to }: { from: string; to: string }, events: readonly TrendEvent[]) =>
  events.filter(({ day }) => day >= from && day <= to)

export const letterWidth = 6.2
const rows = [0, 1]
const rowHeight = 12

/** Where each title stands: behind its line or before it, in the first row where it touches no other; null: nowhere. */
export function eventLabels<T extends TrendEvent & { x: number }>(events: readonly T[], left: number, right: number) {
  const taken = rows.map((): [number, number][] => [])
  const placed = events.map((event) => {
    const width = event.title.length * letterWidth + 10
    const isBefore = event.x + width > right
    const [start, end] = isBefore ? [event.x - width, event.x] : [event.x, event.x + width]
    const row =
      start < left ? undefined : rows.find((one) => taken[one]?.every(([from, to]) => end <= from || start >= to))
    if (row !== undefined) taken[row]?.push([start, end])
    return { ...event, isBefore, row: row ?? null }
  })
  const count = taken.filter((labels) => labels.length > 0).length
  return placed.map((event) => {
    // A line reaches up to its title, but through no other.
    const isFree = (row: number) => taken[row]?.every(([from, to]) => event.x <= from || event.x >= to) === true
    const below = rows.filter((row) => event.row !== null && row > event.row && row < count)
    const top = event.row !== null && below.every(isFree) ? event.row : count
    return { ...event, top: top * rowHeight, baseline: event.row === null ? null : event.row * rowHeight + 10 }
  })
}

export type EventMark = ReturnType<typeof eventLabels>[number]

/** What happened, at its days along an axis, and how much room the titles take above the plot. */
export function placedEvents(
  events: readonly TrendEvent[],
  x: (day: number) => number,
  left: number,
  right: number,
): { readonly marks: readonly EventMark[]; readonly band: number } {
  const at = events.map((event) => ({ ...event, x: Math.max(left, Math.min(right, x(Date.parse(event.day)))) }))
  const marks = eventLabels(at, left, right)
  return { marks, band: Math.max(0, ...marks.map(({ baseline }) => (baseline === null ? 0 : baseline + 4))) }
}
