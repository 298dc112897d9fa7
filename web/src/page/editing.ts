import type { Component } from '@kaiku/contract/page.ts'
import { useSyncExternalStore } from 'react'

/** What is being edited in a survey: its pages, or the viewer's own page that is open. */
type Editing = {
  readonly survey: string
  readonly what: 'survey' | 'own'
  /** Put onto the page when its editor opens. */
  readonly adding?: { readonly page: string; readonly component: Component }
} | null
let editing: Editing = null
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
