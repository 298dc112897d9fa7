import { parseFiltered } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { screens } from '@kaiku/core/screen.ts'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { alertsPage } from '../drill-path/at.tsx'
import { choiceName, writeChosen } from '../figure/chosen-text.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { myAlertsQuery } from './alert.queries.ts'
import css from './alert-bell.module.css'

const written = writeChosen(alertsPage, new Map([[choiceName(0, 'owner'), 'me']]))
const mine = written === undefined ? {} : { shown: written }

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
    <Link
      to={screens.alerts.path}
      params={{ survey: survey.extName, drillPath: path }}
      search={({ universe }) => ({ ...(universe === undefined ? {} : { universe }), ...mine })}
      preload={false}
      className={css.bell}
      aria-label={words}
      title={words}
    >
      {icon}
      {open > 0 && (
        <span aria-hidden className={css.badge} data-late={overdue > 0 || undefined}>
          {open > 99 ? '99+' : open}
        </span>
      )}
    </Link>
  )
}
