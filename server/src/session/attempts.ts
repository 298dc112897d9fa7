import type { Stores } from '../stores.ts'

/** Failures that cost nothing: people mistype. */
const free = 5
/** Seconds after the first failure that counts; each further one doubles it. */
const first = 2
const longest = 15 * 60
/** Hours after which failures are forgotten. */
const forgotten = 24

/**
 * Seconds until the next attempt is heard, 0 for at once. Counted by account and address together, and by address
 * alone: a guesser becomes slow, and cannot keep the account's owner out, who comes from elsewhere.
 */
export async function secondsToWait({ service }: Stores, keys: readonly string[], withoutCost = free): Promise<number> {
  const { rows } = await service.query<{ failed: number; since: number }>(
    `select failed, extract(epoch from now() - last_at)::float8 as since from attempt
      where key = any($1) and last_at > now() - make_interval(hours => $2)`,
    [keys, forgotten],
  )
  return Math.max(0, ...rows.map(({ failed, since }) => Math.ceil(pause(failed - withoutCost) - since)))
}

const pause = (beyond: number) => (beyond < 0 ? 0 : Math.min(longest, first * 2 ** beyond))

export async function countFailure({ service }: Stores, keys: readonly string[]): Promise<void> {
  await service.query(
    `insert into attempt (key, failed, last_at) select key, 1, now() from unnest($1::text[]) key
      on conflict (key) do update set last_at = now(), failed = case
        when attempt.last_at < now() - make_interval(hours => $2) then 1 else attempt.failed + 1 end`,
    [keys, forgotten],
  )
}

export const forgetFailures = async ({ service }: Stores, keys: readonly string[]): Promise<void> => {
  await service.query('delete from attempt where key = any($1)', [keys])
}
