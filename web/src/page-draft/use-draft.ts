import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError } from '../call/send.ts'
import { say } from '../overlay/snackbar.tsx'
import { showLoadCount } from '../survey/shown-load-count.ts'
import { loadCountQuery } from '../survey/survey.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'

export type PageDraft = { readonly revision: number; readonly by: string; readonly at: string }

/** How the server is told; `revision`: of the draft as it is known here, 0 for none. */
type DraftCalls<T> = {
  readonly save: (written: T, revision: number) => Promise<PageDraft>
  readonly publish: (written: T, revision: number) => Promise<unknown>
  readonly discard: (revision: number) => Promise<unknown>
  /** Told of a publish. */
  readonly published: string
}
type Edited<T> = { readonly present: T; readonly keep: (kept: T) => void }

/** What becomes of what is in the editor: kept as the draft, published, dropped; and who was faster. */
export function useDraft<T>(editor: Edited<T>, found: PageDraft | null, calls: DraftCalls<T>, onDone: () => void) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const [draft, setDraft] = useState(found)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState('')
  const revision = draft?.revision ?? 0
  const attempt = async (act: (written: T) => Promise<void>) => {
    setBusy(true)
    setConflict('')
    try {
      const { present } = editor
      await act(present)
      editor.keep(present)
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
      attempt(async (written) => {
        setDraft(await calls.save(written, revision))
        say(t('editor.saved'))
      }),
    publish: async () => {
      const isDone = await attempt(async (written) => {
        await calls.publish(written, revision)
        showLoadCount(survey.extName, await client.fetchQuery({ ...loadCountQuery(survey.extName), staleTime: 0 }))
        say(calls.published)
      })
      if (isDone) onDone()
    },
    discard: async () => {
      const isDone = await attempt(async () => {
        if (draft) await calls.discard(revision)
        say(t('editor.discarded'))
      })
      if (isDone) onDone()
    },
  }
}
