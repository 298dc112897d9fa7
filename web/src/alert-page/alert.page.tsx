import type { Alert } from '@kaiku/contract/alert.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import css from '../alert/alert.module.css'
import { alertQuery, moreAlerts } from '../alert/alert.queries.ts'
import { AlertDue } from '../alert/alert-due.tsx'
import { AlertSaid } from '../alert/alert-said.tsx'
import { ownerText } from '../alert/alert-words.ts'
import { PlaceFigureBox } from '../alert/place-figure.tsx'
import { Severity } from '../alert/severity.tsx'
import { momentText } from '../browser/moment.ts'
import detail from '../control/detail.module.css'
import { PageHead } from '../control/page-head.tsx'
import { startOf, useAt } from '../drill-path/at.tsx'
import { useMentionsRead } from '../mention/use-mentions-read.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { Neighbours } from '../place/neighbours.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import { WayBack } from '../place/way-back.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { AlertAct } from './alert-act.tsx'
import { SameCause, SameCustomer } from './alert-around.tsx'
import { AlertFiles } from './alert-files.tsx'
import { AlertSteps } from './alert-steps.tsx'
import { AlertTimeline } from './alert-timeline.tsx'

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
        back={<WayBack title={t('alert.back')} otherwise={{ to: { page: 'alerts' }, title: t('alert.back') }} />}
        actions={<Neighbours of={{ survey: alert.survey, alertId: alert.alertId }} more={moreAlerts} />}
      />
      {!alert.isWithdrawn && <AlertSteps alert={alert} />}
      <div className={`${detail.columns} ${css.flow}`}>
        <div className={detail.main}>
          {alert.description !== '' && (
            <p className={css.description} dir="auto">
              {alert.description}
            </p>
          )}
          <AlertSaid alert={alert} />
          {alert.figure !== null && <PlaceFigureBox alert={alert} figure={alert.figure} />}
          {alert.isWithdrawn && <Notice title={t('alert.withdrawn')} />}
          {!isReadOnly && !alert.isWithdrawn && <AlertAct alert={alert} />}
          <AlertFiles alert={alert} />
          <AlertTimeline alert={alert} />
        </div>
        <div className={detail.side}>
          <AlertDue alert={alert} />
          <Facts alert={alert} />
          <SameCustomer alert={alert} />
          <SameCause alert={alert} />
        </div>
      </div>
    </article>
  )
}

function Facts({ alert }: { alert: Alert }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const names = alert.place.names.filter((name) => name !== '')
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
    { name: t('alert.field.dueAt'), value: alert.state === 'solved' ? moment(alert.dueAt) : null },
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
      value:
        alert.interviewId === null && alert.score && new Intl.NumberFormat(i18n.language).format(alert.score.value),
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
    </section>
  )
}
