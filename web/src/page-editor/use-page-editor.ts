import type { WrittenPage } from '@kaiku/contract/page-draft.ts'
import { useState } from 'react'
import { begin, change, redo, undo } from './history.ts'

export type Pages = readonly WrittenPage[]

/** What somebody works on, with what was done to it. */
export function useEdited<T>(opened: T) {
  const [history, setHistory] = useState(() => begin(opened))
  const [saved, setSaved] = useState(opened)
  return {
    present: history.present,
    isChanged: history.present !== saved,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (next: T, key?: string) => setHistory((before) => change(before, next, key)),
    undo: () => setHistory(undo<T>),
    redo: () => setHistory(redo<T>),
    /** This is kept now. */
    keep: (kept: T) => setSaved(kept),
  }
}

/** The pages somebody works on. */
export function usePageEditor(opened: Pages) {
  const { present: pages, ...edited } = useEdited(opened)
  return { pages, ...edited }
}
export type PageEditorState = ReturnType<typeof usePageEditor>
