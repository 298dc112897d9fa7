import { z } from 'zod'
import { call } from './call.ts'

const seconds = z.number()
const bytes = z.number()

/** How a statement fared, by its shape: without what it was asked with. */
export const slowStatement = z.object({
  store: z.enum(['postgres', 'clickhouse']),
  shape: z.string(),
  count: z.int(),
  total: seconds,
  longest: seconds,
})

/** How all of Kaiku fared at a moment. */
export const houseSample = z.object({
  /** `overdue`: for how long what should have been sent longest has been due. */
  queues: z.record(z.string(), z.object({ waiting: z.int(), givenUp: z.int(), overdue: seconds })),
  /** Changes that are yet to be followed, and since when the oldest of them waits. */
  behind: z.object({ figures: z.int(), alerts: z.int() }),
  lag: z.object({ figures: seconds, alerts: seconds }),
  postgres: z.object({ bytes, connections: z.int(), most: z.int() }),
  /** Null: it is away. */
  clickhouse: z.object({ bytes, parts: z.int(), memory: bytes }).nullable(),
  disk: z.object({ free: bytes, total: bytes, reserve: bytes }),
  /** Since the newest backup and piece of log; null: there is none, or none is asked for. */
  backup: z.object({ backup: seconds.nullable(), log: seconds.nullable() }).nullable(),
})
export type HouseSample = z.output<typeof houseSample>

/** How one process fared since its last sample. */
export const processSample = z.object({
  calls: z.int(),
  /** Calls that broke, that were not answered because a store was away, and steps of work that failed. */
  broken: z.int(),
  unavailable: z.int(),
  workFaults: z.int(),
  hits: z.int(),
  misses: z.int(),
  memory: bytes,
  /** The 99th percentile of how long the event loop stood still. */
  loopDelay: seconds,
  pool: z.object({ open: z.int(), waiting: z.int() }),
  /** What goes on all the time in it. */
  loops: z.array(z.string()),
  slow: z.array(slowStatement),
})
export type ProcessSample = z.output<typeof processSample>

/** What Kaiku tells its operators of itself. */
export const healthRules = [
  'lag',
  'queueStands',
  'givenUp',
  'diskLow',
  'diskFills',
  'backupLate',
  'loopStands',
  'loopFails',
  'workFails',
  'workGone',
  'storeDown',
  'errors',
] as const
export type HealthRule = (typeof healthRules)[number]

const healthAlert = z.object({
  alertId: z.string(),
  rule: z.enum(healthRules),
  /** Which queue, loop or store; empty: there is but one. */
  part: z.string(),
  beganAt: z.iso.datetime(),
  toldAt: z.iso.datetime().nullable(),
  overAt: z.iso.datetime().nullable(),
})
export type HealthAlert = z.output<typeof healthAlert>

/** What is drawn; null: nobody looked then. */
const point = z.object({
  at: z.iso.datetime(),
  figuresLag: seconds.nullable(),
  alertsLag: seconds.nullable(),
  waiting: z.number().nullable(),
  calls: z.number().nullable(),
  errors: z.number().nullable(),
  loopDelay: seconds.nullable(),
  memory: bytes.nullable(),
  postgres: bytes.nullable(),
  clickhouse: bytes.nullable(),
  diskFree: bytes.nullable(),
})
export type HealthPoint = z.output<typeof point>

export const healthSpans = ['day', 'week', 'quarter'] as const
export type HealthSpan = (typeof healthSpans)[number]

export const watchCalls = {
  standing: call({
    method: 'GET',
    path: 'backend/health',
    summary: 'How all of Kaiku fares now: its stores, queues, disk, backups and processes, and what it told of itself',
    reply: z
      .object({
        at: z.iso.datetime(),
        /** Null: nobody has looked yet. */
        house: houseSample.nullable(),
        /** When the disk is full if it goes on as it did; null: that is not foreseen. */
        diskFullAt: z.iso.datetime().nullable(),
        processes: z.array(
          z.object({ process: z.string(), at: z.iso.datetime(), memory: bytes, loopDelay: seconds, open: z.int() }),
        ),
        /** Those that go on first, then the newest. */
        alerts: z.array(healthAlert),
        /** Whom they are mailed to; null: whoever is root. */
        mailedTo: z.array(z.string()).nullable(),
        /** Of the last day, those that took the longest altogether first. */
        slow: z.array(slowStatement),
      })
      .meta({ id: 'HealthStanding' }),
    needs: 'openBackend',
  }),
  history: call({
    method: 'GET',
    path: 'backend/health/history',
    summary: 'How Kaiku fared over a day, a week or a quarter of a year',
    query: z.strictObject({ span: z.enum(healthSpans) }),
    reply: z.object({ points: z.array(point) }).meta({ id: 'HealthHistory' }),
    needs: 'openBackend',
  }),
}
