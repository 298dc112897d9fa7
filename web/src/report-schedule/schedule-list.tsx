import { reportKindNames } from '@kaiku/contract/report-kind.ts'
import type { ReportSchedule } from '@kaiku/contract/report-schedule.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { FormFault } from '../control/form.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import listCss from '../token-list/token-list.module.css'
import { HistoryDialog } from './history-dialog.tsx'
import { schedulesKey } from './schedule.queries.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { type ScheduleAct, ScheduleLine } from './schedule-line.tsx'
import { afterWeeks, restWeeks } from './schedule-words.ts'

type Asked = { readonly act: 'change' | 'history' | 'finish'; readonly of: string }

/** Schedules with what can be done about each. */
export function ScheduleList({ title, schedules }: { title: string; schedules: readonly ReportSchedule[] }) {
  const { t } = useTranslation()
  const { permissions, isReadOnly } = useIdentity()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [asking, setAsking] = useState<Asked | null>(null)
  const close = () => setAsking(null)
  const doing = (what: () => Promise<unknown>) =>
    void attempt(async () => {
      await what()
      await client.invalidateQueries({ queryKey: schedulesKey })
      return null
    })
  const act = (one: ReportSchedule) => (wanted: ScheduleAct) => {
    const { scheduleId, state, hasLeft } = one
    if (wanted === 'change' || wanted === 'history' || wanted === 'finish')
      return setAsking({ act: wanted, of: scheduleId })
    if (wanted === 'pause')
      return doing(() => send('reportSchedule.pause', { scheduleId, isPaused: state === 'waiting' }))
    if (wanted === 'leave') return doing(() => send('reportSchedule.leave', { scheduleId, hasLeft: !hasLeft }))
    if (wanted === 'rest')
      return doing(() => send('reportSchedule.leave', { scheduleId, hasLeft: true, until: afterWeeks(restWeeks) }))
    doing(async () => {
      await send('reportSchedule.run', { scheduleId })
      say(t('schedule.ran', { name: one.title }))
    })
  }
  const end = ({ scheduleId }: ReportSchedule) =>
    doing(async () => {
      await send('reportSchedule.end', { scheduleId })
      close()
    })
  if (schedules.length === 0) return <p className={listCss.hint}>{t('schedule.none')}</p>
  const asked = schedules.find(({ scheduleId }) => scheduleId === asking?.of)
  return (
    <>
      <ul className={listCss.tokens} aria-label={title}>
        {schedules.map((one) => (
          <li key={one.scheduleId}>
            <ScheduleLine
              of={one}
              busy={busy}
              mayManage={one.isOwn || permissions.includes('manageUniverse')}
              mayAct={!isReadOnly}
              onAct={act(one)}
            />
          </li>
        ))}
      </ul>
      {asking?.act !== 'finish' && <FormFault text={fault} />}
      {asked && asking?.act === 'history' && <HistoryDialog of={asked} onClose={close} />}
      {asked?.more && asking?.act === 'change' && (
        <ScheduleForm
          survey={asked.survey}
          start={draftOf(asked, asked.more)}
          kinds={reportKindNames}
          of={asked}
          onClose={close}
        />
      )}
      {asked && asking?.act === 'finish' && (
        <Confirm
          title={t('schedule.finishTitle', { name: asked.title })}
          act={t('schedule.finish')}
          busy={busy}
          fault={fault}
          onConfirm={() => end(asked)}
          onClose={close}
        >
          <p>{t('schedule.finishWhy')}</p>
        </Confirm>
      )}
    </>
  )
}

const draftOf = (
  { title, kind, rule, zone, delivery, onlyNew }: ReportSchedule,
  { path, compare, page, people, roles, owners }: NonNullable<ReportSchedule['more']>,
) => ({
  title,
  kind,
  rule,
  zone,
  delivery,
  onlyNew,
  path,
  compare,
  page,
  people: people.map(({ id }) => id),
  roles: roles.map(({ id }) => id),
  ownerLevels: owners.map(({ level }) => level),
})
