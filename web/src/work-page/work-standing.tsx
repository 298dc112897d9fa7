import type { QueueStanding, StepStanding } from '@kaiku/contract/background-work.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import listCss from '../token-list/token-list.module.css'
import { standingQuery, workKey } from './work.queries.ts'

/** What waits, and what is done again and again. */
export function WorkStanding() {
  const { t } = useTranslation()
  const { universe } = useIdentity()
  const { data, error, refetch } = useQuery(standingQuery(universe))
  if (error) return <Failed title={t('work.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={200} />
  return (
    <>
      <Section title={t('work.queues')} intro={t('work.queuesWhy')}>
        <ul className={listCss.tokens} aria-label={t('work.queues')}>
          {data.queues.map((one) => (
            <QueueLine key={one.queue} of={one} />
          ))}
        </ul>
      </Section>
      <Section title={t('work.steps')} intro={t('work.stepsWhy')}>
        <ul className={listCss.tokens} aria-label={t('work.steps')}>
          {data.steps.map((one) => (
            <StepLine key={one.name} of={one} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function QueueLine({ of: { queue, waiting, givenUp, since, canRetry, fault } }: { of: QueueStanding }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly } = useIdentity()
  const { busy, fault: refused, attempt } = useAttempt()
  const shown = (n: number) => formatCount(n, i18n.language)
  const title = t(`work.queue.${queue}`)
  const retry = () =>
    void attempt(async () => {
      const { again } = await send('backgroundWork.retry', { queue })
      say(t('work.again', { count: again, n: shown(again) }))
      await client.invalidateQueries({ queryKey: workKey })
      return null
    })
  const when = since === null ? '' : momentText(since, i18n.language)
  return (
    <li>
      <div className={listCss.token}>
        <b>{title}</b>
        <span className={listCss.hint}>
          {waiting === 0 ? t('work.nothing') : t('work.waiting', { count: waiting, n: shown(waiting), when })}
        </span>
        {fault !== null && <span className={listCss.hint}>{fault}</span>}
      </div>
      {givenUp > 0 && <Badge tone="bad">{t('work.givenUp', { count: givenUp, n: shown(givenUp) })}</Badge>}
      {givenUp > 0 && canRetry && !isReadOnly && (
        <Button disabled={busy} onClick={retry}>
          {t('retry')}
          <span className="hidden-text"> {title}</span>
        </Button>
      )}
      <FormFault text={refused} />
    </li>
  )
}

/** What the parts of the work are called that have a name of their own. */
const stepTitles = {
  alerts: 'work.step.alerts',
  'ask again': 'work.step.askAgain',
  backup: 'work.step.backup',
  'backup log': 'work.step.backupLog',
  campaigns: 'work.queue.campaigns',
  changes: 'work.step.changes',
  escalations: 'work.step.escalations',
  events: 'work.step.events',
  figures: 'work.step.figures',
  fetches: 'work.step.fetches',
  forms: 'work.step.forms',
  mail: 'work.queue.mail',
  mailings: 'work.step.mailings',
  sms: 'work.queue.sms',
  effects: 'work.queue.effects',
  maintenance: 'work.step.maintenance',
  notice: 'work.queue.notice',
  'place rules': 'work.step.placeRules',
  push: 'work.queue.push',
  recurring: 'work.step.recurring',
  retention: 'work.step.retention',
  'scheduled mails': 'work.step.scheduledMails',
  schedules: 'work.step.schedules',
  selections: 'work.step.selections',
  tables: 'work.step.tables',
  'task files': 'work.step.taskFiles',
  tasks: 'work.queue.tasks',
  uploads: 'work.step.uploads',
  webhook: 'work.queue.webhook',
} as const
const isTitled = (name: string): name is keyof typeof stepTitles => Object.hasOwn(stepTitles, name)

function StepLine({ of: { name, doneAt, nextAt, isFailing, behind, fault } }: { of: StepStanding }) {
  const { t, i18n } = useTranslation()
  const moment = (at: string) => momentText(at, i18n.language)
  const facts = [
    doneAt === null ? t('work.never') : t('work.doneAt', { when: moment(doneAt) }),
    nextAt !== null && t('work.nextAt', { when: moment(nextAt) }),
    behind !== null && behind > 0 && t('work.behind', { count: behind, n: formatCount(behind, i18n.language) }),
  ]
  return (
    <li>
      <div className={listCss.token}>
        <b>{isTitled(name) ? t(stepTitles[name]) : name}</b>
        <span className={listCss.hint}>{facts.filter((one) => one !== false).join(' · ')}</span>
        {fault !== null && isFailing && <span className={listCss.hint}>{fault}</span>}
      </div>
      {(isFailing || doneAt !== null) && (
        <Badge tone={isFailing ? 'bad' : 'good'}>{t(isFailing ? 'work.failing' : 'work.well')}</Badge>
      )}
    </li>
  )
}
