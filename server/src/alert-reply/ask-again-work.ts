import { setTimeout as sleep } from 'node:timers/promises'
import type { Stores } from '../stores.ts'
import type { Work } from '../work.ts'
import { askAgain } from './ask-again.ts'

/** Milliseconds: days after something, minutes do not matter. */
const pause = 60_000

/** Asks customers again as long as Kaiku runs, in any number of processes. */
export function startAskingAgain(stores: Stores, say: (line: string) => void): Work {
  const stopped = new AbortController()
  const { signal } = stopped
  const run = async () => {
    while (!signal.aborted) {
      const looked = await askAgain(stores, Date.now()).catch((error: unknown) => {
        if (!signal.aborted) say(`Asking again waits: ${error instanceof Error ? error.message : String(error)}`)
        return 0
      })
      if (looked === 0) await sleep(pause, undefined, { signal }).catch(() => {})
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
