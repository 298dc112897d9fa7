import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BlockChanges } from '../block/block-changes.tsx'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './mapping.module.css'
import { importTaskQuery } from './mapping.queries.ts'

type Checked = Reply<'mapping.check'>
type Props = {
  checked: Checked | undefined
  isReady: boolean
  busy: boolean
  fault: string
  /** Named: it is imported as well. */
  file: string | null
  onPublish: (withFile: boolean) => void
  onClose: () => void
}

/** What publishing changes, in words, and what importing the file will do: then both in one step. */
export function PublishMapping({ checked, isReady, busy, fault, file, onPublish, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const preview = checked?.preview ?? null
  const changes = checked?.changes ?? []
  const count = (n: number) => formatCount(n, i18n.language)
  const isOff = busy || !isReady || !checked || checked.faults.length > 0
  const comes = preview ? preview.inserted + preview.corrected : 0
  return (
    <Dialog title={t('editor.publish')} shape="side" onClose={onClose}>
      <div className={css.dialog}>
        <p>{t(changes.length === 0 ? 'mapping.sameAsPublished' : 'editor.willChange')}</p>
        <BlockChanges changes={changes} />
        {checked && checked.more > 0 && <p>{t('mapping.moreChanges', { n: count(checked.more) })}</p>}
        {preview && file !== null && (
          <p>
            {t(preview.isWhole ? 'mapping.willImport' : 'mapping.willImportFirst', {
              file,
              inserted: count(preview.inserted),
              corrected: count(preview.corrected),
              unchanged: count(preview.unchanged),
              rejected: count(preview.rejected),
            })}
          </p>
        )}
        {preview && preview.alsoFit.length > 0 && (
          <p className={css.bad}>{t('mapping.alsoFit', { names: preview.alsoFit.join(', ') })}</p>
        )}
        <FormFault text={fault} />
        <div className={css.acts}>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button primary={file === null} disabled={isOff || changes.length === 0} onClick={() => onPublish(false)}>
            {t('mapping.publishOnly')}
          </Button>
          {file !== null && (
            <Button primary disabled={isOff || !preview || comes === 0} onClick={() => onPublish(true)}>
              {t('mapping.publishAndImport')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** How far the import is, and where its report is. */
export function ImportGoesOn({ taskId, file }: { taskId: string; file: string }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { data: task } = useQuery(importTaskQuery(taskId))
  const progress = task?.progress ?? 0
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(progress)
  const isOver = task !== undefined && task.endedAt !== null
  return (
    <Section title={t('mapping.importTitle', { file })}>
      <div className={css.going}>
        {!isOver && (
          <div role="status">
            {t('newSurvey.importing', { percent })}
            <progress value={progress} max={1} aria-label={t('newSurvey.importing', { percent })} />
            <p className={css.hint}>{t('newSurvey.leave')}</p>
          </div>
        )}
        {isOver && task.state === 'done' && <p role="status">{t('answers.done')}</p>}
        {isOver && task.state !== 'done' && (
          <p role="alert" className={css.bad}>
            {t('newSurvey.importFailed')} {task.refusal && faultText(task.refusal, t)}
          </p>
        )}
        <Link to={ownAddress(pathTo('work', { survey: survey.extName }))}>{t('mapping.toImports')}</Link>
      </div>
    </Section>
  )
}
