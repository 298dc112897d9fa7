import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import detail from '../control/detail.module.css'
import { ownAddress } from '../session/own-address.ts'
import { alertsOfInterviewQuery } from './alert.queries.ts'
import { ownerText } from './alert-words.ts'
import { Severity } from './severity.tsx'

type Props = { survey: string; interviewId: string }

/** What an interview raised, how far that is, and whose it is; nothing where it raised nothing. */
export function InterviewAlerts({ survey, interviewId }: Props) {
  const { t, i18n } = useTranslation()
  const { href } = useLocation()
  const { data = [] } = useQuery(alertsOfInterviewQuery(survey, interviewId, i18n.language))
  if (data.length === 0) return null
  return (
    <section className={detail.box} aria-label={t('alerts.title')}>
      <h2>{t('alerts.title')}</h2>
      <ul className={detail.happened}>
        {data.map((alert) => (
          <li key={alert.alertId}>
            <Severity severity={alert.severity} />{' '}
            <Link
              to={ownAddress(pathTo('alert', { survey, alertId: alert.alertId }))}
              state={{ cameFrom: href }}
              preload={false}
              dir="auto"
            >
              {alert.title}
            </Link>
            <p className={detail.by}>
              {t(`alert.state.${alert.state}`)} · {ownerText(alert, t)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
