/** Maps a value range onto a length. */
export const linear = (domain: readonly [number, number], range: readonly [number, number]) => {
  const span = domain[1] - domain[0] || 1
  return (value: number) => range[0] + ((value - domain[0]) / span) * (range[1] - range[0])
}

const niceSteps = [1, 2, 5, 10]

/** Round numbers (1, 2 or 5 times a power of ten) inside a range, about as many as asked for. */
export function ticks([low, high]: readonly [number, number], count: number): number[] {
  const span = high - low
  if (!(span > 0)) return [low]
  const power = 10 ** Math.floor(Math.log10(span / Math.max(1, count)))
  const missBy = (step: number) => Math.abs(span / step - count)
  const step = niceSteps.map((one) => one * power).reduce((best, one) => (missBy(one) < missBy(best) ? one : best))
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** The smallest range around the values, widened a little, and kept inside the bounds of their scale. */
export function domainOf(
  values: readonly number[],
  bounds: { low: number; high: number } | null,
  widen = 0.08,
): [number, number] {
  if (values.length === 0) return bounds ? [bounds.low, bounds.high] : [0, 1]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = (high - low || Math.abs(high) * 0.1 || 1) * widen
  return [Math.max(bounds?.low ?? -Infinity, low - room), Math.min(bounds?.high ?? Infinity, high + room)]
}
