import type pg from 'pg'
import { alone, type Lock } from './lock.ts'
import { type BackgroundJob, keepWorking, type Loop, pause } from './work-loop.ts'

/** What follows the changes: how one process of all takes it up, goes on, and lays it down. */
export type Following = {
  readonly lock: Lock
  readonly begin?: (client: pg.PoolClient) => Promise<void>
  readonly end?: (client: pg.PoolClient) => Promise<void>
}

/** Runs `use` as the one who follows; false: another process does. */
export const asFollower = (
  { service }: Loop['stores'],
  { lock, begin, end }: Following,
  use: (client: pg.PoolClient) => Promise<void>,
): Promise<boolean> =>
  alone(service, lock, async (client) => {
    await begin?.(client)
    try {
      await use(client)
    } finally {
      await end?.(client)
    }
  })

/**
 * Follows the changes as long as Kaiku runs: `step` takes the next ones and remembers how far it has come, and answers the
 * milliseconds until the next step. Any number of processes may start it: one follows, the others stand by.
 */
export const keepFollowing = (
  loop: Loop,
  following: Following,
  step: (client: pg.PoolClient, signal: AbortSignal) => Promise<number>,
): BackgroundJob =>
  keepWorking(loop, async (signal, { well }) => {
    await asFollower(loop.stores, following, async (client) => {
      while (!signal.aborted) {
        const wait = await step(client, signal)
        well()
        await pause(wait, signal)
      }
    })
    return null
  })
