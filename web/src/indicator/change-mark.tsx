import type { Change } from '@kaiku/contract/figure.ts'
import { type ShownIndicator, valueText, welcome } from '@kaiku/contract/value-text.ts'
import { formatChange, formatValue } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import css from './change-mark.module.css'

type Props = {
  indicator: ShownIndicator
  change: Change | null
  /** What stands where the change may be chance. Absent: nothing. */
  unclear?: string
}

/** A change, shown only where it is more than chance. The arrow says where it went, the colour whether that is good. */
export function ChangeMark({ indicator, change, unclear }: Props) {
  const { t, i18n } = useTranslation()
  if (!change) return null
  const details = t('change.details', {
    change: formatChange(change.value, indicator.decimals, i18n.language),
    before: valueText(indicator, change.before, i18n.language),
    n: change.beforeN,
  })
  if (!change.significant)
    return unclear === undefined ? null : (
      <span className={css.unclear} title={details}>
        {unclear}
      </span>
    )
  const good = welcome(indicator, change.value) >= 0
  const up = change.value >= 0
  return (
    <span className={good ? css.good : css.bad} title={details}>
      <span aria-hidden>{up ? '▲' : '▼'}</span>
      <span className="hidden-text">{t(up ? 'change.up' : 'change.down')}</span>{' '}
      {formatValue('mean', Math.abs(change.value), indicator.decimals, i18n.language)}
    </span>
  )
}
