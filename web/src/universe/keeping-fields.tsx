import type { UniverseSettings } from '@kaiku/contract/universe.ts'
import { useTranslation } from 'react-i18next'
import { Field, Ticked } from '../control/control.tsx'
import { RetentionFields } from './retention-fields.tsx'
import css from './settings.module.css'
import type { RetentionRules } from './universe.queries.ts'

type Keeping = Pick<UniverseSettings, keyof RetentionRules | 'restDays' | 'visitNames' | 'visitDays'>

/** How long answers stay, with what that would erase; for how long people are left alone; what is kept of who uses Kaiku. */
export function KeepingFields({ value, onChange }: { value: Keeping; onChange: (change: Partial<Keeping>) => void }) {
  const { t } = useTranslation()
  const { restDays, visitNames, visitDays } = value
  return (
    <>
      <RetentionFields value={value} onChange={onChange} />
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
