import { setTimeout as sleep } from 'node:timers/promises'
import type { Stores } from '../db/stores.ts'

/** Milliseconds until it is looked again although nothing was heard: a notification may be lost. */
const quiet = 5_000
const afterFailure = 1_000

/**
 * Looks at once, then after every notification on a channel, as long as `signal` lets it; `look` answers after how many
 * milliseconds at most it wants to look again, null: no sooner than usual. Uses one connection of its own, and a new one
 * when that breaks.
 */
export async function listen(
  stores: Stores,
  channel: string,
  look: () => Promise<number | null>,
  log: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await listenOnce(stores, channel, look, signal).catch(log)
    await sleep(afterFailure, undefined, { signal }).catch(() => {})
  }
}

async function listenOnce(
  { service }: Stores,
  channel: string,
  look: () => Promise<number | null>,
  signal: AbortSignal,
): Promise<void> {
  const client = await service.connect()
  let isOver = signal.aborted
  let woken = new AbortController()
  const end = () => {
    isOver = true
    woken.abort()
  }
  client.on('notification', () => woken.abort())
  for (const broken of ['error', 'end'] as const) client.on(broken, end)
  signal.addEventListener('abort', end)
  try {
    await client.query(`listen ${channel}`)
    while (!isOver) {
      // Created before looking, so that a notification that comes meanwhile ends the pause after it.
      woken = new AbortController()
      const pause = (await look()) ?? quiet
      if (!isOver) await sleep(pause, undefined, { signal: woken.signal }).catch(() => {})
    }
  } finally {
    signal.removeEventListener('abort', end)
    // It listens, so nobody else may have it.
    client.release(true)
  }
}
