import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { settle, takeDue, whileLeased } from './queue.ts'
import { recurringStates } from './recurring-state.ts'
import { planWork, type RecurringWork, recurringQueue, runDue } from './recurring-work.ts'
import { WorkLanes } from './work-lanes.ts'

let test: TestStores
let universes: Readonly<Record<'helsinki' | 'tokyo', string>>
beforeAll(async () => {
  test = await openTestStores()
  const inZone = async (name: string, zone: string) => {
    const id = await test.universe(name)
    await test.stores.service.query('update universe set time_zone = $2 where id = $1', [id, zone])
    return id
  }
  universes = {
    helsinki: await inZone('helsinki', 'Europe/Helsinki'),
    tokyo: await inZone('tokyo', 'Asia/Tokyo'),
  }
})
beforeEach(() => test.stores.service.query('delete from recurring_work'))
afterAll(() => test?.close())

const at = (text: string) => Date.parse(text)
const quiet = () => {}
const running = new AbortController().signal

/** Does what is due at a moment, by several processes at once. */
async function passes(works: readonly RecurringWork[], now: string, log: (line: string) => void = quiet) {
  await Promise.all(
    [1, 2, 3].map(async () => {
      const lanes = new WorkLanes(recurringQueue.limits, (error) => expect.unreachable(String(error)))
      while ((await runDue(test.stores, works, log, lanes, running, at(now))) > 0) await lanes.allEnd()
    }),
  )
}

/** A work of the night that remembers for whom and when it ran. */
function nightly(of: 'universe' | 'kaiku', hour: number) {
  const ran: string[] = []
  const work: RecurringWork = {
    ...{ name: 'night', of, when: { hour } },
    run: async ({ universe, now }) => {
      const name = Object.entries(universes).find(([, id]) => id === universe)?.[0] ?? 'kaiku'
      ran.push(`${name} ${new Date(now).toISOString()}`)
      return null
    },
  }
  return { work, ran, takeRan: () => ran.splice(0).toSorted() }
}

const nights = async () =>
  (await recurringStates(test.stores)).map(({ universe, nextAt }) => `${universe} ${nextAt.toISOString()}`)

describe('work at night', () => {
  it('is done at its hour in the zone of each universe, once over all processes', async () => {
    const { work, takeRan } = nightly('universe', 2)
    await planWork(test.stores, [work], at('2026-06-01T12:00:00Z'))
    expect(await nights()).toEqual(['helsinki 2026-06-01T23:00:00.000Z', 'tokyo 2026-06-01T17:00:00.000Z'])
    await passes([work], '2026-06-01T16:59:59Z')
    expect(takeRan()).toEqual([])
    await passes([work], '2026-06-01T17:00:00Z')
    await passes([work], '2026-06-01T17:00:01Z')
    expect(takeRan()).toEqual(['tokyo 2026-06-01T17:00:00.000Z'])
    await passes([work], '2026-06-01T23:00:05Z')
    expect(takeRan()).toEqual(['helsinki 2026-06-01T23:00:05.000Z'])
    expect(await nights()).toEqual(['helsinki 2026-06-02T23:00:00.000Z', 'tokyo 2026-06-02T17:00:00.000Z'])
  })

  it('is made up for once where none ran for some nights, and then comes at its hour again', async () => {
    const { work, takeRan } = nightly('universe', 2)
    await planWork(test.stores, [work], at('2026-06-01T12:00:00Z'))
    await passes([work], '2026-06-04T08:00:00Z')
    expect(takeRan()).toEqual(['helsinki 2026-06-04T08:00:00.000Z', 'tokyo 2026-06-04T08:00:00.000Z'])
    expect(await nights()).toEqual(['helsinki 2026-06-04T23:00:00.000Z', 'tokyo 2026-06-04T17:00:00.000Z'])
  })

  it('comes once in the night that lacks its hour, and once in the night that has it twice', async () => {
    const { work, takeRan } = nightly('universe', 3)
    // In Helsinki the clock goes from 3 to 4 on 29 March 2026, and on 25 October from 4 back to 3.
    for (const [day, hours] of [
      ['2026-03-28', ['2026-03-29T01:00:00.000Z']],
      ['2026-10-24', ['2026-10-25T00:00:00.000Z']],
    ] as const) {
      await test.stores.service.query('delete from recurring_work')
      await planWork(test.stores, [work], at(`${day}T12:00:00Z`))
      for (let quarter = 0; quarter < 80; quarter++)
        await runOnce(work, new Date(at(`${day}T12:00:00Z`) + quarter * 900_000).toISOString())
      expect(takeRan().filter((one) => one.startsWith('helsinki'))).toEqual(hours.map((hour) => `helsinki ${hour}`))
    }
  })

  it('of all of Kaiku is done in the zone of most universes, and at another time when that is another', async () => {
    const { work, takeRan } = nightly('kaiku', 2)
    const other = await test.universe('osaka')
    const zone = (name: string) =>
      test.stores.service.query('update universe set time_zone = $2 where id = $1', [other, name])
    try {
      await zone('Asia/Tokyo')
      await planWork(test.stores, [work], at('2026-06-01T12:00:00Z'))
      expect(await nights()).toEqual([' 2026-06-01T17:00:00.000Z'])
      await zone('Europe/Helsinki')
      await planWork(test.stores, [work], at('2026-06-01T12:00:00Z'))
      expect(await nights()).toEqual([' 2026-06-01T23:00:00.000Z'])
      await passes([work], '2026-06-01T23:00:00Z')
      expect(takeRan()).toEqual(['kaiku 2026-06-01T23:00:00.000Z'])
    } finally {
      await test.stores.service.query('delete from universe where id = $1', [other])
    }
  })
})

/** As `passes`, by one process. */
async function runOnce(work: RecurringWork, now: string) {
  const lanes = new WorkLanes(recurringQueue.limits, (error) => expect.unreachable(String(error)))
  await runDue(test.stores, [work], quiet, lanes, running, at(now))
  await lanes.allEnd()
}

describe('what is done again and again', () => {
  it('fails for one universe alone: that is said, shown and tried again later, and the others go on', async () => {
    const ran: string[] = []
    const work: RecurringWork = {
      ...{ name: 'ask', of: 'universe', when: { every: 60_000 } },
      run: async ({ universe }) => {
        if (universe === universes.tokyo) throw new Error('no such survey')
        ran.push(universe)
        return null
      },
    }
    const said: string[] = []
    await planWork(test.stores, [work], at('2026-06-01T12:00:00Z'))
    for (const minute of ['12:00', '12:01', '12:02'])
      await passes([work], `2026-06-01T${minute}:00Z`, (line) => said.push(line))
    expect(ran).toEqual([universes.helsinki, universes.helsinki, universes.helsinki])
    expect(said).toEqual(['Recurring work waits: ask: no such survey'])
    expect(await recurringStates(test.stores)).toEqual([
      expect.objectContaining({ universe: 'helsinki', attempts: 0, fault: null, doneAt: expect.any(Date) }),
      expect.objectContaining({ universe: 'tokyo', attempts: 1, fault: 'no such survey', doneAt: null }),
    ])
  })

  it('goes with its universe, and what an older Kaiku did is forgotten', async () => {
    const { work } = nightly('universe', 2)
    const gone = await test.universe('gone')
    await planWork(test.stores, [work], at('2026-06-01T12:00:00Z'))
    expect(await nights()).toHaveLength(3)
    await test.stores.service.query('delete from universe where id = $1', [gone])
    expect(await nights()).toHaveLength(2)
    await passes([], '2026-06-03T00:00:00Z')
    expect(await nights()).toEqual([])
  })

  it('is kept by who is at it for as long as that lasts', async () => {
    const { work } = nightly('kaiku', 2)
    await planWork(test.stores, [work], Date.now() - 2 * 86_400_000)
    const short = { ...recurringQueue, lease: 1 }
    const lanes = () => new WorkLanes(recurringQueue.limits, () => {})
    const [due] = await takeDue(test.stores, short, lanes())
    if (!due) throw new Error('nothing is due')
    await whileLeased(test.stores, short, due, async () => {
      // Several leases long, as PostgreSQL counts them.
      await test.stores.service.query('select pg_sleep(3)')
      expect(await takeDue(test.stores, short, lanes())).toEqual([])
    })
    await settle(test.stores, short, due, { again: Date.now() }, running)
    expect(await takeDue(test.stores, short, lanes())).toHaveLength(1)
  })
})

describe('work that is wanted in a few universes', () => {
  const ran: string[] = []
  const work: RecurringWork = {
    ...{ name: 'ask', of: 'universe', when: { every: 60_000 } },
    wanted: `select id as universe from universe where name = 'tokyo' and (select now from clock) > '2026-06-01T00:00:00Z'`,
    run: async ({ universe }) => {
      ran.push(universe === universes.tokyo ? 'tokyo' : 'helsinki')
      return null
    },
  }
  const turn = async (now: string) => {
    await planWork(test.stores, [work], at(now))
    await passes([work], now)
    return ran.splice(0).toSorted()
  }
  /** How often rows were written. */
  const written = async () => {
    const { rows } = await test.stores.service.query<{ versions: string }>(
      `select string_agg(xmin::text || ctid::text, ' ' order by id) as versions from recurring_work`,
    )
    return rows[0]?.versions
  }

  it('leaves the others alone for an hour, and writes nothing for them', async () => {
    expect(await turn('2026-06-01T12:00:00Z')).toEqual(['helsinki', 'tokyo'])
    expect(await turn('2026-06-01T12:00:30Z')).toEqual([])
    expect(await turn('2026-06-01T12:01:00Z')).toEqual(['tokyo'])
    const before = await written()
    for (const now of ['12:01:10', '12:01:40', '12:01:59']) expect(await turn(`2026-06-01T${now}Z`)).toEqual([])
    expect(await written()).toBe(before)
    expect(await turn('2026-06-01T13:00:00Z')).toEqual(['helsinki', 'tokyo'])
  })

  it('does not wake what goes on, or failed and waits', async () => {
    await turn('2026-06-01T12:00:00Z')
    await test.stores.service.query(`update recurring_work set attempts = 3, next_at = '2026-06-01T12:30:00Z'`)
    expect(await turn('2026-06-01T12:10:00Z')).toEqual([])
  })
})

it('finds what waits among thousands of rows without reading them', async () => {
  const { service } = test.stores
  await service.query(
    `insert into recurring_work (work, universe, zone, next_at)
     select 'w' || k, null, 'UTC', now() + interval '1 hour' from generate_series(1, 5000) k`,
  )
  await service.query('analyze recurring_work')
  const { rows } = await service.query<{ 'QUERY PLAN': string }>(
    `explain select q.ctid from recurring_work q where q.work = 'w7' and q.state = 'waiting' and q.next_at <= now()
     order by q.next_at limit 2`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('recurring_work_due')
})
