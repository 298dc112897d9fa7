import { useCallback, useSyncExternalStore } from 'react'
import { readStored, removeStored, writeStored } from './stored.ts'

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** What holds until the window closes, where the browser remembers nothing. */
const here = new Map<string, boolean>()

/** A yes or no that this browser remembers, the same wherever it is shown. */
export function useRememberedChoice(name: string): readonly [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, () => here.get(name) ?? readStored(name) === 'yes')
  const choose = useCallback(
    (next: boolean) => {
      here.set(name, next)
      if (next) writeStored(name, 'yes')
      else removeStored(name)
      for (const listener of listeners) listener()
    },
    [name],
  )
  return [on, choose]
}
