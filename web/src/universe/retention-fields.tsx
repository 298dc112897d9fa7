import type { UniverseSettings } from '@kaiku/contract/universe.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../control/control.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './retention.module.css'
import { AheadTable, Removals } from './retention-table.tsx'
import { type RetentionRules, retentionQuery, retentionRules } from './universe.queries.ts'

type Props = { value: RetentionRules; onChange: (change: Partial<UniverseSettings>) => void }

/** After how many days something goes, and what that would remove when, before it is saved. */
export function RetentionFields({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.rules}>
      <div className={css.pair}>
        {retentionRules.map((key) => (
          <div key={key} className={css.field}>
            <Field
              label={t(`settings.${key}`)}
              type="number"
              min={1}
              max={36_500}
              value={value[key] ?? ''}
              onChange={({ target }) => onChange({ [key]: target.value === '' ? null : target.valueAsNumber })}
            />
            <span className={css.hint}>{t(`settings.${key}Why`)}</span>
          </div>
        ))}
      </div>
      <Ahead value={value} />
      <Removals />
    </div>
  )
}

/** What rules would remove, and when. */
export function Ahead({ value }: { value: RetentionRules }) {
  const { t } = useTranslation()
  const { universe } = useIdentity()
  const asked = useDeferredValue(value)
  const { data, isPlaceholderData } = useQuery({
    ...retentionQuery(universe, asked),
    enabled: retentionRules.every((key) => asked[key] === null || (Number.isInteger(asked[key]) && asked[key] >= 1)),
    placeholderData: keepPreviousData,
  })
  return (
    <div role="status">
      {!data || isPlaceholderData ? (
        <p className={css.hint}>{t('settings.removed.counting')}</p>
      ) : (
        <AheadTable ahead={data} />
      )}
    </div>
  )
}
