import type { UniverseSettings } from '@kaiku/contract/universe.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Ticked } from '../control/control.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './settings.module.css'
import { retentionQuery } from './universe.queries.ts'

type Keeping = Pick<UniverseSettings, 'retentionDays' | 'restDays' | 'visitNames' | 'visitDays'>

/** How long answers stay, with what that would erase; for how long people are left alone; what is kept of who uses Kaiku. */
export function KeepingFields({ value, onChange }: { value: Keeping; onChange: (change: Partial<Keeping>) => void }) {
  const { t } = useTranslation()
  const { retentionDays, restDays, visitNames, visitDays } = value
  return (
    <>
      <div className={css.hinted}>
        <Field
          label={t('settings.retention')}
          type="number"
          min={1}
          value={retentionDays ?? ''}
          onChange={({ target }) => onChange({ retentionDays: target.value === '' ? null : target.valueAsNumber })}
        />
        <span className={css.hint} role="status">
          {retentionDays === null ? t('settings.retentionNever') : <Erases days={retentionDays} />}
        </span>
      </div>
      <div className={css.hinted}>
        <Field
          label={t('settings.rest')}
          type="number"
          min={0}
          value={restDays}
          onChange={({ target }) => onChange({ restDays: target.valueAsNumber || 0 })}
        />
        <span className={css.hint}>{t('settings.restWhy')}</span>
      </div>
      <div className={css.hinted}>
        <Ticked checked={visitNames} onChange={({ target }) => onChange({ visitNames: target.checked })}>
          {t('settings.visitNames')}
        </Ticked>
        <span className={css.hint}>{t('settings.visitNamesWhy')}</span>
      </div>
      <div className={css.hinted}>
        <Field
          label={t('settings.visitDays')}
          type="number"
          min={7}
          max={3_650}
          disabled={!visitNames}
          value={visitDays}
          onChange={({ target }) => onChange({ visitDays: target.valueAsNumber || 0 })}
        />
        <span className={css.hint}>{t('settings.visitDaysWhy')}</span>
      </div>
    </>
  )
}

function Erases({ days }: { days: number }) {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const { data, isPlaceholderData } = useQuery({
    ...retentionQuery(universe, useDeferredValue(days)),
    enabled: Number.isInteger(days) && days >= 1,
    placeholderData: keepPreviousData,
  })
  if (!data || isPlaceholderData) return t('settings.retentionCounting')
  const { interviews, ahead } = data
  const erases =
    interviews === 0
      ? t('settings.retentionNone')
      : t('settings.retentionErases', { count: interviews, n: formatCount(interviews, i18n.language) })
  return (
    <>
      {interviews === 0 ? erases : <strong className={css.warning}>{erases}</strong>} {t('settings.retentionUndated')}
      {ahead.map((one) => (
        <span key={one.until} className={css.ahead}>
          {t('settings.retentionAhead', {
            day: formatDay(one.until, i18n.language),
            n: formatCount(one.interviews, i18n.language),
          })}
        </span>
      ))}
    </>
  )
}
