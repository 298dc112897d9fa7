import { setTimeout as sleep } from 'node:timers/promises'
import { tryLock, unlock } from '../projection/lock.ts'
import type { Stores } from '../stores.ts'
import type { Work } from '../work.ts'
import { evaluatePlaces } from './evaluate.ts'

/** Milliseconds. */
const pauses = { idle: 30_000, failed: 30_000 }

/** Evaluates rules on places as long as Kaiku runs. Any number of processes may start it: one works, the others stand by. */
export function startPlaces(stores: Stores, say: (line: string) => void): Work {
  const stopped = new AbortController()
  const { signal } = stopped
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {})
  const run = async () => {
    while (!signal.aborted)
      try {
        await once(stores, signal)
        await pause(pauses.idle)
      } catch (error) {
        if (!signal.aborted) say(`Rules on places wait: ${error instanceof Error ? error.message : String(error)}`)
        await pause(pauses.failed)
      }
  }
  const running = run()
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

async function once(stores: Stores, signal: AbortSignal): Promise<void> {
  const client = await stores.service.connect()
  let broken = true
  try {
    if (await tryLock(client, 'places')) {
      await evaluatePlaces(stores, Date.now(), signal)
      await unlock(client, 'places')
    }
    broken = false
  } finally {
    // Ending the session lets go of the lock, whatever state it is in.
    client.release(broken)
  }
}
