import type { ImportReport } from '@kaiku/contract/import.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadTelling } from '../call/upload-telling.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { downloadRejects } from '../card/export.ts'
import { Button } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import css from '../overlay/file-dialog.module.css'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { importsQuery } from './work.queries.ts'

const mostShown = 50

/** A later file of answers: what it would change, then it is imported. */
export function ImportDialog({ survey, onClose }: { survey: string; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [share, setShare] = useState(0)
  const { busy, fault, attempt } = useAttempt()
  const run = (chosen: File, isPreview: boolean) =>
    void attempt(async () => {
      setShare(0)
      if (isPreview) setReport(null)
      setReport(
        await uploadTelling('import.upload', { survey, preview: isPreview ? 'true' : 'false' }, chosen, setShare),
      )
      if (!isPreview) await client.invalidateQueries({ queryKey: importsQuery(survey).queryKey })
      return null
    })
  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    if (chosen) run(chosen, true)
  }
  const navigate = useNavigate()
  const { permissions } = useIdentity()
  const mayMap = permissions.includes('editConfiguration')
  const map = (chosen: File) =>
    void attempt(async () => {
      setShare(0)
      const { fileId } = await uploadTelling('mapping.upload', { survey }, chosen, setShare)
      void navigate({ to: ownAddress(pathTo('mapping', { survey, fileId })) })
      return null
    })
  const isDone = report?.state === 'done'
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)
  return (
    <Dialog title={t('answers.title')} onClose={onClose}>
      <div className={css.content}>
        {!isDone && (
          <>
            <p className={css.hint}>{t('answers.hint')}</p>
            <label className={css.file}>
              <span>{file ? file.name : t('answers.choose')}</span>
              <input
                type="file"
                accept=".csv,.tsv,.txt,.xlsx,.sav,.zsav,.gz"
                disabled={busy}
                onChange={({ target }) => choose(target.files?.[0])}
              />
            </label>
          </>
        )}
        {fault !== '' && (
          <p role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        {busy && <p role="status">{share < 1 ? t('answers.sending', { percent }) : t('answers.reading')}</p>}
        {report && <Outcome report={report} />}
        <div className={css.acts}>
          {mayMap && file && !isDone && (
            <Button primary={fault !== ''} disabled={busy} onClick={() => map(file)}>
              {t('answers.map')}
            </Button>
          )}
          {isDone ? (
            <Button primary onClick={onClose}>
              {t('close')}
            </Button>
          ) : (
            <Button
              primary
              disabled={busy || !file || !report || report.inserted + report.corrected === 0}
              onClick={() => file && run(file, false)}
            >
              {t('answers.run')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const counts = ['inserted', 'corrected', 'unchanged', 'rejected'] as const
const columns = ['line', 'column', 'value', 'reason'] as const

function Outcome({ report }: { report: ImportReport }) {
  const { t, i18n } = useTranslation()
  const { state, mapping, rejects } = report
  const unread = report.columns.filter(({ question, isKey }) => question === null && !isKey).map(({ column }) => column)
  const head = columns.map((one) => t(`answers.reject.${one}`))
  const rows = rejects.map((one) => [one.line, one.column, one.value, one.reason])
  return (
    <>
      {state === 'done' && <p role="status">{t('answers.done')}</p>}
      <dl className={css.counts}>
        {counts.map((one) => (
          <div key={one} data-bad={(one === 'rejected' && report[one] > 0) || undefined}>
            <dt>{t(`answers.${one}`)}</dt>
            <dd>{formatCount(report[one], i18n.language)}</dd>
          </div>
        ))}
      </dl>
      <p className={css.hint}>
        {t('answers.mapping', { name: mapping })}{' '}
        {unread.length > 0 && t('answers.unread', { columns: unread.join(', ') })}
      </p>
      {rejects.length > 0 && (
        <section className={css.part}>
          <h3>
            {t('answers.rejects')}
            <Button onClick={() => downloadRejects({ head, rows }, t('answers.rejects'))}>
              {t('answers.rejectsGet')}
            </Button>
          </h3>
          <ul className={css.list}>
            {rejects.slice(0, mostShown).map((one) => (
              <li key={one.line}>
                <b>{t('answers.line', { line: one.line })}</b> {one.column !== '' && <code>{one.column}</code>}{' '}
                {one.value !== '' && <q>{one.value}</q>} <span lang="en">{one.reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
