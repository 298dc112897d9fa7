import type { Calendar, TimeUnit } from '@kaiku/core/day.ts'
import { formatUnit } from '@kaiku/core/format.ts'
import { domainOf } from '@kaiku/core/scale.ts'
import type { Figure } from './figure.ts'
import type { ShownIndicator } from './value-text.ts'

export type TrendPoint = {
  readonly from: string
  readonly to: string
  readonly n: number | null
  readonly figure: Figure | undefined
  /** Of the comparison. */
  readonly old: Figure | undefined
}
type Spot = TrendPoint & { readonly x: number }
const round = (value: number) => value.toFixed(1)

/** A line through the known values; where one is missing the line breaks. */
export function linePath<S extends { readonly x: number }>(
  spots: readonly S[],
  of: (spot: S, index: number) => number | null | undefined,
  y: (value: number) => number,
) {
  let drawing = false
  return spots
    .map((spot, index) => {
      const value = of(spot, index)
      if (typeof value !== 'number') {
        drawing = false
        return ''
      }
      const step = `${drawing ? 'L' : 'M'}${round(spot.x)} ${round(y(value))}`
      drawing = true
      return step
    })
    .join('')
}

const interval = (spot: Spot) => {
  const { figure } = spot
  return figure?.state === 'shown' && figure.low !== null && figure.high !== null
    ? { x: spot.x, low: figure.low, high: figure.high }
    : null
}

/** The 95 % interval as an area, one for each unbroken run of periods. */
export function bandPath(spots: readonly Spot[], y: (value: number) => number): string {
  const runs: { x: number; low: number; high: number }[][] = [[]]
  for (const spot of spots) {
    const found = interval(spot)
    if (found) runs.at(-1)?.push(found)
    else runs.push([])
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) => {
      const upper = run.map((one) => `${round(one.x)} ${round(y(one.high))}`)
      const lower = run.map((one) => `${round(one.x)} ${round(y(one.low))}`).reverse()
      return `M${[...upper, ...lower].join('L')}Z`
    })
    .join('')
}

/** What the value axis covers: values, comparison and target, and intervals as far as they do not drown the line. */
export function trendDomain(points: readonly TrendPoint[], indicator: ShownIndicator): [number, number] {
  const values = [...points.flatMap(({ figure, old }) => [figure?.value, old?.value]), indicator.target].filter(
    (one) => typeof one === 'number',
  )
  const ends = points
    .flatMap(({ figure }) => (figure?.state === 'shown' ? [figure.low, figure.high] : []))
    .filter((one) => typeof one === 'number')
  const [low, high] = domainOf(values, indicator.bounds)
  const [widest, span] = [domainOf([...values, ...ends], indicator.bounds), high - low]
  return [Math.max(widest[0], low - 2 * span), Math.min(widest[1], high + 2 * span)]
}

const labelWidth = { day: 64, week: 44, month: 28, quarter: 64, year: 48 } as const satisfies Record<TimeUnit, number>

/** As many period names as fit without touching; the year stands where it begins. */
export function axisLabels(
  spots: readonly { readonly from: string; readonly x: number }[],
  by: TimeUnit,
  locale: string,
  calendar: Calendar,
) {
  const [first, second] = spots
  const step = first && second ? second.x - first.x : Infinity
  const every = Math.max(1, Math.ceil(labelWidth[by] / step))
  const offset = (spots.length - 1) % every
  const kept = spots.filter((_, index) => index % every === offset)
  return kept.map((spot, index) => ({
    from: spot.from,
    x: spot.x,
    text: shortLabel(spot.from, kept[index - 1]?.from, by, locale, calendar),
  }))
}

function shortLabel(
  from: string,
  before: string | undefined,
  by: TimeUnit,
  locale: string,
  calendar: Calendar,
): string {
  const date = new Date(`${from}T00:00:00Z`)
  const say = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(date)
  if (by === 'day') return say({ day: 'numeric', month: 'short' })
  if (by === 'week') return formatUnit(by, from, locale, calendar).replace(/^\d+-/, '')
  if (by !== 'month') return formatUnit(by, from, locale, calendar)
  return before && before.slice(0, 4) !== from.slice(0, 4) ? from.slice(0, 4) : say({ month: 'short' })
}
