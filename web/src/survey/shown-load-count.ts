import { useSyncExternalStore } from 'react'

// The data state each survey is shown at. It moves only when the viewer asks, so that figures never change under a reading eye.
const shown = new Map<string, number>()
const listeners = new Set<() => void>()

export const shownLoadCount = (survey: string): number | undefined => shown.get(survey)

/** From now on the survey is shown at this data state. */
export function showLoadCount(survey: string, loadCount: number) {
  if (shown.get(survey) === loadCount) return
  shown.set(survey, loadCount)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useShownLoadCount = (survey: string) => useSyncExternalStore(subscribe, () => shown.get(survey))
