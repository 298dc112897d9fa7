import type { ScheduleByLink } from '@kaiku/contract/report-schedule.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CallError, send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { FullNotice, Waiting } from '../overlay/full-notice.tsx'
import listCss from '../token-list/token-list.module.css'
import { afterWeeks, leftText, restWeeks } from './schedule-words.ts'

/** Where the link of a scheduled mail leads: to get no more of them, without signing in. */
export function LeavePage() {
  const { t } = useTranslation()
  const { token = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: ['leave', token],
    queryFn: ({ signal }) => send('reportSchedule.readByLink', { token }, signal),
    retry: false,
  })
  if (data) return <Asked token={token} schedule={data} />
  if (!error) return <Waiting />
  if (error instanceof CallError && error.code === 'not_found')
    return <FullNotice title={t('schedule.linkOver')}>{t('schedule.linkOverWhy')}</FullNotice>
  return (
    <FullNotice title={t('schedule.failed')} action={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
  )
}

/** Opening a link changes nothing: programs that look through mail open them, too. */
function Asked({
  token,
  schedule: { title, by, hasLeft, leftUntil, hasEnded },
}: {
  token: string
  schedule: ScheduleByLink
}) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const set = (wanted: { hasLeft: boolean; until?: string }) => () =>
    void attempt(async () => {
      client.setQueryData(['leave', token], await send('reportSchedule.leaveByLink', { token, ...wanted }))
      return null
    })
  if (hasEnded) return <FullNotice title={title}>{t('schedule.linkEnded')}</FullNotice>
  const act = hasLeft ? (
    <Button disabled={busy} onClick={set({ hasLeft: false })}>
      {t('schedule.return')}
    </Button>
  ) : (
    <div className={listCss.acts}>
      <Button disabled={busy} onClick={set({ hasLeft: true, until: afterWeeks(restWeeks) })}>
        {t('schedule.rest', { n: restWeeks })}
      </Button>
      <Button primary disabled={busy} onClick={set({ hasLeft: true })}>
        {t('schedule.leave')}
      </Button>
    </div>
  )
  return (
    <FullNotice title={title} action={act} more={<FormFault text={fault} />}>
      {hasLeft && leftUntil !== null && `${leftText(leftUntil, t, i18n.language)}.`}
      {hasLeft && leftUntil === null && t('schedule.linkLeft')}
      {!hasLeft && t('schedule.linkAsk', { name: by || t('schedule.gone') })}
    </FullNotice>
  )
}
