import { type HealthPoint, type HealthSpan, type HouseSample, watchCalls } from '@kaiku/contract/watch.ts'
import { diskFullAt } from '@kaiku/core/disk-forecast.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { listAlerts } from './health-alert.store.ts'
import { mergeSlow } from './merge-sample.ts'
import { type At, houseSamples, type OfProcess, processSamples } from './sample.store.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** Milliseconds for which a process that was seen is there. */
const present = 3 * minute
const mostSlow = 20

/** Milliseconds that are drawn, and of each point. */
const spans: Readonly<Record<HealthSpan, { readonly all: number; readonly step: number }>> = {
  day: { all: day, step: 5 * minute },
  week: { all: 7 * day, step: hour },
  quarter: { all: 91 * day, step: 12 * hour },
}

export const healthPageRoutes = (app: FastifyInstance, stores: Stores, { watch: { mail } }: Configuration) =>
  mount(app, watchCalls, {
    async standing() {
      const now = Date.now()
      const [houses, processes, alerts] = await Promise.all([
        houseSamples(stores, now - 7 * day),
        processSamples(stores, now - day),
        listAlerts(stores),
      ])
      const house = houses.at(-1)?.sample ?? null
      const free = houses.map(({ at, sample }) => ({ at: at.getTime(), free: sample.disk.free }))
      const fullAt = house === null ? null : diskFullAt(free, house.disk.reserve)
      const slow = processes.flatMap(({ sample }) => sample.slow)
      return {
        at: new Date(now).toISOString(),
        house,
        diskFullAt: fullAt === null ? null : new Date(fullAt).toISOString(),
        processes: presentProcesses(processes, now),
        alerts,
        mailedTo: mail === 'roots' ? null : mail === 'off' ? [] : [...mail],
        slow: mergeSlow(slow, mostSlow),
      }
    },
    async history(_who, { span }) {
      const { all, step } = spans[span]
      const now = Date.now()
      const from = Math.ceil((now - all) / step) * step
      const [houses, processes] = await Promise.all([houseSamples(stores, from), processSamples(stores, from)])
      return { points: pointsOf(houses, processes, { from, to: now, step }) }
    },
  })

/** The last sample of each that is there now. */
function presentProcesses(processes: readonly OfProcess[], now: number) {
  const newest = new Map(processes.map((one) => [one.process, one]))
  return [...newest.values()]
    .filter(({ at }) => at.getTime() > now - present)
    .map(({ process, at, sample: { memory, loopDelay, pool } }) => ({
      process,
      at: at.toISOString(),
      memory,
      loopDelay,
      open: pool.open,
    }))
}

type Range = { readonly from: number; readonly to: number; readonly step: number }

/** One for each step, the worst or the last of what was seen in it; nulls where nobody looked. */
export function pointsOf(
  houses: readonly At<HouseSample>[],
  processes: readonly OfProcess[],
  { from, to, step }: Range,
): HealthPoint[] {
  const slot = ({ at }: { readonly at: Date }) => Math.floor((at.getTime() - from) / step)
  const houseAt = grouped(houses, slot)
  const processAt = grouped(processes, slot)
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => {
    const own = (houseAt.get(index) ?? []).map(({ sample }) => sample)
    const last = own.at(-1)
    const seen = (processAt.get(index) ?? []).map(({ sample }) => sample)
    const worst = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values))
    const sum = (values: readonly number[]) => (values.length === 0 ? null : values.reduce((all, one) => all + one, 0))
    const waiting = (sample: HouseSample) =>
      Object.values(sample.queues).reduce((all, { waiting: more }) => all + more, 0)
    return {
      at: new Date(from + index * step).toISOString(),
      figuresLag: worst(own.map(({ lag }) => lag.figures)),
      alertsLag: worst(own.map(({ lag }) => lag.alerts)),
      waiting: worst(own.map(waiting)),
      calls: sum(seen.map(({ calls }) => calls)),
      errors: sum(seen.map(({ broken, unavailable, workFaults }) => broken + unavailable + workFaults)),
      loopDelay: worst(seen.map(({ loopDelay }) => loopDelay)),
      memory: worst(seen.map(({ memory }) => memory)),
      postgres: last?.postgres.bytes ?? null,
      clickhouse: last?.clickhouse?.bytes ?? null,
      diskFree: last?.disk.free ?? null,
    }
  })
}

function grouped<T>(all: readonly T[], by: (one: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>()
  for (const one of all) {
    const key = by(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
