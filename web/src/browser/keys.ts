import { useEffect } from 'react'
import { readStored, writeStored } from './stored.ts'

/** Whether keys write here. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')

type Pressed = Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey'>

const stored = 'keys'
/** Single keys disturb who speaks to their device, so each may do without. */
export const areKeysOn = (): boolean => readStored(stored) !== 'off'
export const turnKeys = (on: boolean): void => writeStored(stored, on ? 'on' : 'off')

/** What a key does that stands for itself: nothing while somebody types, chooses in a dialog, or turned such keys off. */
export function keyAct<T>(
  { key, target, ctrlKey, metaKey, altKey }: Pressed,
  acts: Readonly<Record<string, T>>,
): T | undefined {
  const isOther = isTyping(target) || ctrlKey || metaKey || altKey || !areKeysOn()
  return isOther || document.querySelector('dialog[open]') !== null || !Object.hasOwn(acts, key) ? undefined : acts[key]
}

/** Single keys that act on a screen. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = keyAct(event, acts)
      if (act === undefined) return
      // What it opens must not be given the letter as well.
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
