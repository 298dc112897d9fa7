import { useSyncExternalStore } from 'react'

/** What is being edited in a survey: its pages, or the viewer's own page that is open. */
type Editing = { readonly survey: string; readonly what: 'survey' | 'own' } | null
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
