import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { asSuperuser } from '../backup/cluster.ts'
import { clickHouseFindings, readClickHouse } from './clickhouse.ts'
import { clockFinding, clocks, compareClock, offsetHere, zoneFindings } from './clock.ts'
import type { Finding } from './finding.ts'
import {
  holdUpFindings,
  readHoldUps,
  readServer,
  readSteps,
  readWalls,
  serverFindings,
  stepFindings,
  wallFindings,
} from './postgres.ts'

let test: TestStores
beforeAll(async () => {
  test = await openTestStores({ own: true })
  await test.universe('acme')
})
afterAll(() => test?.close())

const told = (found: readonly Finding[]) => found.map(({ check, state }) => `${check} ${state}`)

describe('PostgreSQL', () => {
  it('is fine as Kaiku brings it', async () => {
    const { owner } = test.stores
    expect(serverFindings(await readServer(owner))).toMatchObject([
      { state: 'ok', found: expect.stringMatching(/^18\./) },
    ])
    expect(told(wallFindings(await readWalls(owner)))).toEqual(['row security ok'])
    expect(told(stepFindings(await readSteps(owner)))).toEqual(['tables ok'])
    expect(told(holdUpFindings(await readHoldUps(owner)))).toEqual(['transactions ok'])
  })

  it('is too old, in another encoding, with another collation, not durable, or small', async () => {
    const good = await readServer(test.stores.owner)
    const wrong = [
      { number: 170_002, version: '17.2' },
      { encoding: 'SQL_ASCII' },
      { isCollationCurrent: false },
      { isDurable: false },
    ]
    for (const change of wrong)
      expect(told(serverFindings(Object.assign({}, good, change)))).toEqual(['PostgreSQL fault'])
    expect(told(serverFindings(Object.assign({}, good, { connections: 20 })))).toEqual(['PostgreSQL warning'])
  })

  it('lets a role by, or has a table without row security', async () => {
    const { owner } = test.stores
    await asSuperuser(test.stores.directory, (client) => client.query('alter role app bypassrls'))
    await owner.query('alter table survey disable row level security')
    expect(wallFindings(await readWalls(owner))).toMatchObject([
      { state: 'fault', todo: 'ALTER ROLE app NOSUPERUSER NOBYPASSRLS;' },
      { state: 'fault', found: 'tables without it: survey' },
    ])
    await owner.query('alter table survey enable row level security')
    await asSuperuser(test.stores.directory, (client) => client.query('alter role app nobypassrls'))
    expect(told(wallFindings(await readWalls(owner)))).toEqual(['row security ok'])
  })

  it('has the tables of a newer Kaiku, of an older one, or none', async () => {
    const steps = (await readSteps(test.stores.owner)) ?? []
    expect(stepFindings([...steps, '9999-later'])).toMatchObject([
      { state: 'fault', found: expect.stringContaining('9999-later') },
    ])
    expect(stepFindings(steps.slice(0, -2))).toMatchObject([
      { state: 'warning', found: expect.stringContaining('2 steps') },
    ])
    expect(told(stepFindings(null))).toEqual(['tables skipped'])
  })

  it('has a slot that nobody fetches, whose log is lost, and transactions that stay open', async () => {
    const held = await asSuperuser(test.stores.directory, async (client) => {
      await client.query(`select pg_create_physical_replication_slot('forgotten', true)`)
      const read = await readHoldUps(test.stores.owner)
      await client.query(`select pg_drop_replication_slot('forgotten')`)
      return read
    })
    expect(held).toMatchObject({ slots: 'forgotten', lost: 0, transactions: 0 })
    const much = Object.assign({}, held, { retained: String(5 * 2 ** 30) })
    expect(told(holdUpFindings(much))).toEqual(['transactions ok', 'replication warning'])
    expect(told(holdUpFindings(Object.assign({}, held, { lost: 1 })))).toEqual(['transactions ok', 'replication fault'])
    const open = Object.assign({}, held, { transactions: 1, oldest: '2026-11-01 00:00:00+00' })
    expect(told(holdUpFindings(open))).toEqual(['transactions warning'])
  })
})

describe('ClickHouse', () => {
  it('is fine as Kaiku brings it, and keeps nothing of the look', async () => {
    const { clickhouse } = test.stores
    expect(told(clickHouseFindings(await readClickHouse(clickhouse)))).toEqual(['ClickHouse ok'])
    expect(await clickhouse.read(`select name from system.tables where name like 'kaiku_doctor%'`)).toEqual([])
  })

  it('takes no table, has too many parts, broken ones, or an erasure that does not end', async () => {
    const { clickhouse } = test.stores
    const readOnly = Object.assign({}, clickhouse, {
      command: async () => {
        throw new Error('Not enough privileges\nmore')
      },
    })
    const refused = await readClickHouse(readOnly)
    expect(clickHouseFindings(refused)).toMatchObject([
      { state: 'fault', found: 'no table can be made: Not enough privileges' },
    ])
    const good = await readClickHouse(clickhouse)
    for (const change of [{ parts: 900 }, { detached: 2 }, { stuck: 'no space' }])
      expect(told(clickHouseFindings(Object.assign({}, good, change)))).toEqual(['ClickHouse warning'])
  })
})

describe('clocks', () => {
  it('agree on one machine, and know the zones of all universes alike', async () => {
    const patient = { stores: test.stores, now: Date.now } as Parameters<typeof clocks.look>[0]
    expect(told(await clocks.look(patient))).toEqual(['clock ok', 'clock ok', 'time zones ok'])
  })

  it('go apart: by how much is told, as far as the question was answered fast enough to know', async () => {
    let now = 1_000_000
    const ask = (ahead: number, takes: number) =>
      compareClock(
        'PostgreSQL',
        async () => {
          const said = now + takes / 2 + ahead
          now += takes
          return said
        },
        () => now,
      )
    expect(clockFinding(await ask(500, 20)).state).toBe('ok')
    expect(clockFinding(await ask(-5_000, 20))).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('5 seconds behind'),
    })
    expect(clockFinding(await ask(3 * 3_600_000, 20))).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('3 hours ahead'),
    })
    expect(clockFinding(await ask(5_000, 10_000)).state).toBe('ok')
  })

  it('know a zone differently, or not at all', () => {
    const at = Date.parse('2026-07-01T00:00:00Z')
    expect(offsetHere('Europe/Helsinki', at)).toBe(10_800)
    expect(offsetHere('Asia/Kathmandu', at)).toBe(20_700)
    const zone = (PostgreSQL: number | null) => [
      { zone: 'Europe/Helsinki', at, offsets: { Node: 10_800, PostgreSQL, ClickHouse: 10_800 } },
    ]
    expect(zoneFindings(zone(10_800))).toMatchObject([{ state: 'ok' }])
    expect(zoneFindings(zone(7_200))).toMatchObject([
      { state: 'fault', found: expect.stringContaining('PostgreSQL UTC+2') },
    ])
    expect(zoneFindings(zone(null))).toMatchObject([
      { state: 'fault', found: expect.stringContaining('does not know it') },
    ])
  })
})
