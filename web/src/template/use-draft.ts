import type { Template, TemplateContent } from '@kaiku/contract/template.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'

type Draft = { readonly title: string; readonly content: TemplateContent }
type Past = { readonly before: readonly Draft[]; readonly now: Draft; readonly after: readonly Draft[] }

/** Milliseconds after the last stroke until what is written is kept; strokes within them are undone together. */
const calm = 700
const mostUndone = 100

/** What is being written of a template: kept by itself a moment after each change, to be undone and redone. */
export function useDraft(survey: string, template: Template, onSaved: (saved: Template) => void) {
  const { t, i18n } = useTranslation()
  const [past, setPast] = useState<Past>({
    before: [],
    now: { title: template.title, content: template.content },
    after: [],
  })
  const [standing, setStanding] = useState<{ readonly is: 'saved' | 'saving' | 'failed'; readonly why: string }>({
    is: 'saved',
    why: '',
  })
  const revision = useRef(template.revision)
  const kept = useRef(past.now)
  const lastChange = useRef(0)
  const saving = useRef<Promise<void>>(Promise.resolve())

  const save = async (draft: Draft) => {
    if (draft === kept.current) return
    setStanding({ is: 'saving', why: '' })
    try {
      const saved = await send('template.change', {
        survey,
        templateId: template.templateId,
        revision: revision.current,
        title: draft.title.trim() === '' ? template.title : draft.title,
        content: draft.content,
        isArchived: template.isArchived,
        locale: i18n.language,
      })
      revision.current = saved.revision
      kept.current = draft
      setStanding({ is: 'saved', why: '' })
      onSaved(saved)
    } catch (error) {
      setStanding({ is: 'failed', why: faultText(error instanceof Error ? error : new Error(String(error)), t) })
    }
  }
  const { now } = past
  const latest = useRef(now)
  latest.current = now
  const saveLatest = useRef(save)
  saveLatest.current = save
  /** One after the other, so that each knows the revision of the one before. */
  const keep = () => {
    saving.current = saving.current.then(() => saveLatest.current(latest.current))
    return saving.current
  }
  const keepLatest = useRef(keep)
  keepLatest.current = keep
  useEffect(() => {
    if (now === kept.current) return
    const timer = setTimeout(() => void keepLatest.current(), calm)
    return () => clearTimeout(timer)
  }, [now])
  useEffect(() => () => void keepLatest.current(), [])

  return {
    draft: now,
    standing,
    /** Keeps at once what is not kept yet. */
    keep,
    takeRevision: (saved: Template) => {
      revision.current = saved.revision
    },
    change: (draft: Draft) => {
      const isSoon = Date.now() - lastChange.current < calm
      lastChange.current = Date.now()
      setPast(({ before, now: last }) => ({
        before: isSoon && before.length > 0 ? before : [...before, last].slice(-mostUndone),
        now: draft,
        after: [],
      }))
    },
    undo:
      past.before.length === 0
        ? null
        : () =>
            setPast(({ before, now: last, after }) => ({
              before: before.slice(0, -1),
              now: before.at(-1) ?? last,
              after: [last, ...after],
            })),
    redo:
      past.after.length === 0
        ? null
        : () =>
            setPast(({ before, now: last, after: [next = last, ...rest] }) => ({
              before: [...before, last],
              now: next,
              after: rest,
            })),
  }
}
