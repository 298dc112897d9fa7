import type { Amount, ChangeDecomposition } from '@kaiku/contract/change-decomposition.ts'
import { plusMinus, type ShownIndicator, valueText, welcome } from '@kaiku/contract/value-text.ts'
import { dash, formatChange, formatCount, formatPlusMinus, formatValue } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import css from './moved-units.module.css'

type Levels = Pick<ChangeDecomposition['units'][number], 'now' | 'before' | 'share' | 'shareBefore'>

/** Value before and now, with n. */
export function LevelCell({ levels: { now, before }, indicator }: { levels: Levels; indicator: ShownIndicator }) {
  const { t, i18n } = useTranslation()
  const value = (of: Levels['now']) => valueText(indicator, of.value, i18n.language)
  const interval = [before, now].map((of) => plusMinus(indicator, of, i18n.language) || dash)
  return (
    <span title={interval.join(' → ')}>
      {value(before)} → <b>{value(now)}</b>
      <small>
        {t('n')} {formatCount(before.n, i18n.language)} → {formatCount(now.n, i18n.language)}
      </small>
    </span>
  )
}

/** Share of the whole before and now. */
export function ShareCell({ levels: { share, shareBefore } }: { levels: Levels }) {
  const { i18n } = useTranslation()
  const text = (of: number | null) => formatValue('share', of, 1, i18n.language)
  return (
    <span>
      {text(shareBefore)} → {text(share)}
    </span>
  )
}

/** What something adds to the change, with its uncertainty; coloured where it is more than chance. */
export function AmountCell({ amount, indicator }: { amount: Amount; indicator: ShownIndicator }) {
  const { t, i18n } = useTranslation()
  const { value, low, high, significant } = amount
  const decimals = Math.min(6, indicator.decimals + 1)
  return (
    <span
      className={css.amount}
      data-tone={significant ? welcome(indicator, value) : 0}
      title={significant ? undefined : t('moved.chance')}
    >
      {formatChange(value, decimals, i18n.language)}
      <small>{low === null || high === null ? '' : formatPlusMinus({ low, high }, decimals, i18n.language)}</small>
    </span>
  )
}
