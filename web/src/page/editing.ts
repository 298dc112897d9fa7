import type { Component } from '@kaiku/contract/page.ts'
import { useSyncExternalStore } from 'react'

/** What is being edited in a survey: its pages, or the viewer's own page that is open. */
type Editing = {
  readonly survey: string
  readonly what: 'survey' | 'own'
  /** Put onto the page when its editor opens. */
  readonly adding?: { readonly page: string; readonly component: Component }
} | null
const key = 'kaiku.editing'

/** The survey whose pages are edited when the app has loaded anew, once. */
function begun(): Editing {
  try {
    const survey = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return survey === null ? null : { survey, what: 'survey' }
  } catch {
    return null
  }
}

/** Has the pages of a survey edited when the app loads next in this tab. */
export function editAfterLoading(survey: string) {
  try {
    sessionStorage.setItem(key, survey)
  } catch {
    // Storage is forbidden: they are read, and edited by the menu.
  }
}

let editing: Editing = begun()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function setEditing(next: Editing) {
  editing = next
  for (const listener of listeners) listener()
}

/** What is being edited of a survey; null: it is read. */
export function useEditing(survey: string) {
  const present = useSyncExternalStore(subscribe, () => editing)
  return present?.survey === survey ? present.what : null
}

/** What the editor that has opened on a page is to put there, once. */
export function takeAdding(page: string): Component | undefined {
  if (editing?.adding?.page !== page) return undefined
  const { survey, what, adding } = editing
  editing = { survey, what }
  return adding.component
}
