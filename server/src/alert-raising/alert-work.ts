import type { BackgroundJob } from '../background-work/work-loop.ts'
import { keepWorking, pause } from '../background-work/work-loop.ts'
import type { Stores } from '../db/stores.ts'
import { alone } from '../projection/lock.ts'
import { escalateAlerts } from './escalate.ts'
import { raiseAlerts } from './raise.ts'

/** Milliseconds. */
const pauses = { idle: 250, standby: 2_000, failed: 3_000, escalations: 30_000 }

/**
 * Raises alerts for what is committed and escalates those that nobody takes up, as long as Kaiku runs. Any number of
 * processes may start it: one works, the others stand by.
 */
export function startAlerts(stores: Stores, say: (line: string) => void): BackgroundJob {
  let nextEscalation = 0
  const step = async (signal: AbortSignal) => {
    const { changes } = await raiseAlerts(stores, Date.now())
    if (Date.now() >= nextEscalation) {
      await escalateAlerts(stores, Date.now())
      nextEscalation = Date.now() + pauses.escalations
    }
    if (changes === 0) await pause(pauses.idle, signal)
  }
  return keepWorking({ what: 'Alerts wait', failed: pauses.failed, say }, async (signal) => {
    await alone(stores.service, 'alerts', async () => {
      while (!signal.aborted) await step(signal)
    })
    return pauses.standby
  })
}
