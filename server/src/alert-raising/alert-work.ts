import { setTimeout as sleep } from 'node:timers/promises'
import { tryLock, unlock } from '../projection/lock.ts'
import type { Stores } from '../stores.ts'
import type { Work } from '../work.ts'
import { escalateAlerts } from './escalate.ts'
import { raiseAlerts } from './raise.ts'

/** Milliseconds. */
const pauses = { idle: 250, standby: 2_000, failed: 3_000, escalations: 30_000 }

/**
 * Raises alerts for what is committed and escalates those that nobody takes up, as long as Kaiku runs. Any number of processes may start it: one works, the
 * others stand by.
 */
export function startAlerts(stores: Stores, say: (line: string) => void): Work {
  const stopped = new AbortController()
  const { signal } = stopped
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {})
  let nextEscalation = 0
  const run = async () => {
    while (!signal.aborted)
      try {
        await whileLocked(stores, signal, async () => {
          const { changes } = await raiseAlerts(stores, Date.now())
          if (Date.now() >= nextEscalation) {
            await escalateAlerts(stores, Date.now())
            nextEscalation = Date.now() + pauses.escalations
          }
          if (changes === 0) await pause(pauses.idle)
        })
        await pause(pauses.standby)
      } catch (error) {
        if (!signal.aborted) say(`Alerts wait: ${error instanceof Error ? error.message : String(error)}`)
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

/** Repeats `step` until told to stop; returns at once where another process does. */
async function whileLocked({ service }: Stores, signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  const client = await service.connect()
  let broken = true
  try {
    if (await tryLock(client, 'alerts')) {
      while (!signal.aborted) await step()
      await unlock(client, 'alerts')
    }
    broken = false
  } finally {
    // Ending the session lets go of the lock, whatever state it is in.
    client.release(broken)
  }
}
