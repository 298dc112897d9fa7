import type { UserImportReport } from '@kaiku/contract/user-file.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../call/fault-text.ts'
import { upload } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { downloadRejects } from '../card/export.ts'
import { Button, Ticked } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import css from '../overlay/file-dialog.module.css'
import { readPeopleAgain } from '../people/people.queries.ts'

const mostShown = 50

/** Users from a CSV or Excel file: first what it would do, then it is done. */
export function UserImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [invites, setInvites] = useState(false)
  const [report, setReport] = useState<UserImportReport | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const run = (chosen: File, isPreview: boolean) =>
    attempt(async () => {
      const query = { preview: `${isPreview}`, invite: `${invites}` } as const
      setReport(await upload('userFile.import', query, chosen))
      if (!isPreview) await readPeopleAgain(client)
      return null
    })
  const choose = (chosen: File | undefined) => {
    setReport(null)
    setFile(chosen ?? null)
    if (chosen) void run(chosen, true)
  }
  const changed = report ? report.created + report.updated : 0
  return (
    <Dialog title={t('userImport.title')} onClose={onClose}>
      <div className={css.content}>
        {report?.isPreview !== false && (
          <>
            <p className={css.hint}>{t('userImport.hint')}</p>
            <label className={css.file}>
              <span>{file ? file.name : t('userImport.choose')}</span>
              <input type="file" accept=".csv,.tsv,.txt,.xlsx" onChange={(event) => choose(event.target.files?.[0])} />
            </label>
          </>
        )}
        {fault !== '' && (
          <p role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        {busy && !report && <p role="status">{t('userImport.reading')}</p>}
        {report && <Outcome report={report} />}
        {report?.isPreview && report.created > 0 && (
          <Ticked checked={invites} onChange={(event) => setInvites(event.target.checked)}>
            {t('userImport.invite')}
          </Ticked>
        )}
        <div className={css.acts}>
          {report?.isPreview === false ? (
            <Button primary onClick={onClose}>
              {t('close')}
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>{t('people.cancel')}</Button>
              <Button primary disabled={busy || !file || changed === 0} onClick={() => file && void run(file, false)}>
                {report ? t('userImport.run', { count: changed }) : t('userImport.start')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Outcome({ report }: { report: UserImportReport }) {
  const { t, i18n } = useTranslation()
  const { isPreview, rejects, changes, ignoredColumns } = report
  const counts = ['created', 'updated', 'unchanged', 'rejected'] as const
  const head = (['line', 'column', 'value', 'reason'] as const).map((one) => t(`userImport.reject.${one}`))
  const why = ({ told, reason }: (typeof rejects)[number]) => reasonText(told, t) ?? reason
  const rows = rejects.map((one) => [one.line, one.column, one.value, why(one)])
  return (
    <>
      {!isPreview && <p role="status">{t('userImport.done')}</p>}
      <dl className={css.counts}>
        {counts.map((one) => (
          <div key={one} data-bad={(one === 'rejected' && report[one] > 0) || undefined}>
            <dt>{t(`userImport.${one}`)}</dt>
            <dd>{formatCount(report[one], i18n.language)}</dd>
          </div>
        ))}
      </dl>
      {ignoredColumns.length > 0 && (
        <p className={css.hint}>{t('userImport.ignored', { columns: ignoredColumns.join(', ') })}</p>
      )}
      {rejects.length > 0 && (
        <section className={css.part}>
          <h3>
            {t('userImport.rejects')}
            <Button onClick={() => downloadRejects({ head, rows }, t('userImport.rejects'))}>
              {t('users.export')}
            </Button>
          </h3>
          <ul className={css.list}>
            {rejects.slice(0, mostShown).map((one) => (
              <li key={one.line}>
                <b>{t('userImport.line', { line: one.line })}</b> {one.column !== '' && <code>{one.column}</code>}{' '}
                {one.value !== '' && <q>{one.value}</q>} {why(one)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {isPreview && changes.length > 0 && (
        <section className={css.part}>
          <h3>{t('userImport.changes')}</h3>
          <ul className={css.list}>
            {changes.slice(0, mostShown).map(({ line, username, kind, fields }) => (
              <li key={line}>
                <b>{username}</b> {kind === 'create' && <span className={css.new}>{t('userImport.new')}</span>}
                {fields.map(({ column, before, after }) => (
                  <span key={column} className={css.field}>
                    {t(`userImport.column.${column}`)}: {before !== '' && <del>{before}</del>} <ins>{after || '–'}</ins>
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
