import { normalQuantile } from './distribution.ts'

/** What chance alone does around a whole's value: `warning` holds 95 % of like rows, `alarm` 99.8 %. */
export type FunnelLimits = {
  readonly warning: { readonly low: number; readonly high: number }
  readonly alarm: { readonly low: number; readonly high: number }
}

const warningReach = normalQuantile(0.975)
const alarmReach = normalQuantile(0.999)

type Whole = {
  readonly value: number
  /** Standard deviation of one answer's score. */
  readonly spread: number
  readonly bounds: { readonly low: number; readonly high: number } | null
}

/** Control limits of a row with n answers that is like the whole (Spiegelhalter 2005, Statistics in Medicine 24: 1185–1202). */
export function funnelLimits({ value, spread, bounds }: Whole, n: number): FunnelLimits {
  const around = (z: number) => {
    const reach = (z * spread) / Math.sqrt(n)
    return {
      low: Math.max(bounds?.low ?? Number.NEGATIVE_INFINITY, value - reach),
      high: Math.min(bounds?.high ?? Number.POSITIVE_INFINITY, value + reach),
    }
  }
  return { warning: around(warningReach), alarm: around(alarmReach) }
}

export const funnelPlaces = ['alarmLow', 'warningLow', 'inside', 'warningHigh', 'alarmHigh'] as const
export type FunnelPlace = (typeof funnelPlaces)[number]

/** Where a row lies. A limit itself is inside. */
export function funnelPlace(whole: Whole, row: { readonly n: number; readonly value: number }): FunnelPlace {
  const { warning, alarm } = funnelLimits(whole, row.n)
  if (row.value < alarm.low) return 'alarmLow'
  if (row.value > alarm.high) return 'alarmHigh'
  if (row.value < warning.low) return 'warningLow'
  return row.value > warning.high ? 'warningHigh' : 'inside'
}
