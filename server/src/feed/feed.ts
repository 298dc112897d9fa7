import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { asFollower, keepFollowing } from '../background-work/follow.ts'
import { lock, unlock } from '../background-work/lock.ts'
import type { Say } from '../background-work/work-loop.ts'
import { bool, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { caughtUp, isBehind, isPassed, lastChange } from '../projection/pending.ts'
import { applyBatch, beginBatch, finishBatch, largestBatch, openBatch } from './batch.ts'
import { settle } from './load-count.ts'
import { isProtecting, releaseDue } from './withheld.ts'

export type Feed = {
  /** Finishes the batch at hand. */
  stop(): Promise<void>
  /** Waits until all that is committed now, of one survey or of all, is visible and the load count says so. */
  caughtUp(survey?: number): Promise<void>
  /** Milliseconds for which something committed has been waiting; 0 when nothing waits or another process feeds. */
  lag(): number
}

/** Milliseconds. */
const pauses = {
  /** Between two batches: each insert is a file of its own that has to be merged. */
  small: 50,
  /** Between two batches of an import: a row of a large batch costs half as much, and the import needs the processor. */
  large: 500,
  idle: { least: 10, most: 160 },
  failed: { first: 100, longest: 3_000 },
}
const many = 1_000

/**
 * Carries every committed change into ClickHouse, in commit order, until stopped. Any number of processes may start one:
 * one of them feeds, the others stand by.
 */
export function startFeed(stores: Stores, log: Say): Feed {
  let waitingSince: number | null = null
  let idle = pauses.idle.least
  let owes = true
  const begin = async (client: pg.PoolClient) => {
    owes = true
    await following.begin(client)
  }
  const loop = { stores, name: 'figures', what: 'The projection waits', failed: pauses.failed, log }
  const { stop } = keepFollowing(loop, { ...following, begin }, async (client) => {
    const ahead = await lookAhead(client)
    const changes = await step(stores, client, ahead, owes)
    owes = changes.owes
    const left = ahead.isBehind ? await lookAhead(client) : ahead
    waitingSince = left.isBehind ? (waitingSince ?? performance.now()) : null
    if (changes.count >= largestBatch) return 0
    idle = changes.count > 0 ? pauses.idle.least : Math.min(idle * 2, pauses.idle.most)
    return changes.count >= many ? pauses.large : changes.count > 0 ? pauses.small : idle
  })
  return {
    stop,
    caughtUp: (survey) => caughtUp(stores, survey),
    lag: () => (waitingSince === null ? 0 : performance.now() - waitingSince),
  }
}

/** What a step may find. */
type Ahead = { readonly isBehind: boolean; readonly hasBatch: boolean; readonly isProtecting: boolean }
const all: Ahead = { isBehind: true, hasBatch: true, isProtecting: true }

/** Asked all the time, where mostly there is nothing: so it is one statement. */
async function lookAhead(client: pg.PoolClient): Promise<Ahead> {
  const { rows } = await query(
    client,
    { isBehind: bool, hasBatch: bool, isProtecting: bool },
    `select ${isBehind('projection_cursor')} as "isBehind", ${isProtecting} as "isProtecting",
       exists (select from projection_batch where done_at is null) as "hasBatch"`,
  )
  return rows[0] ?? all
}

/** One batch at most. Nobody exchanges tables meanwhile. */
async function step(stores: Stores, client: pg.PoolClient, ahead: Ahead, owes: boolean) {
  const isReleased = ahead.isProtecting && (await releaseDue(stores, client))
  const mayHave = ahead.isBehind || ahead.hasBatch || isReleased
  const batch = mayHave ? ((await openBatch(client)) ?? (await beginBatch(stores, client))) : null
  if (batch === null && !owes) return { count: 0, owes: false }
  await lock(client, 'batch')
  if (batch !== null) {
    crashPoint('begun')
    await applyBatch(stores, batch)
    crashPoint('inserted')
    await finishBatch(client, batch)
    crashPoint('finished')
  }
  const stillOwes = await settle(stores, client)
  await unlock(client, 'batch')
  return { count: batch?.changes ?? 0, owes: stillOwes }
}

/** As the one feed of this database. */
const following = {
  lock: 'feed',
  begin: rewindAfterCrash,
  // What was acknowledged is safe as long as this process lives to say so.
  end: async (client: pg.PoolClient) => {
    await client.query('update projection_cursor set running = false').catch(() => {})
  },
} as const

const rewoundBatches = 5

/**
 * After an unclean end the last batches are done again, as they were saved. What ClickHouse acknowledged is on disk, so
 * this is a second net under the first; it is cheap, since the same rows are recognised.
 */
async function rewindAfterCrash(client: pg.PoolClient): Promise<void> {
  const { rows } = await query(
    client,
    { running: bool },
    `update projection_cursor c set running = true from (select running from projection_cursor for update) was
     returning was.running`,
  )
  if (!rows[0]?.running) return
  await client.query(
    `update projection_batch set done_at = null where number in (
      select number from projection_batch where done_at is not null order by number desc limit ${rewoundBatches})`,
  )
}

/**
 * Returns when all that is committed now is visible: feeds by itself where no server runs, else waits for the server's
 * feed. Throws what stops the feed.
 */
export async function catchUp(stores: Stores): Promise<void> {
  for (let isReleasing = true; isReleasing; ) {
    const target = await lastChange(stores.service)
    while (!(await isPassed(stores, target))) {
      await asFollower(stores, following, async (client) => {
        while (!(await isPassed(stores, target))) {
          const { count } = await step(stores, client, all, true)
          if (count === 0) await sleep(pauses.idle.least)
        }
      })
      await sleep(pauses.idle.least)
    }
    isReleasing = false
    await asFollower(stores, following, async (client) => {
      isReleasing = await releaseDue(stores, client)
    })
  }
}
