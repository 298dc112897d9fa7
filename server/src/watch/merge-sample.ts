import type { HouseSample, ProcessSample } from '@kaiku/contract/watch.ts'

type Slow = ProcessSample['slow'][number]
const most = (values: readonly number[]) => values.reduce((high, one) => Math.max(high, one), 0)
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

/** Statements of one shape as one, those that took the longest altogether first. */
export function mergeSlow(statements: readonly Slow[], kept: number): Slow[] {
  const merged = new Map<string, Slow>()
  for (const one of statements) {
    const key = `${one.store} ${one.shape}`
    const { count = 0, total = 0, longest = 0 } = merged.get(key) ?? {}
    const together = { count: count + one.count, total: total + one.total, longest: Math.max(longest, one.longest) }
    merged.set(key, Object.assign({ store: one.store, shape: one.shape }, together))
  }
  return [...merged.values()].sort((a, b) => b.total - a.total).slice(0, kept)
}

/** Several samples of all of Kaiku, the oldest first: the worst of what waits, the last of what is kept. */
export function mergeHouse(samples: readonly [HouseSample, ...HouseSample[]]): HouseSample {
  const last = samples.at(-1) ?? samples[0]
  const worst = (of: (sample: HouseSample) => number) => most(samples.map(of))
  const queues = Object.entries(last.queues).map(([name, { givenUp }]) => {
    const waiting = worst((one) => one.queues[name]?.waiting ?? 0)
    return [name, { waiting, givenUp, overdue: worst((one) => one.queues[name]?.overdue ?? 0) }] as const
  })
  return Object.assign({}, last, {
    queues: Object.fromEntries(queues),
    behind: { figures: worst((one) => one.behind.figures), alerts: worst((one) => one.behind.alerts) },
    lag: { figures: worst((one) => one.lag.figures), alerts: worst((one) => one.lag.alerts) },
  })
}

const keptSlow = 5

/** Several samples of processes: what was counted together, the worst of how they fared. */
export function mergeProcesses(samples: readonly [ProcessSample, ...ProcessSample[]]): ProcessSample {
  const all = (of: (sample: ProcessSample) => number) => samples.map(of)
  return {
    calls: sum(all((one) => one.calls)),
    broken: sum(all((one) => one.broken)),
    unavailable: sum(all((one) => one.unavailable)),
    workFaults: sum(all((one) => one.workFaults)),
    hits: sum(all((one) => one.hits)),
    misses: sum(all((one) => one.misses)),
    memory: most(all((one) => one.memory)),
    loopDelay: most(all((one) => one.loopDelay)),
    pool: { open: most(all((one) => one.pool.open)), waiting: most(all((one) => one.pool.waiting)) },
    loops: [...new Set(samples.flatMap((one) => one.loops))],
    slow: mergeSlow(
      samples.flatMap((one) => one.slow),
      keptSlow,
    ),
  }
}
