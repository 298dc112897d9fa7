import type { WrittenPage } from '@kaiku/contract/page-draft.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError, send } from '../call/send.ts'
import { say } from '../overlay/snackbar.tsx'
import type { PageEditorState } from '../page-editor/use-page-editor.ts'
import { showLoadCount } from '../survey/shown-load-count.ts'
import { loadCountQuery } from '../survey/survey.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'

export type PageDraft = { readonly revision: number; readonly by: string; readonly at: string }

/** What becomes of the pages in the editor: kept as the draft, published, dropped; and who was faster. */
export function useDraft(editor: PageEditorState, found: PageDraft | null, version: number, onDone: () => void) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const [draft, setDraft] = useState(found)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState('')
  const own = { survey: survey.extName, revision: draft?.revision ?? 0 }
  const attempt = async (act: (pages: WrittenPage[]) => Promise<void>) => {
    setBusy(true)
    setConflict('')
    try {
      const { pages } = editor
      await act([...pages])
      editor.keep(pages)
      return true
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') setConflict(error.message)
      else say(faultText(error instanceof Error ? error : new Error(String(error)), t))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    draft,
    busy,
    conflict,
    save: () =>
      attempt(async (pages) => {
        setDraft(await send('pageDraft.saveDraft', { ...own, version, pages }))
        say(t('editor.saved'))
      }),
    publish: async () => {
      const isDone = await attempt(async (pages) => {
        await send('pageDraft.publishPages', { ...own, version, pages })
        showLoadCount(survey.extName, await client.fetchQuery({ ...loadCountQuery(survey.extName), staleTime: 0 }))
        say(t('editor.published'))
      })
      if (isDone) onDone()
    },
    discard: async () => {
      const isDone = await attempt(async () => {
        if (draft) await send('pageDraft.discardDraft', own)
        say(t('editor.discarded'))
      })
      if (isDone) onDone()
    },
  }
}
