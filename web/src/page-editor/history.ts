/** What was done and can be undone. `present` is what stands; steps of the same `key` in a row are one. */
export type History<T> = {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  readonly key: string | null
}

export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [], key: null })

const most = 200

/** `key`: names what is being changed where it is changed letter by letter. */
export function change<T>(history: History<T>, next: T, key: string | null = null): History<T> {
  if (next === history.present) return history
  const joins = key !== null && key === history.key && history.past.length > 0
  const past = joins ? history.past : [...history.past, history.present].slice(-most)
  return { past, present: next, future: [], key }
}

export function undo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, ...rest }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], key: null }
}

export function redo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  const [next, ...later] = future
  if (next === undefined) return { past, present, future, ...rest }
  return { past: [...past, present], present: next, future: later, key: null }
}
