import type { CorrectionReport } from '@kaiku/contract/correction-file.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Ticked } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import css from '../overlay/file-dialog.module.css'
import { useSurvey } from '../survey/survey-context.tsx'
import { correctionFilesQuery } from './correction-file.queries.ts'
import { CorrectionOutcome } from './correction-outcome.tsx'

/** Corrects interviews by a file: first what it would change, from what to what, then it is done. */
export function CorrectionFileDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [leaves, setLeaves] = useState(false)
  const [report, setReport] = useState<CorrectionReport | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const asked = { survey: survey.extName, locale: i18n.language }
  const look = (chosen: File | null) => {
    setFile(chosen)
    setReport(null)
    setLeaves(false)
    if (!chosen) return
    void attempt(async () => {
      setReport(await upload('correctionFile.upload', { ...asked, preview: 'true' }, chosen))
      return null
    })
  }
  const correct = (chosen: File, { seen }: CorrectionReport) =>
    void attempt(async () => {
      setReport(await upload('correctionFile.upload', { ...asked, leaveRejects: `${leaves}`, seen }, chosen))
      await client.invalidateQueries(correctionFilesQuery(survey.extName))
      return null
    })
  const isDone = report?.state === 'done'
  const isReady = report !== null && report.changed > 0 && (report.rejected === 0 || leaves)
  return (
    <Dialog title={t('correctionFile.open')} shape="whole" onClose={onClose}>
      <div className={css.content}>
        {!isDone && (
          <>
            <p className={css.hint}>{t('correctionFile.hint')}</p>
            <label className={css.file}>
              <span>{file ? file.name : t('correctionFile.choose')}</span>
              <input
                type="file"
                accept=".csv,.tsv,.txt,.xlsx,.sav,.gz"
                onChange={({ target }) => look(target.files?.[0] ?? null)}
              />
            </label>
          </>
        )}
        {fault !== '' && (
          <p role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        {busy && !report && <p role="status">{t('correctionFile.reading')}</p>}
        {report && <CorrectionOutcome report={report} />}
        {report && !isDone && report.rejected > 0 && report.changed > 0 && (
          <Ticked checked={leaves} onChange={({ target }) => setLeaves(target.checked)}>
            {t('correctionFile.leaveRejects', { count: report.rejected })}
          </Ticked>
        )}
        <div className={css.acts}>
          {isDone ? (
            <Button primary onClick={onClose}>
              {t('close')}
            </Button>
          ) : (
            <Button primary disabled={busy || !isReady} onClick={() => file && report && correct(file, report)}>
              {t('correctionFile.run', { count: report?.changed ?? 0 })}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
