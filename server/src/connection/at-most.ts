import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Stores } from '../db/stores.ts'

/** Milliseconds for which a process that was told that it is enough does not ask again. */
const enough = 1_000

/**
 * Whether one more of somebody's is counted: at most so many in each so many milliseconds, at all web processes
 * together. `what`: what is counted, unlike anything else that is.
 */
export function atMost(
  { service }: Pick<Stores, 'service'>,
  what: string,
  count: number,
  within: number,
): (whose: string) => Promise<boolean> {
  const spent = new LRUCache<string, true>({ max: 10_000, ttl: enough })
  return async (whose) => {
    if (spent.has(whose)) return false
    const key = createHash('sha256').update(`${what} ${whose}`).digest()
    const { rowCount } = await service.query(tryOnce, [key, within / 1_000, count])
    if (rowCount === 1) return true
    spent.set(whose, true)
    return false
  }
}

/** Counts where there is room, and forgets some of what is over. */
const tryOnce = `with over as (delete from recent_try where key in (
    select key from recent_try where until < now() and key <> $1 order by until limit 20 for update skip locked))
  insert into recent_try as before (key, tries, until) values ($1, 1, now() + make_interval(secs => $2))
  on conflict (key) do update set
    tries = case when before.until <= now() then 1 else before.tries + 1 end,
    until = case when before.until <= now() then excluded.until else before.until end
  where before.until <= now() or before.tries < $3`
