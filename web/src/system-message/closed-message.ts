import { hashText } from '@kaiku/core/text-hash.ts'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../browser/stored.ts'
import type { BarMessage } from './system-message.tsx'

/** Messages of which it is remembered that they were closed; the oldest are forgotten. */
const most = 100
const name = 'closedMessages'

/** What a message says, in every language: it is another once that changes. */
function markOf({ text, texts }: BarMessage): string {
  const halves = new Uint32Array(2)
  hashText(JSON.stringify([text, Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))]), halves)
  return [...halves].map((half) => half.toString(36)).join('.')
}

const keyOf = (id: string, message: BarMessage) => `${id} ${markOf(message)}`

let closed: readonly string[] | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function stored(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readStored(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
const read = () => {
  closed ??= stored()
  return closed
}

/** Puts a message away in this browser until it says something else. */
export function closeMessage(id: string, message: BarMessage) {
  const key = keyOf(id, message)
  // Another window may have closed others meanwhile.
  closed = [key, ...new Set([...stored(), ...read()].filter((one) => one !== key))].slice(0, most)
  writeStored(name, JSON.stringify(closed))
  for (const listener of listeners) listener()
}

/** Whether a message was put away as it says it now. */
export function useClosedMessages(): (id: string, message: BarMessage) => boolean {
  const keys = useSyncExternalStore(subscribe, read)
  return (id, message) => keys.includes(keyOf(id, message))
}
