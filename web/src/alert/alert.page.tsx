import type { Alert } from '@kaiku/contract/alert.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { startOf, useAt } from '../drill-path/at.tsx'
import { PlaceLink } from '../drill-path/place-link.tsx'
import { WayBack } from '../drill-path/way-back.tsx'
import { useMentionsRead } from '../mention/use-mentions-read.ts'
import { ownAddress } from '../session/own-address.ts'
import { useIdentity } from '../session/signed-in.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { Failed } from '../text/failed.tsx'
import detail from '../ui/detail.module.css'
import { momentText } from '../ui/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import css from './alert.module.css'
import { alertQuery } from './alert.queries.ts'
import { AlertAct } from './alert-act.tsx'
import { AlertFiles } from './alert-files.tsx'
import { AlertTimeline } from './alert-timeline.tsx'
import { dueText, ownerText } from './alert-words.ts'
import { PlaceFigureBox } from './place-figure.tsx'
import { Severity } from './severity.tsx'

/** One alert: what it asks, who is on it, what was done. */
export function AlertPage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { alertId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(alertQuery(survey.extName, alertId, i18n.language))
  if (data) return <Shown key={alertId} alert={data} />
  if (!error) return <Skeleton height={480} />
  return <Failed title={t('alert.failed')} error={error} onRetry={refetch} />
}

function Shown({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { isReadOnly } = useIdentity()
  useMentionsRead(alert.alertId)
  return (
    <article className={detail.page}>
      <PageHead
        title={alert.title}
        note={
          <span className={css.state} data-state={alert.state}>
            {alert.isWithdrawn ? t('alert.withdrawn') : t(`alert.state.${alert.state}`)}
          </span>
        }
        back={<WayBack title={t('alert.back')} otherwise={{ to: { page: 'alerts' }, title: t('alert.back') }} />}
      />
      <div className={detail.columns}>
        <div className={detail.main}>
          {alert.description !== '' && (
            <p className={css.description} dir="auto">
              {alert.description}
            </p>
          )}
          {alert.excerpt !== null && (
            <blockquote className={css.excerpt} dir="auto">
              {alert.excerpt}
            </blockquote>
          )}
          {alert.figure !== null && <PlaceFigureBox alert={alert} figure={alert.figure} />}
          {alert.isWithdrawn && <Notice title={t('alert.withdrawn')} />}
          {!isReadOnly && !alert.isWithdrawn && <AlertAct alert={alert} />}
          <AlertFiles alert={alert} />
          <AlertTimeline alert={alert} />
        </div>
        <Facts alert={alert} />
      </div>
    </article>
  )
}

function Facts({ alert }: { alert: Alert }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const { survey } = useSurvey()
  const { href } = useLocation()
  const names = alert.place.names.filter((name) => name !== '')
  const due = dueText(alert, Date.now(), t, i18n.language)
  const moment = (text: string | null) => text && momentText(text, i18n.language)
  const facts = [
    { name: t('alert.field.owner'), value: ownerText(alert, t) },
    {
      name: t('alert.field.severity'),
      value: (
        <>
          <Severity severity={alert.severity} />
          <span aria-hidden>{t(`alert.severity.${alert.severity}`)}</span>
        </>
      ),
    },
    { name: t('alert.created'), value: moment(alert.createdAt) },
    {
      name: t('alert.field.dueAt'),
      value: alert.dueAt && (
        <span className={alert.isOverdue ? css.late : undefined}>
          {moment(alert.dueAt)}
          {due !== undefined && <small> · {due}</small>}
        </span>
      ),
    },
    { name: t('alert.solved'), value: moment(alert.solvedAt) },
    { name: t('alert.field.rootCause'), value: alert.rootCause?.title },
    { name: t('alert.field.action'), value: alert.action?.title },
    {
      name: t('place'),
      value: (
        <PlaceLink to={{ ...at, ...startOf(alert.place.path, '') }}>{names.join(' › ') || t('alert.place')}</PlaceLink>
      ),
    },
    { name: t('alert.rule'), value: alert.rule.title },
    {
      name: alert.score?.title ?? '',
      value: alert.score && new Intl.NumberFormat(i18n.language).format(alert.score.value),
    },
    { name: t('alert.field.tags'), value: alert.tags.join(', ') },
  ].filter(({ value }) => value)
  return (
    <section className={detail.box} aria-label={t('alert.facts')}>
      <dl className={detail.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {alert.interviewId !== null && (
        <Link
          to={ownAddress(pathTo('interview', { survey: survey.extName, interviewId: alert.interviewId }))}
          state={{ cameFrom: href, cameFromTitle: alert.title }}
          preload={false}
        >
          {t('alert.interview')}
        </Link>
      )}
    </section>
  )
}
