import type { Configuration } from '../configuration.ts'
import type { Stores } from '../stores.ts'
import type { Work } from '../work.ts'
import { keepWorking } from '../work-loop.ts'
import { sendPushes } from './send-pushes.ts'

/** Milliseconds. */
const pauses = { idle: 1_000, failed: 10_000 }

/** Sends what waits for people’s devices as long as Kaiku runs, in any number of processes. */
export const startPushes = (
  stores: Stores,
  say: (line: string) => void,
  configuration: Pick<Configuration, 'publicUrl' | 'webhookHosts' | 'mail'>,
): Work =>
  keepWorking({ what: 'Notices to devices wait', failed: pauses.failed, say }, async () => {
    const sent = await sendPushes(stores, configuration)
    return sent === 0 ? pauses.idle : 0
  })
