import type { HealthRule, HouseSample } from '@kaiku/contract/watch.ts'
import { diskFullAt } from '@kaiku/core/disk-forecast.ts'
import type { LoopState } from '../background-work/loop-state.ts'
import type { RecurringState } from '../background-work/recurring-state.ts'
import type { At, OfProcess } from './sample.store.ts'

/** Something that is not as it should be. `value`: in the rule's own unit, see `limits`. */
export type Trouble = { readonly rule: HealthRule; readonly part: string; readonly value: number }

export type HouseLook = {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly house: HouseSample
  /** The oldest first; a day of the former, a week of the latter at most. */
  readonly before: readonly At<HouseSample>[]
  readonly processes: readonly OfProcess[]
  readonly loops: readonly LoopState[]
  readonly recurring: readonly RecurringState[]
  /** Whether mails go out; else they wait for ever, and that is no trouble. */
  readonly sendsMail: boolean
  /** Milliseconds for which PostgreSQL has just been away; 0: it was not. */
  readonly away: number
}

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/** From when on something is a trouble. */
export const limits = {
  /** Seconds that a change waits. */
  lag: 300,
  /** Seconds that something has been due. */
  overdue: 900,
  /** Given up in an hour. */
  givenUp: 10,
  /** Of the disk that is free. */
  diskFree: 0.1,
  /** Milliseconds until the disk is full. */
  diskFull: 7 * day,
  /** Seconds since the newest backup: a night that was missed is one too many. */
  backup: 26 * 3_600,
  /** Milliseconds since a loop went well; some of them look seldom. */
  loop: { usual: 15 * minute, seldom: 3 * hour },
  /** Attempts of recurring work that failed. */
  attempts: 4,
  /** Calls that broke in ten minutes, and steps of work. */
  errors: 20,
  /** Milliseconds that PostgreSQL is away. */
  away: 2 * minute,
} as const

/** Milliseconds for which something has to be so before it is told. */
export const holds: Readonly<Record<HealthRule, number>> = {
  lag: 10 * minute,
  queueStands: 10 * minute,
  givenUp: 0,
  diskLow: 5 * minute,
  diskFills: hour,
  backupLate: 0,
  loopStands: 5 * minute,
  loopFails: 10 * minute,
  workFails: 0,
  workGone: 5 * minute,
  storeDown: 2 * minute,
  errors: 0,
}

/** Loops that look once an hour where all is well. */
const seldomLoops = new Set(['tables', 'uploads'])
/** Milliseconds for which a process that was seen is there. */
const present = 5 * minute

/** All that is not as it should be. */
export function judge(look: HouseLook): readonly Trouble[] {
  return [
    ...storeTroubles(look),
    ...queueTroubles(look),
    ...diskTroubles(look),
    ...backupTroubles(look),
    ...workTroubles(look),
    ...errorTroubles(look),
  ]
}

const trouble = (isSo: boolean, rule: HealthRule, part: string, value: number): readonly Trouble[] =>
  isSo ? [{ rule, part, value }] : []

const storeTroubles = ({ house: { clickhouse, lag }, away }: HouseLook) => [
  ...trouble(clickhouse === null, 'storeDown', 'ClickHouse', 0),
  ...trouble(away >= limits.away, 'storeDown', 'PostgreSQL', away / second),
  ...trouble(lag.figures > limits.lag, 'lag', 'figures', lag.figures),
  ...trouble(lag.alerts > limits.lag, 'lag', 'alerts', lag.alerts),
]

function queueTroubles({ now, house, before, sendsMail }: HouseLook) {
  const [earlier] = before.filter(({ at }) => at.getTime() >= now - hour)
  return Object.entries(house.queues).flatMap(([name, { givenUp, overdue }]) => {
    const more = givenUp - (earlier?.sample.queues[name]?.givenUp ?? givenUp)
    return [
      ...trouble(overdue > limits.overdue && (name !== 'mail' || sendsMail), 'queueStands', name, overdue),
      ...trouble(more >= limits.givenUp, 'givenUp', name, more),
    ]
  })
}

function diskTroubles({ now, house: { disk }, before }: HouseLook) {
  const share = disk.total === 0 ? 1 : disk.free / disk.total
  const free = before.map(({ at, sample }) => ({ at: at.getTime(), free: sample.disk.free }))
  const fullAt = diskFullAt([...free, { at: now, free: disk.free }], disk.reserve)
  const days = fullAt === null ? 0 : (fullAt - now) / day
  return [
    ...trouble(share < limits.diskFree || disk.free < disk.reserve, 'diskLow', '', share),
    ...trouble(fullAt !== null && fullAt - now < limits.diskFull, 'diskFills', '', days),
  ]
}

/** Where there is none yet, the first is begun within minutes. */
const backupTroubles = ({ house: { backup } }: HouseLook) =>
  trouble(backup !== null && (backup.backup ?? 0) > limits.backup, 'backupLate', '', (backup?.backup ?? 0) / 3_600)

function workTroubles({ now, processes, loops, recurring, sendsMail }: HouseLook) {
  const seen = processes.filter(({ at }) => at.getTime() > now - present)
  const running = new Set(seen.flatMap(({ sample }) => sample.loops))
  const works = ({ process }: OfProcess) => /^(?:all|work)\b/.test(process)
  const lately = processes.filter(({ at }) => at.getTime() > now - day)
  const perLoop = loops.flatMap(({ name, doneAt, faultedAt }) => {
    if (!running.has(name) || (name === 'mail' && !sendsMail)) return []
    const [done, faulted] = [doneAt?.getTime() ?? 0, faultedAt?.getTime() ?? 0]
    const longest = seldomLoops.has(name) ? limits.loop.seldom : limits.loop.usual
    const stands = done > 0 && now - done > longest
    return [
      ...trouble(faulted > done, 'loopFails', name, 0),
      ...trouble(stands && faulted <= done, 'loopStands', name, (now - done) / second),
    ]
  })
  const failing = new Map(
    recurring.flatMap(({ work, attempts, fault }) =>
      fault !== null && attempts >= limits.attempts ? [[work, attempts] as const] : [],
    ),
  )
  return [
    ...perLoop,
    ...[...failing].flatMap(([work, attempts]) => trouble(true, 'workFails', work, attempts)),
    ...trouble(lately.some(works) && !seen.some(works), 'workGone', '', 0),
  ]
}

function errorTroubles({ now, processes }: HouseLook) {
  const lately = processes.filter(({ at }) => at.getTime() > now - 10 * minute)
  const broken = lately.reduce((all, { sample }) => all + sample.broken + sample.workFaults, 0)
  return trouble(broken >= limits.errors, 'errors', '', broken)
}
