export type TrendEvent = { day: string; title: string }

/** What happened in a period. */
export const eventsIn = ({ from, to }: { from: string; to: string }, events: readonly TrendEvent[]) =>
  events.filter(({ day }) => day >= from && day <= to)

const letterWidth = 6.2
const rows = [0, 1]

/** Where each title stands: behind its line or before it, in the first row where it touches no other; null: nowhere. */
export function eventLabels<T extends TrendEvent & { x: number }>(events: readonly T[], left: number, right: number) {
  const taken = rows.map((): [number, number][] => [])
  return events.map((event) => {
    const width = event.title.length * letterWidth + 10
    const isBefore = event.x + width > right
    const [start, end] = isBefore ? [event.x - width, event.x] : [event.x, event.x + width]
    const row =
      start < left ? undefined : rows.find((one) => taken[one]?.every(([from, to]) => end <= from || start >= to))
    if (row !== undefined) taken[row]?.push([start, end])
    return { ...event, isBefore, row: row ?? null }
  })
}
