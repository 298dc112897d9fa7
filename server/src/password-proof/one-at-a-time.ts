import type { Stores } from '../db/stores.ts'

const lasts = new WeakMap<Stores, Map<string, Promise<unknown>>>()

/** Runs what shares a key one after another, in the order of arrival. */
export async function oneAtATime<T>(stores: Stores, key: string, run: () => Promise<T>): Promise<T> {
  const last = lasts.get(stores) ?? new Map<string, Promise<unknown>>()
  lasts.set(stores, last)
  const own = Promise.allSettled([last.get(key)]).then(run)
  last.set(key, own)
  try {
    return await own
  } finally {
    if (last.get(key) === own) last.delete(key)
  }
}
