import type { WrittenPage } from '@kaiku/contract/page-draft.ts'
import { useState } from 'react'
import { begin, change, redo, undo } from './history.ts'

export type Pages = readonly WrittenPage[]

/** The pages somebody works on, with what was done to them. */
export function usePageEditor(opened: Pages) {
  const [history, setHistory] = useState(() => begin(opened))
  const [saved, setSaved] = useState(opened)
  return {
    pages: history.present,
    isChanged: history.present !== saved,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (next: Pages, key?: string) => setHistory((before) => change(before, next, key)),
    undo: () => setHistory(undo<Pages>),
    redo: () => setHistory(redo<Pages>),
    /** These pages are kept now. */
    keep: (pages: Pages) => setSaved(pages),
  }
}
export type PageEditorState = ReturnType<typeof usePageEditor>
