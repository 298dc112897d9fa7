import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { ProcessSample } from '@kaiku/contract/watch.ts'
import { runningLoops } from '../background-work/work-loop.ts'
import type { Stores } from '../db/stores.ts'
import { takeTally } from '../measure/meter.ts'
import { takeSlowStatements } from '../measure/statement.ts'

const mostSlow = 5
/** Milliseconds between two looks of the event loop; what it reports holds them, too. */
const resolution = 20

/** Tells how this process fared since it was asked last. */
export function processLooker({ pool, service, owner }: Pick<Stores, 'pool' | 'service' | 'owner'>) {
  const delay: IntervalHistogram = monitorEventLoopDelay({ resolution })
  delay.enable()
  takeTally()
  takeSlowStatements(0)
  return {
    take(): ProcessSample {
      const loopDelay = Math.max(0, delay.percentile(99) / 1e6 - resolution) / 1_000
      delay.reset()
      const pools = [pool, service, owner]
      const sum = (count: 'totalCount' | 'waitingCount') => pools.reduce((all, one) => all + one[count], 0)
      return Object.assign(takeTally(), {
        memory: process.memoryUsage.rss(),
        loopDelay: Number.isFinite(loopDelay) ? loopDelay : 0,
        pool: { open: sum('totalCount'), waiting: sum('waitingCount') },
        loops: [...runningLoops],
        slow: [...takeSlowStatements(mostSlow)],
      })
    },
    stop: () => delay.disable(),
  }
}
