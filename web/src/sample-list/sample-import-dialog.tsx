import type { SampleImport } from '@kaiku/contract/sample.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { sampleReasons } from '@kaiku/core/sample-state.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send, upload } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { downloadRejects } from '../card/export.ts'
import { Button, LinkButton, Select } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import css from '../overlay/file-dialog.module.css'
import { sampleImportsQuery, samplesKey } from '../sample/sample.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'

const mostShown = 50
const modes = ['merge', 'new', 'update'] as const
type Mode = (typeof modes)[number]

/** People to ask from a CSV or Excel file: first what it would do, then it is done, and can be taken back. */
export function SampleImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<Mode>('merge')
  const [report, setReport] = useState<SampleImport | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const run = (chosen: File, how: Mode, isPreview: boolean) =>
    void attempt(async () => {
      setReport(null)
      setReport(
        await upload('sampleImport.upload', { survey: survey.extName, preview: `${isPreview}`, mode: how }, chosen),
      )
      if (!isPreview) await client.invalidateQueries({ queryKey: samplesKey(survey.extName) })
      return null
    })
  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    if (chosen) run(chosen, mode, true)
  }
  const changeMode = (how: Mode) => {
    setMode(how)
    if (file) run(file, how, true)
  }
  const isDone = report?.state === 'done'
  const changed = report ? report.inserted + report.updated : 0
  return (
    <Dialog title={t('sampleImport.title')} onClose={onClose}>
      <div className={css.content}>
        {!isDone && (
          <>
            <p className={css.hint}>{t('sampleImport.hint')}</p>
            <label className={css.file}>
              <span>{file ? file.name : t('sampleImport.choose')}</span>
              <input
                type="file"
                accept=".csv,.tsv,.txt,.xlsx,.sav,.gz"
                onChange={(event) => choose(event.target.files?.[0])}
              />
            </label>
            <Select
              boxed
              label={t('sampleImport.mode')}
              value={mode}
              choices={modes.map((value) => ({
                value,
                title: `${t('sampleImport.mode')}: ${t(`sampleImport.mode.${value}`)}`,
              }))}
              onChange={changeMode}
            />
          </>
        )}
        {fault !== '' && (
          <p role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        {busy && !report && <p role="status">{t('sampleImport.reading')}</p>}
        {report && <Outcome report={report} />}
        <div className={css.acts}>
          {isDone ? (
            <Button primary onClick={onClose}>
              {t('close')}
            </Button>
          ) : (
            <Button primary disabled={busy || !file || changed === 0} onClick={() => file && run(file, mode, false)}>
              {t('sampleImport.run', { count: changed })}
            </Button>
          )}
        </div>
        {!file && <Imports />}
      </div>
    </Dialog>
  )
}

const counts = ['inserted', 'updated', 'unchanged', 'merged', 'rejected'] as const

function Outcome({ report }: { report: SampleImport }) {
  const { t, i18n } = useTranslation()
  const { state, rejects, columns, notInvited } = report
  const head = (['line', 'column', 'value', 'reason'] as const).map((one) => t(`sampleImport.reject.${one}`))
  const rows = rejects.map((one) => [one.line, one.column, one.value, one.reason])
  const held = sampleReasons.filter((reason) => notInvited[reason] !== undefined)
  const unread = columns.filter(({ field }) => field === null)
  return (
    <>
      {state === 'done' && <p role="status">{t('sampleImport.done')}</p>}
      <dl className={css.counts}>
        {counts.map((one) => (
          <div key={one} data-bad={(one === 'rejected' && report[one] > 0) || undefined}>
            <dt>{t(`sampleImport.${one}`)}</dt>
            <dd>{formatCount(report[one], i18n.language)}</dd>
          </div>
        ))}
      </dl>
      {held.length > 0 && (
        <p className={css.hint}>
          {t('sampleImport.notInvited')}:{' '}
          {held
            .map((one) => `${t(`sample.reason.${one}`)} ${formatCount(notInvited[one] ?? 0, i18n.language)}`)
            .join(', ')}
        </p>
      )}
      {unread.length > 0 && (
        <p className={css.hint}>
          {t('sampleImport.ignored', { columns: unread.map(({ column }) => column).join(', ') })}
        </p>
      )}
      {rejects.length > 0 && (
        <section className={css.part}>
          <h3>
            {t('sampleImport.rejects')}
            <Button onClick={() => downloadRejects({ head, rows }, t('sampleImport.rejects'))}>
              {t('sampleImport.rejectsGet')}
            </Button>
          </h3>
          <ul className={css.list}>
            {rejects.slice(0, mostShown).map((one) => (
              <li key={one.line}>
                <b>{t('sampleImport.line', { line: one.line })}</b> {one.column !== '' && <code>{one.column}</code>}{' '}
                {one.value !== '' && <q>{one.value}</q>} {one.reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** What was imported before; each can be taken back. */
function Imports() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { data = [] } = useQuery(sampleImportsQuery(survey.extName))
  const { busy, fault, attempt } = useAttempt()
  const undo = (importId: string) =>
    void attempt(async () => {
      await send('sampleImport.undo', { survey: survey.extName, importId })
      await client.invalidateQueries({ queryKey: samplesKey(survey.extName) })
      return null
    })
  if (data.length === 0) return null
  return (
    <section className={css.part}>
      <h3>{t('sampleImport.history')}</h3>
      {fault !== '' && <p role="alert">{fault}</p>}
      <ul className={css.list}>
        {data.map(({ importId, file, at, inserted, updated, state }) => (
          <li key={importId}>
            <b>{file}</b> {momentText(at, i18n.language)} · {t('sampleImport.inserted')} {inserted} ·{' '}
            {t('sampleImport.updated')} {updated}{' '}
            {state === 'undone' ? (
              <i>{t('sampleImport.undone')}</i>
            ) : (
              <LinkButton disabled={busy} onClick={() => importId !== null && undo(importId)}>
                {t('sampleImport.undo')}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
