import type { PageFault } from '@kaiku/contract/page-draft.ts'
import type { PersonalPage } from '@kaiku/contract/personal-page.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError, send } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { say } from '../overlay/snackbar.tsx'
import { personalPagesQuery } from '../page/personal-page.queries.ts'
import { PageEditor } from '../page-editor/page-editor.tsx'
import { useEditorGuard } from '../page-editor/use-editor-guard.ts'
import { usePageEditor } from '../page-editor/use-page-editor.ts'
import { useSurvey } from '../survey/survey-context.tsx'

type Props = {
  own: PersonalPage
  /** What it is called in addresses. */
  name: string
  onClose: () => void
}

/** Editing a page of one's own: what is saved stands at once, and for nobody else. */
export function PersonalEditor({ own, name, onClose }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const editor = usePageEditor([own.page])
  const [revision, setRevision] = useState(own.revision)
  const [faults, setFaults] = useState<readonly PageFault[]>([])
  const [busy, setBusy] = useState(false)
  const [leaving, setLeaving] = useState(false)
  useEditorGuard(editor.isChanged, name)
  const save = async () => {
    const [page = {}] = editor.pages
    setBusy(true)
    try {
      const saved = await send('personalPage.save', { survey: survey.extName, pageId: own.id, page, revision })
      setRevision(saved.revision)
      setFaults([])
      editor.keep(editor.pages)
      await client.refetchQueries(personalPagesQuery(survey.extName))
      onClose()
    } catch (error) {
      const told = error instanceof CallError ? error.details : []
      setFaults(told.map(({ place, expected, found }) => ({ place, expected, found })))
      say(faultText(error instanceof Error ? error : new Error(String(error)), t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <PageEditor
      editor={editor}
      at={0}
      faults={faults}
      acts={
        <>
          <Button primary disabled={busy || !editor.isChanged} onClick={() => void save()}>
            {t('editor.keep')}
          </Button>
          <Button onClick={() => (editor.isChanged ? setLeaving(true) : onClose())}>{t('editor.close')}</Button>
        </>
      }
    >
      {leaving && (
        <Confirm
          title={t('editor.leave')}
          act={t('editor.leave')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          {t('editor.leaveWhy')}
        </Confirm>
      )}
    </PageEditor>
  )
}
