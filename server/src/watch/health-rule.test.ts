import type { HouseSample, ProcessSample } from '@kaiku/contract/watch.ts'
import { describe, expect, it } from 'vitest'
import { type HouseLook, judge } from './health-rule.ts'
import { houseOf, processOf } from './sample.fixture.ts'

const now = Date.UTC(2026, 10, 28, 12)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const ago = (milliseconds: number) => new Date(now - milliseconds)

const look = (more: Partial<HouseLook> = {}): HouseLook =>
  Object.assign(
    {
      now,
      house: houseOf(),
      before: [],
      processes: [{ at: ago(minute), process: 'all 1', sample: processOf() }],
      loops: [],
      recurring: [],
      sendsMail: true,
      away: 0,
    },
    more,
  )
const house = (more: Partial<HouseSample>) => look({ house: houseOf(more) })
const processes = (more: Partial<ProcessSample>, at = minute) => ({
  processes: [{ at: ago(at), process: 'work 1', sample: processOf(more) }],
})
const mail = (more: object) => ({
  queues: { mail: Object.assign({ waiting: 5, givenUp: 0, overdue: 0 }, more) },
})

describe('what Kaiku holds to be wrong with itself', () => {
  it('is nothing where all is well', () => {
    expect(judge(look())).toEqual([])
  })

  it.each<[string, HouseLook, string, string]>([
    ['figures that lag', house({ lag: { figures: 301, alerts: 0 } }), 'lag', 'figures'],
    ['alerts that lag', house({ lag: { figures: 0, alerts: 900 } }), 'lag', 'alerts'],
    ['a ClickHouse that is away', house({ clickhouse: null }), 'storeDown', 'ClickHouse'],
    ['a PostgreSQL that was away', look({ away: 3 * minute }), 'storeDown', 'PostgreSQL'],
    ['a queue that stands', house(mail({ overdue: 901 })), 'queueStands', 'mail'],
    ['a disk with little room', house({ disk: { free: 9, total: 100, reserve: 0 } }), 'diskLow', ''],
    ['a disk below its reserve', house({ disk: { free: 50, total: 100, reserve: 60 } }), 'diskLow', ''],
    ['a late backup', house({ backup: { backup: 27 * 3_600, log: 60 } }), 'backupLate', ''],
    ['errors', look(processes({ broken: 12, workFaults: 8 })), 'errors', ''],
    [
      'a work that is gone',
      look({ processes: [{ at: ago(hour), process: 'work 1', sample: processOf() }] }),
      'workGone',
      '',
    ],
    [
      'a loop that stands',
      look({
        ...processes({ loops: ['figures'] }),
        loops: [{ name: 'figures', doneAt: ago(16 * minute), faultedAt: null, fault: null }],
      }),
      'loopStands',
      'figures',
    ],
    [
      'a loop that fails',
      look({
        ...processes({ loops: ['figures'] }),
        loops: [{ name: 'figures', doneAt: ago(2 * minute), faultedAt: ago(minute), fault: 'x' }],
      }),
      'loopFails',
      'figures',
    ],
    [
      'recurring work that fails',
      look({
        recurring: [
          { work: 'backup', universe: '', zone: 'UTC', doneAt: null, nextAt: ago(0), attempts: 4, fault: 'no room' },
        ],
      }),
      'workFails',
      'backup',
    ],
    [
      'what is given up',
      look({
        house: houseOf(mail({ givenUp: 30 })),
        before: [{ at: ago(50 * minute), sample: houseOf(mail({ givenUp: 20 })) }],
      }),
      'givenUp',
      'mail',
    ],
  ])('is %s', (_, of, rule, part) => {
    expect(judge(of).map((one) => [one.rule, one.part])).toEqual([[rule, part]])
  })

  it('is a disk that fills within a week, and none that fills in a month', () => {
    const filling = (perHour: number) =>
      look({
        house: houseOf({ disk: { free: 5_000, total: 10_000, reserve: 0 } }),
        before: Array.from({ length: 24 }, (_, at) => ({
          at: ago((24 - at) * hour),
          sample: houseOf({ disk: { free: 5_000 + (24 - at) * perHour, total: 10_000, reserve: 0 } }),
        })),
      })
    expect(judge(filling(50)).map(({ rule, value }) => [rule, Math.round(value)])).toEqual([['diskFills', 4]])
    expect(judge(filling(7))).toEqual([])
  })

  it.each<[string, HouseLook]>([
    ['mail that waits without a mail server', look({ house: houseOf(mail({ overdue: 9e5 })), sendsMail: false })],
    [
      'what was given up long ago',
      look({
        house: houseOf(mail({ givenUp: 90 })),
        before: [{ at: ago(hour), sample: houseOf(mail({ givenUp: 90 })) }],
      }),
    ],
    [
      'a loop that no process has',
      look({ loops: [{ name: 'figures', doneAt: ago(day), faultedAt: null, fault: null }] }),
    ],
    [
      'a loop that looks seldom',
      look({
        ...processes({ loops: ['tables'] }),
        loops: [{ name: 'tables', doneAt: ago(hour), faultedAt: null, fault: null }],
      }),
    ],
    ['backups that nobody asked for', house({ backup: null })],
    [
      'errors of yesterday',
      look({ processes: [...processes({ broken: 90 }, 20 * hour).processes, ...processes({}).processes] }),
    ],
  ])('is not %s', (_, of) => {
    expect(judge(of)).toEqual([])
  })
})
