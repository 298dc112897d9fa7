import type { TargetCell } from '@kaiku/contract/target.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'

export type TargetReading = { readonly t: TFunction; readonly locale: string }

type Certainty = Pick<NonNullable<TargetCell['odds']>, 'chance' | 'isCertain'>

/** `38 %`; what is nearly certain is not told as certain. */
export function chanceText({ chance, isCertain }: Certainty, locale: string): string {
  const percent = (of: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(of)
  if (isCertain) return percent(chance)
  if (chance < 0.01) return `< ${percent(0.01)}`
  return chance > 0.99 ? `> ${percent(0.99)}` : percent(chance)
}

/** Where a target stands: its chance, whether it was met, or why there is neither. */
export function standingText({ state, odds, why, target, figure }: TargetCell, { t, locale }: TargetReading): string {
  if (odds) return chanceText(odds, locale)
  if (state === 'reached' || state === 'missed') return t(`targets.state.${state}`)
  if (why !== null) return t(`targets.why.${why}`)
  if (target === null) return t('targets.noTarget')
  return figure.state === 'hidden' ? t('hiddenShort') : t('noAnswersShort')
}

/** `The 120 or so still to come need to average 46 (33 expected)`, and what that is in promoters; none without odds. */
export function takesTexts({ odds }: TargetCell, indicator: ShownIndicator, { t, locale }: TargetReading): string[] {
  if (!odds) return []
  const { chance, isCertain, expected, needed, likely, promoters } = odds
  const n = formatCount(Math.max(1, Math.round(expected)), locale)
  if (isCertain) return [t(chance === 0 ? 'targets.outOfReach' : 'targets.secured', { n })]
  const value = (of: number) => valueText(indicator, of, locale)
  const average = t('targets.takes', { n, needed: value(needed), likely: value(likely) })
  if (!promoters) return [average]
  return [average, t('targets.promoters', { count: promoters, n: formatCount(promoters, locale) })]
}

/** `Target 20`, and where it comes from when it is not the place’s own. */
export function targetText({ target }: TargetCell, indicator: ShownIndicator, { t, locale }: TargetReading): string {
  if (target === null) return t('targets.noTarget')
  return t(`targets.from.${target.from}`, { target: valueText(indicator, target.value, locale) })
}
