import { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import { keepWorking } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { limits, sendPushes } from './send-pushes.ts'

/** Milliseconds. */
const pauses = { idle: 1_000, busy: 20, failed: 10_000 }

/** Sends what waits for people’s devices as long as Kaiku runs, in any number of processes. */
export const startPushes = (
  stores: Stores,
  say: (line: string) => void,
  configuration: Pick<Configuration, 'publicUrl' | 'webhookHosts' | 'mail'>,
): BackgroundJob => {
  const what = 'Notices to devices wait'
  const lanes = new WorkLanes(limits, (error) =>
    say(`${what}: ${error instanceof Error ? error.message : String(error)}`),
  )
  const ended = () => lanes.allEnd()
  return keepWorking({ what, failed: pauses.failed, say, ended }, async (stopped) => {
    const started = await sendPushes(stores, configuration, lanes, stopped)
    if (started === 0) await lanes.oneEnds(pauses.idle, stopped)
    return pauses.busy
  })
}
