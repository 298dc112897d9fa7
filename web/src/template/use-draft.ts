import type { Template, TemplateContent } from '@kaiku/contract/template.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'

type Draft = { readonly title: string; readonly content: TemplateContent }
type Past = { readonly before: readonly Draft[]; readonly now: Draft; readonly after: readonly Draft[] }

/** Milliseconds after the last stroke until what is written is kept; strokes within them at one place are undone together. */
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
  const lastChange = useRef({ at: 0, where: '' })
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
      const where = placeOfChange(latest.current, draft)
      const isSame = Date.now() - lastChange.current.at < calm && lastChange.current.where === where
      lastChange.current = { at: Date.now(), where }
      latest.current = draft
      setPast(({ before, now: last }) => ({
        before: isSame && before.length > 0 ? before : [...before, last].slice(-mostUndone),
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

/** Which part of a template differs from another, which shares what did not change. */
function placeOfChange(before: Draft, after: Draft): string {
  if (before.title !== after.title) return 'title'
  const [old, young] = [before.content, after.content].map(
    (content): ReadonlyMap<string, unknown> => new Map(Object.entries(content)),
  )
  const part = [...(young?.keys() ?? [])].find((key) => young?.get(key) !== old?.get(key)) ?? ''
  const [from, to] = [old?.get(part), young?.get(part)]
  const at = Array.isArray(from) && Array.isArray(to) ? to.findIndex((one, index) => one !== from[index]) : -1
  return `${part} ${at}`
}
