import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import { mayBegin } from '@kaiku/core/report-download.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { usePlace } from '../place/place.queries.ts'
import { beginReport } from '../report/begin-report.ts'
import { useOfferedReports } from '../report/offered-reports.ts'
import { tasksKey } from '../report/report.queries.ts'
import { useReportDownload } from '../report/report-download.ts'
import { draftAt, ScheduleForm } from '../report-schedule/schedule-form.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { TaskList } from '../task/task-list.tsx'
import listCss from '../token-list/token-list.module.css'
import css from './reports-dialog.module.css'

/** What can be taken along of this place as a workbook, and what was asked for before. */
export function ReportsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { survey } = useAt()
  const { data: place } = usePlace()
  const kinds = useOfferedReports()
  const id = useId()
  return (
    <Dialog title={t('report.title')} onClose={onClose}>
      <div className={listCss.stage}>
        <p className={listCss.hint}>{t('report.why', { place: place?.segments.at(-1)?.name ?? '' })}</p>
        <Kinds kinds={kinds} />
        <Scheduling kinds={kinds} />
        <section className={listCss.stage} aria-labelledby={id}>
          <h3 id={id} className={css.heading}>
            {t('report.own')}
          </h3>
          <TaskList title={t('report.own')} survey={survey} onOpen={onClose} />
        </section>
      </div>
    </Dialog>
  )
}

/** Has what is shown here mailed again and again. */
function Scheduling({ kinds }: { kinds: readonly ReportKind[] }) {
  const { t } = useTranslation()
  // Not by its place: each reader gets their own.
  const { title } = useSurvey().survey
  const { survey, compare, page, path, selection } = useAt()
  const [isOpen, setOpen] = useState(false)
  const start = draftAt({ title, path: writePath(path, selection), compare, page })
  return (
    <div className={css.scheduling}>
      <p className={listCss.hint}>{t('schedule.why')}</p>
      <Button onClick={() => setOpen(true)}>{t('schedule.new')}</Button>
      {isOpen && <ScheduleForm survey={survey} start={start} kinds={kinds} of={null} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Kinds({ kinds }: { kinds: readonly ReportKind[] }) {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const download = useReportDownload()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const begin = (kind: ReportKind) => () =>
    void attempt(async () => {
      const { survey, compare, page } = at
      const path = writePath(at.path, at.selection)
      await beginReport({ survey, path, kind, compare, page, locale: i18n.language })
      await client.invalidateQueries({ queryKey: tasksKey })
      return null
    })
  return (
    <>
      <ul className={listCss.tokens} aria-label={t('report.kinds')}>
        {kinds.map((kind) => (
          <li key={kind}>
            <div className={listCss.token}>
              <b>{t(`report.kind.${kind}`)}</b>
              <span>{t(`report.what.${kind}`)}</span>
            </div>
            <Button disabled={busy || !mayBegin(download)} onClick={begin(kind)}>
              {t('report.create')}
              <span className="hidden-text"> {t(`report.kind.${kind}`)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {!mayBegin(download) && (
        <p className={listCss.hint}>
          {t(download.state === 'downloadReady' ? 'report.fetchFirst' : 'report.oneAtATime')}
        </p>
      )}
      {fault !== '' && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
    </>
  )
}
