/** The point of a walk by arrow keys, Home and End over so many; undefined where a key does not walk. Null: none is pointed at yet. */
export function walked(key: string, at: number | null, count: number): number | undefined {
  const last = count - 1
  const next = { ArrowLeft: (at ?? count) - 1, ArrowRight: (at ?? last) + 1, Home: 0, End: last }[key]
  return next === undefined || count === 0 ? undefined : Math.max(0, Math.min(last, next))
}

/** Which of these stands nearest; the first of two as near. */
export function nearest(positions: readonly number[], to: number): number {
  const distances = positions.map((position) => Math.abs(position - to))
  return distances.indexOf(Math.min(...distances))
}
