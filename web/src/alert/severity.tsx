import type { AlertSeverity } from '@kaiku/core/alert-state.ts'
import { useTranslation } from 'react-i18next'
import css from './severity.module.css'

const marks = { critical: '▲▲', high: '▲', medium: '■', low: '●' } as const satisfies Record<AlertSeverity, string>

/** How bad it is: a mark whose shape says it without its colour. */
export function Severity({ severity }: { severity: AlertSeverity }) {
  const { t } = useTranslation()
  const words = t(`alert.severity.${severity}`)
  return (
    <span className={css.severity} data-severity={severity} title={words}>
      <span aria-hidden>{marks[severity]}</span>
      <span className="hidden-text">{words}: </span>
    </span>
  )
}
