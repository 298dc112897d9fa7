import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from '../configuration.ts'
import type { Stores } from '../stores.ts'
import type { Work } from '../work.ts'
import { tellPeople } from './tell-people.ts'

/** Milliseconds. */
const pauses = { idle: 2_000, failed: 10_000 }

/** Writes mails about alerts as long as Kaiku runs, in any number of processes. */
export function startNotices(
  stores: Stores,
  say: (line: string) => void,
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
): Work {
  const stopped = new AbortController()
  const { signal } = stopped
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {})
  const run = async () => {
    while (!signal.aborted)
      try {
        if ((await tellPeople(stores, publicUrl, Date.now())) === 0) await pause(pauses.idle)
      } catch (error) {
        if (!signal.aborted) say(`Mails about alerts wait: ${error instanceof Error ? error.message : String(error)}`)
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
