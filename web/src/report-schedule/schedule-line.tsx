import { isMailAlone, type ReportSchedule } from '@kaiku/contract/report-schedule.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import css from '../token-list/token-list.module.css'
import { leftText, restWeeks, ruleText, timesText } from './schedule-words.ts'

export type ScheduleAct = 'run' | 'pause' | 'change' | 'history' | 'finish' | 'leave' | 'rest'

type Props = {
  of: ReportSchedule
  busy: boolean
  /** Whether the viewer may pause and end it for everybody. */
  mayManage: boolean
  /** Whether the viewer may change anything. */
  mayAct: boolean
  onAct: (act: ScheduleAct) => void
}

/** A schedule in a list: what goes to whom, when, how it fares, and what can be done with it. */
export function ScheduleLine({ of: one, busy, mayManage, mayAct, onAct }: Props) {
  const { t, i18n } = useTranslation()
  const { title, state, endReason, surveyTitle, kind, rule, zone, more, by } = one
  const owners = (more?.owners ?? []).map(({ title: level }) => t('schedule.ownersOf', { level }))
  const readers = [...owners, ...[...(more?.roles ?? []), ...(more?.people ?? [])].map(({ name }) => name)].join(', ')
  const what = isMailAlone(kind) ? t(`schedule.kind.${kind}`) : t(`report.kind.${kind}`)
  return (
    <>
      <div className={css.token}>
        <div className={css.head}>
          <b>{title}</b>
          <Badge tone={state === 'waiting' ? 'good' : 'plain'}>{t(`schedule.state.${state}`)}</Badge>
          {one.hasLeft && <Badge>{leftText(one.leftUntil, t, i18n.language)}</Badge>}
        </div>
        <span>{[surveyTitle, what, t('schedule.by', { name: by || t('schedule.gone') })].join(' · ')}</span>
        <span>{[ruleText(rule, t, i18n.language), zone].join(' · ')}</span>
        {readers !== '' && <span>{t('schedule.to', { names: readers })}</span>}
        <span>{timesText(one, t, i18n.language)}</span>
        {endReason !== null && endReason !== 'ended' && <span>{t(`schedule.end.${endReason}`)}</span>}
      </div>
      <div className={css.lineActs}>
        {actsOf(one, mayManage, mayAct).map((act) => (
          <Button key={act} disabled={busy} onClick={() => onAct(act)}>
            {t(wordOf(act, one), { n: restWeeks })} <span className="hidden-text">{title}</span>
          </Button>
        ))}
      </div>
    </>
  )
}

const wordOf = (act: ScheduleAct, { state, hasLeft }: ReportSchedule) => {
  if (act === 'pause' && state === 'paused') return 'schedule.resume'
  return act === 'leave' && hasLeft ? 'schedule.return' : (`schedule.${act}` as const)
}

function actsOf(one: ReportSchedule, mayManage: boolean, mayAct: boolean): ScheduleAct[] {
  const isOver = one.state === 'ended'
  const isTheirs = mayAct && !isOver
  return [
    ...(isTheirs && mayManage ? (['run', 'pause'] as const) : []),
    ...(isTheirs && one.isOwn ? (['change'] as const) : []),
    'history',
    ...(isTheirs && one.isReader && !one.hasLeft ? (['rest'] as const) : []),
    ...(isTheirs && (one.isReader || one.hasLeft) ? (['leave'] as const) : []),
    ...(isTheirs && mayManage ? (['finish'] as const) : []),
  ]
}
