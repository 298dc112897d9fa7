import type { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import { dash } from '@kaiku/core/format.ts'

export type Loop = ReplyOf<(typeof alertLoopCalls)['loop']>

export const percentText = ({ percent }: Loop['inTime'], locale: string): string =>
  percent === null
    ? dash
    : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(percent / 100)

/** Hours, or from two days on days. */
export function hoursText(hours: number | null, locale: string): string {
  if (hours === null) return dash
  const [amount, unit] = hours < 48 ? [hours, 'hour'] : [hours / 24, 'day']
  const digits = amount < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    // "46 hr" is no abbreviation that readers of other tools know.
    unitDisplay: unit === 'hour' && locale.startsWith('en') ? 'narrow' : 'short',
    maximumFractionDigits: digits,
  }).format(amount)
}

export const scoreText = (value: number | null, locale: string): string =>
  value === null ? dash : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)

export const signedText = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(value)
