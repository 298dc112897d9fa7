import type { Alert } from '@kaiku/contract/alert.ts'
import { alertStates } from '@kaiku/core/alert-state.ts'
import { useTranslation } from 'react-i18next'
import css from './alert-steps.module.css'

/** How far an alert is on its way to a solution. */
export function AlertSteps({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  return (
    <ol className={css.steps} aria-label={t('alert.field.state')}>
      {alertStates.map((state) => (
        <li key={state} aria-current={state === alert.state ? 'step' : undefined}>
          {t(`alert.state.${state}`)}
        </li>
      ))}
    </ol>
  )
}
