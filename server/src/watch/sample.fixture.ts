import type { HouseSample, ProcessSample } from '@kaiku/contract/watch.ts'

/** A Kaiku that is well, but for what is said. */
export const houseOf = (more: Partial<HouseSample> = {}): HouseSample =>
  Object.assign(
    {
      queues: { mail: { waiting: 0, givenUp: 0, overdue: 0 }, tasks: { waiting: 1, givenUp: 0, overdue: 3 } },
      behind: { figures: 0, alerts: 0 },
      lag: { figures: 0, alerts: 0 },
      postgres: { bytes: 1e9, connections: 12, most: 100 },
      clickhouse: { bytes: 2e9, parts: 80, memory: 3e8 },
      disk: { free: 6e10, total: 1e11, reserve: 5e8 },
      backup: { backup: 3_600, log: 100 },
    },
    more,
  )

/** A process that is well, but for what is said. */
export const processOf = (more: Partial<ProcessSample> = {}): ProcessSample =>
  Object.assign(
    {
      calls: 120,
      broken: 0,
      unavailable: 0,
      workFaults: 0,
      hits: 90,
      misses: 10,
      memory: 4e8,
      loopDelay: 0.012,
      pool: { open: 6, waiting: 0 },
      loops: [],
      slow: [],
    },
    more,
  )
