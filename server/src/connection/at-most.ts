import { LRUCache } from 'lru-cache'

/** Whether one more of somebody's is counted: at most so many in each so many milliseconds. */
export function atMost(count: number, within: number): (whose: string) => boolean {
  const seen = new LRUCache<string, number>({ max: 10_000, ttl: within, noUpdateTTL: true })
  return (whose) => {
    const before = seen.get(whose) ?? 0
    if (before >= count) return false
    seen.set(whose, before + 1)
    return true
  }
}
