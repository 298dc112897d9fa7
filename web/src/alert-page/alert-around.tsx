import type { Alert } from '@kaiku/contract/alert.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { dash, formatCount, formatDay } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type AlertSearch, someAlertsQuery } from '../alert/alert.queries.ts'
import { AlertsLink } from '../alert/alerts-link.tsx'
import { momentDayText } from '../browser/moment.ts'
import detail from '../control/detail.module.css'
import { useAt } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { ownAddress } from '../session/own-address.ts'
import css from './alert-around.module.css'

/** What else the same customer answered; nothing where that is not known. */
export function SameCustomer({ alert }: { alert: Alert }) {
  const { t, i18n } = useTranslation()
  const { href } = useLocation()
  if (alert.sameCustomer.length === 0) return null
  return (
    <section className={detail.box} aria-label={t('alert.sameCustomer')}>
      <h2>{t('alert.sameCustomer')}</h2>
      <ul className={css.rows}>
        {alert.sameCustomer.map(({ interviewId, day, place, score }) => (
          <li key={interviewId}>
            <Link
              to={ownAddress(pathTo('interview', { survey: alert.survey, interviewId }))}
              state={{ cameFrom: href, cameFromTitle: alert.title }}
              preload={false}
            >
              {[score === null ? dash : new Intl.NumberFormat(i18n.language).format(score), place]
                .filter((part) => part !== '')
                .join(' · ')}
            </Link>
            <span>{day === null ? t('interviews.undated') : formatDay(day, i18n.language)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const few = 4

/** Others at the same place that came about alike: by root cause, or as long as that is open by rule. */
export function SameCause({ alert }: { alert: Alert }) {
  const { t, i18n } = useTranslation()
  const { href } = useLocation()
  const at = useAt()
  const { survey, place, rootCause, rule } = alert
  const path = parsePath(place.path)
  const there = { ...at, survey, path: path.ok ? path.value : at.path, selection: new Map() }
  const narrowing: AlertSearch = { sort: 'newest', ...(rootCause ? { rootCause: rootCause.id } : { rule: rule.id }) }
  const { data } = useQuery({ ...someAlertsQuery(there, narrowing, few, i18n.language), enabled: path.ok })
  const others = data?.rows.filter(({ alertId }) => alertId !== alert.alertId).slice(0, few - 1) ?? []
  if (!data || others.length === 0) return null
  const title = t(rootCause ? 'alert.sameCause' : 'alert.sameRule')
  const chosen = { state: 'all', sort: 'newest', ...(rootCause ? { cause: rootCause.id } : { rule: rule.id }) }
  return (
    <section className={detail.box} aria-label={title}>
      <h2>{title}</h2>
      <p className={css.what}>{(rootCause ?? rule).title}</p>
      <ul className={css.rows}>
        {others.map((one) => (
          <li key={one.alertId}>
            <Link
              to={ownAddress(pathTo('alert', { survey, alertId: one.alertId }))}
              state={{ cameFrom: href, cameFromTitle: alert.title }}
              preload={false}
              dir="auto"
            >
              {one.title}
            </Link>
            <span>{momentDayText(one.createdAt, i18n.language)}</span>
          </li>
        ))}
      </ul>
      {data.total > others.length + 1 && (
        <AlertsLink survey={survey} path={writePath(there.path, there.selection)} chosen={chosen} className={css.all}>
          {t('alert.seeSame', { n: formatCount(data.total, i18n.language) })}
        </AlertsLink>
      )}
    </section>
  )
}
