import type { Alert } from '@kaiku/contract/alert.ts'
import type { PlaceFigure } from '@kaiku/contract/place-figure.ts'
import { compactDay } from '@kaiku/core/day.ts'
import { formatChange, formatCount, formatDay, formatPeriod, formatValue } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import detail from '../control/detail.module.css'
import { startOf, useAt } from '../drill-path/at.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import css from './place-figure.module.css'

const usual = { measure: 'mean', decimals: 1 } as const

/** What a rule found at a place when it raised an alert, and the way to where it can be looked at. */
export function PlaceFigureBox({ alert, figure }: { alert: Alert; figure: PlaceFigure }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const period = figure.watch === 'silence' ? '' : `ftime=${compactDay(figure.from)}_${compactDay(figure.to)}`
  const token = [period, figure.when].filter((part) => part !== '').join(';')
  return (
    <section className={`${detail.box} ${css.found}`} aria-label={t('alert.found')}>
      <h2>{figure.indicator?.title ?? t('alert.found')}</h2>
      {figure.watch === 'silence' ? <Silence figure={figure} /> : <Figure figure={figure} />}
      <p className={css.period}>{formatPeriod(figure, i18n.language)}</p>
      {figure.when !== '' && <p className={css.period}>{t('alert.found.filtered')}</p>}
      <PlaceLink to={{ ...at, ...startOf(alert.place.path, token) }}>{t('alert.found.see')}</PlaceLink>
    </section>
  )
}

function Silence({ figure: { lastDay } }: { figure: PlaceFigure }) {
  const { t, i18n } = useTranslation()
  return <p className={css.silence}>{t('alert.found.silent', { day: formatDay(lastDay, i18n.language) })}</p>
}

function Figure({ figure }: { figure: PlaceFigure }) {
  const { t, i18n } = useTranslation()
  const { value, low, high, n, limit, change } = figure
  const { measure, decimals } = figure.indicator ?? usual
  const said = (number: number | null) => formatValue(measure, number, decimals, i18n.language)
  const between = (one: number | null, other: number | null, write: (of: number | null) => string) =>
    one !== null && other !== null && t('alert.found.between', { low: write(one), high: write(other) })
  return (
    <>
      <p className={css.value}>
        {said(value)} <small>{t('alert.found.of', { count: n ?? 0, n: formatCount(n, i18n.language) })}</small>
      </p>
      <p className={css.interval}>{between(low, high, said)}</p>
      {limit !== null && (
        <p>{t(value !== null && value < limit ? 'alert.found.below' : 'alert.found.above', { limit: said(limit) })}</p>
      )}
      {change !== null && (
        <p>
          {t('alert.found.change', {
            change: formatChange(change.value, decimals, i18n.language),
            before: said(change.before),
            n: formatCount(change.beforeN, i18n.language),
          })}{' '}
          <span className={css.interval}>
            {between(change.low, change.high, (one) => formatChange(one, decimals, i18n.language))}
          </span>
        </p>
      )}
    </>
  )
}

/** The same in a few words, for a row. */
export function PlaceFigureFacts({ figure }: { figure: PlaceFigure }) {
  const { t, i18n } = useTranslation()
  if (figure.watch === 'silence')
    return <span>{t('alert.found.silent', { day: formatDay(figure.lastDay, i18n.language) })}</span>
  const { measure, decimals, title } = figure.indicator ?? { ...usual, title: '' }
  return (
    <>
      <span>
        {title} {formatValue(measure, figure.value, decimals, i18n.language)}
        {figure.change !== null && ` (${formatChange(figure.change.value, decimals, i18n.language)})`}
      </span>
      <span>{t('alert.found.of', { count: figure.n ?? 0, n: formatCount(figure.n, i18n.language) })}</span>
    </>
  )
}
