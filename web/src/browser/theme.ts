import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

let theme: Theme = themes.find((one) => one === readStored('theme')) ?? 'system'
const listeners = new Set<() => void>()

export function applyTheme(next: Theme = theme) {
  theme = next
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
  for (const listener of listeners) listener()
}

export function chooseTheme(next: Theme) {
  writeStored('theme', next)
  applyTheme(next)
}

/** The account's theme, where this browser was not told another. */
export function suggestTheme(text: string) {
  const suggested = themes.find((one) => one === text)
  if (readStored('theme') === null && suggested) applyTheme(suggested)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => theme)
