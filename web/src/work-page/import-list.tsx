import type { ImportReport } from '@kaiku/contract/import.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button, LinkButton } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { noFile } from '../new-survey/no-file.ts'
import { Confirm } from '../overlay/confirm.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { noSurvey } from '../survey/no-survey.ts'
import listCss from '../token-list/token-list.module.css'
import { ImportDialog } from './import-dialog.tsx'
import { importsQuery } from './work.queries.ts'
import { WorkLines } from './work-lines.tsx'

const tones = { preview: 'plain', running: 'plain', done: 'good', failed: 'bad', undone: 'plain' } as const

/** The files that were read into a survey, and those that are. */
export function ImportList({ survey }: { survey: string }) {
  const { t } = useTranslation()
  const { permissions } = useIdentity()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('work.imports')} intro={t('work.importsWhy')}>
      {survey !== noSurvey && (
        <div>
          <Button onClick={() => setOpen(true)}>{t('answers.import')}</Button>{' '}
          {permissions.includes('editConfiguration') && (
            <Link to={ownAddress(pathTo('mapping', { survey, fileId: noFile }))}>{t('answers.mappings')}</Link>
          )}
        </div>
      )}
      {isOpen && <ImportDialog survey={survey} onClose={() => setOpen(false)} />}
      <WorkLines
        title={t('work.imports')}
        none={t('work.noImports')}
        of={useQuery(importsQuery(survey))}
        line={(one) => <ImportLine key={one.importId ?? one.file} survey={survey} of={one} />}
      />
    </Section>
  )
}

function ImportLine({ survey, of }: { survey: string; of: ImportReport }) {
  const { importId, file, state, at, message, ...counts } = of
  const { t, i18n } = useTranslation()
  const shown = (n: number) => formatCount(n, i18n.language)
  const { rows, inserted, corrected, rejected } = counts
  const did = t('work.importRows', {
    rows: shown(rows),
    inserted: shown(inserted),
    corrected: shown(corrected),
    rejected: shown(rejected),
  })
  return (
    <li>
      <div className={listCss.token}>
        <b>{file}</b>
        <span className={listCss.hint}>
          {momentText(at, i18n.language)} · {did}
        </span>
        {message !== null && <span className={listCss.hint}>{message}</span>}
      </div>
      <Badge tone={tones[state]}>{t(`work.import.${state}`)}</Badge>
      {importId !== null && (state === 'done' || state === 'failed') && (
        <UndoImport survey={survey} importId={importId} file={file} />
      )}
    </li>
  )
}

function UndoImport({ survey, importId, file }: { survey: string; importId: string; file: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const { busy, fault, attempt } = useAttempt()
  const undo = () =>
    void attempt(async () => {
      await send('import.undo', { survey, importId })
      await client.invalidateQueries({ queryKey: importsQuery(survey).queryKey })
      setAsks(false)
      say(t('answers.undone'))
      return null
    })
  return (
    <>
      <LinkButton onClick={() => setAsks(true)}>{t('answers.undo')}</LinkButton>
      {asks && (
        <Confirm
          title={t('answers.undoTitle', { file })}
          act={t('answers.undo')}
          busy={busy}
          fault={fault}
          onConfirm={undo}
          onClose={() => setAsks(false)}
        >
          <p>{t('answers.undoWhy')}</p>
        </Confirm>
      )}
    </>
  )
}
