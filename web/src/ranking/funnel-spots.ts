import type { Ranking } from '@kaiku/contract/ranking.ts'
import { cellOf, orderValue } from '@kaiku/contract/ranking-order.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { type FunnelPlace, funnelPlace } from '@kaiku/core/funnel.ts'
import type { Row } from './ranking-order.ts'

export type FunnelSpot = { readonly row: Row; readonly n: number; readonly value: number; readonly place: FunnelPlace }

/** The whole that rows are held against; null where it is not told or has no spread. */
export type FunnelWhole = {
  readonly value: number
  readonly spread: number
  readonly bounds: { readonly low: number; readonly high: number } | null
}

export function funnelWhole({ parent }: Ranking, indicator: ShownIndicator): FunnelWhole | null {
  const whole = parent.find((one) => one.indicator === indicator.id)
  if (whole?.figure.value == null || whole.spread === null || whole.spread <= 0) return null
  return { value: whole.figure.value, spread: whole.spread, bounds: indicator.bounds }
}

/** Rows with enough answers to be told, and where each lies. */
export const funnelSpots = (rows: readonly Row[], whole: FunnelWhole, indicator: ShownIndicator): FunnelSpot[] =>
  rows.flatMap((row) => {
    const value = orderValue(row, indicator.id)
    const n = cellOf(row, indicator.id)?.figure.n
    return value === undefined || !n ? [] : [{ row, n, value, place: funnelPlace(whole, { n, value }) }]
  })

export const isAlarm = ({ place }: FunnelSpot) => place === 'alarmLow' || place === 'alarmHigh'
const isHigh = ({ place }: FunnelSpot) => place === 'alarmHigh' || place === 'warningHigh'

/** Whether a row's place is welcome: +1, unwelcome: −1, or what chance explains. */
export const tellingOf = (spot: FunnelSpot, { better }: ShownIndicator): -1 | 0 | 1 =>
  spot.place === 'inside' ? 0 : isHigh(spot) === (better === 'high') ? 1 : -1

/** Farthest from what chance explains first, counted in standard errors. */
export const outliers = (spots: readonly FunnelSpot[], whole: FunnelWhole): FunnelSpot[] => {
  const away = ({ n, value }: FunnelSpot) => (Math.abs(value - whole.value) * Math.sqrt(n)) / whole.spread
  return spots.filter(({ place }) => place !== 'inside').sort((a, b) => away(b) - away(a))
}
