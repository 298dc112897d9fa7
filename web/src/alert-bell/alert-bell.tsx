import { parseFiltered } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { myAlertsQuery } from '../alert/alert.queries.ts'
import { AlertsLink } from '../alert/alerts-link.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './alert-bell.module.css'

const mine = { owner: 'me' }

/** How many alerts wait for the viewer; it opens exactly these. */
export function AlertBell() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { data } = useQuery(myAlertsQuery(survey.extName))
  const icon = <IconBell size={20} stroke={1.7} aria-hidden />
  // Nothing is said before it is known.
  if (!data || !parseFiltered(data.path).ok) return <span className={css.bell}>{icon}</span>
  const { open, path, overdue } = data
  const words = t('alerts.bell', { count: open, n: formatCount(open, i18n.language) })
  return (
    <AlertsLink survey={survey.extName} path={path} chosen={mine} className={css.bell} aria-label={words} title={words}>
      {icon}
      {open > 0 && (
        <span aria-hidden className={css.badge} data-late={overdue > 0 || undefined}>
          {open > 99 ? '99+' : open}
        </span>
      )}
    </AlertsLink>
  )
}
