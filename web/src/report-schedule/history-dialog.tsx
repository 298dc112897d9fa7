import type { ReportMailing, ReportSchedule } from '@kaiku/contract/report-schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import listCss from '../token-list/token-list.module.css'
import { historyQuery } from './schedule.queries.ts'
import { toneOf } from './schedule-words.ts'

/** What became of each mail of a schedule. */
export function HistoryDialog({ of: { scheduleId, title }, onClose }: { of: ReportSchedule; onClose: () => void }) {
  const { t } = useTranslation()
  const name = t('schedule.historyTitle', { name: title })
  const { data, error, refetch } = useQuery(historyQuery(scheduleId))
  return (
    <Dialog title={name} onClose={onClose}>
      {error && <Failed title={t('schedule.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.length === 0 && <p className={listCss.hint}>{t('schedule.historyNone')}</p>}
      {data && data.length > 0 && (
        <ul className={listCss.tokens} aria-label={name}>
          {data.map((one) => (
            <MailingLine key={one.mailingId} of={one} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function MailingLine({
  of: { reader, runAt, isByHand, state, openedAt, place, fileName, fault },
}: {
  of: ReportMailing
}) {
  const { t, i18n } = useTranslation()
  const facts = [
    momentText(runAt, i18n.language),
    ...(isByHand ? [t('schedule.byHand')] : []),
    ...[place, fileName].filter((one) => one !== null),
    ...(openedAt === null ? [] : [t('schedule.opened', { when: momentText(openedAt, i18n.language) })]),
  ]
  return (
    <li>
      <div className={listCss.token}>
        <b>{reader}</b>
        <span>{facts.join(' · ')}</span>
        {(state === 'failed' || state === 'made') && fault !== null && <span>{fault}</span>}
      </div>
      <Badge tone={toneOf(state)}>{t(`schedule.mailing.${state}`)}</Badge>
    </li>
  )
}
