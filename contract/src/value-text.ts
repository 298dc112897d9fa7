import { dash, formatPlusMinus, formatValue } from '@kaiku/core/format.ts'
import type { z } from 'zod'
import type { Figure } from './figure.ts'
import type { shownIndicator } from './indicator.ts'

export type ShownIndicator = z.output<typeof shownIndicator>

/** An indicator's value as it is read, unit and all; a dash for none. */
export function valueText(
  indicator: ShownIndicator,
  value: number | null,
  locale: string,
  decimals = indicator.decimals,
): string {
  if (value === null) return dash
  const { unit, measure } = indicator
  if (unit === '%') return formatValue('share', value, decimals, locale)
  const text = formatValue(measure === 'share' || measure === 'rate' ? 'mean' : measure, value, decimals, locale)
  return unit === '' ? text : `${text}\u00a0${unit}`
}

/** Half the 95 % interval; empty where there is none. */
export const plusMinus = (indicator: ShownIndicator, { low, high }: Figure, locale: string): string =>
  low === null || high === null ? '' : formatPlusMinus({ low, high }, indicator.decimals, locale)

/** Whether a difference is welcome: +1, unwelcome: −1, or neither. */
export const welcome = (indicator: ShownIndicator, difference: number): -1 | 0 | 1 => {
  const sign = Math.sign(indicator.better === 'high' ? difference : -difference)
  return sign > 0 ? 1 : sign < 0 ? -1 : 0
}
