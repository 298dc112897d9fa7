import type { Alert } from '@kaiku/contract/alert.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { startOf, useAt } from '../drill-path/at.tsx'
import { PlaceLink } from '../drill-path/place-link.tsx'
import { ownAddress } from '../session/own-address.ts'
import { useIdentity } from '../session/signed-in.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { faultText } from '../text/fault-text.ts'
import { Button, LinkButton } from '../ui/control.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import css from './alert.module.css'
import { alertQuery } from './alert.queries.ts'
import { AlertAct } from './alert-act.tsx'
import { AlertTimeline } from './alert-timeline.tsx'
import { dueText, momentText, ownerText } from './alert-words.ts'
import { Severity } from './severity.tsx'

/** One alert: what it asks, who is on it, what was done. */
export function AlertPage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { alertId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(alertQuery(survey.extName, alertId, i18n.language))
  if (data) return <Shown key={alertId} alert={data} />
  if (!error) return <Skeleton height={480} />
  return (
    <Notice alert title={t('alert.failed')} action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}>
      {faultText(error, t)}
    </Notice>
  )
}

function Shown({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { isReadOnly } = useIdentity()
  return (
    <article className={css.page}>
      <PageHead
        title={alert.title}
        note={
          <span className={css.state} data-state={alert.state}>
            {t(`alert.state.${alert.state}`)}
          </span>
        }
        back={<WayBack />}
      />
      <div className={css.columns}>
        <div className={css.main}>
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
          {!isReadOnly && <AlertAct alert={alert} />}
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
  const names = alert.place.names.filter((name) => name !== '')
  const due = dueText(alert, Date.now(), t, i18n.language)
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
    { name: t('alert.created'), value: momentText(alert.createdAt, i18n.language) },
    ...(alert.dueAt === null
      ? []
      : [
          {
            name: t('alert.field.dueAt'),
            value: (
              <span data-late={alert.isOverdue || undefined}>
                {momentText(alert.dueAt, i18n.language)}
                {due !== undefined && <small> · {due}</small>}
              </span>
            ),
          },
        ]),
    ...(alert.solvedAt === null ? [] : [{ name: t('alert.solved'), value: momentText(alert.solvedAt, i18n.language) }]),
    ...(alert.rootCause ? [{ name: t('alert.field.rootCause'), value: alert.rootCause.title }] : []),
    ...(alert.action ? [{ name: t('alert.field.action'), value: alert.action.title }] : []),
    {
      name: t('place'),
      value: (
        <PlaceLink to={{ ...at, ...startOf(alert.place.path, '') }}>{names.join(' › ') || t('alert.place')}</PlaceLink>
      ),
    },
    { name: t('alert.rule'), value: alert.rule.title },
    ...(alert.score
      ? [
          {
            name: alert.score.title,
            value: new Intl.NumberFormat(i18n.language).format(alert.score.value),
          },
        ]
      : []),
    ...(alert.tags.length > 0 ? [{ name: t('alert.field.tags'), value: alert.tags.join(', ') }] : []),
  ]
  return (
    <section className={css.box} aria-label={t('alert.facts')}>
      <dl className={css.facts}>
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
          preload={false}
        >
          {t('alert.interview')}
        </Link>
      )}
    </section>
  )
}

function WayBack() {
  const { t } = useTranslation()
  const at = useAt()
  const { history } = useRouter()
  const cameFrom = useRouterState({ select: ({ location }) => location.state.cameFrom })
  const content = (
    <>
      <IconArrowLeft size={14} aria-hidden /> {t('alert.back')}
    </>
  )
  return cameFrom === undefined ? (
    <PlaceLink to={{ ...at, page: 'alerts' }}>{content}</PlaceLink>
  ) : (
    <LinkButton onClick={() => history.push(cameFrom)}>{content}</LinkButton>
  )
}
