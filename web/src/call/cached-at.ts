import { useSyncExternalStore } from 'react'
import { cachedAtHeader } from './cached-at-header.ts'

let keptAt: number | null = null
const listeners = new Set<() => void>()

/** Hears of each answer whether it came from the server or from memory. */
export function noteAnswer({ headers }: Response): void {
  const text = headers.get(cachedAtHeader)
  const next = text === null ? null : Math.min(keptAt ?? Number.POSITIVE_INFINITY, Number(text))
  if (next === keptAt) return
  keptAt = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** When the oldest of what is shown came from the server, in milliseconds since 1970; null: there is a connection. */
export const useCachedAt = (): number | null => useSyncExternalStore(subscribe, () => keptAt)
