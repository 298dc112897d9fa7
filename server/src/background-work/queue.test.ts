import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { type Due, type Queue, settle, takeDue } from './queue.ts'
import { queueStates, tryAgain } from './queue-state.ts'
import { WorkLanes } from './work-lanes.ts'

const queue: Queue = {
  name: 'parcel',
  what: 'Parcels wait',
  table: 'parcel',
  receiver: 'q.receiver',
  receivers: 'select distinct receiver from parcel',
  limits: { all: 10, universe: 6, receiver: 3 },
  idle: 1,
  failed: 1,
  pause: { first: 10, longest: 35 },
  rests: true,
  lease: 60,
  mostAttempts: 4,
  taken: `state = 'delivered'`,
  dead: `state = 'dead'`,
  givenUp: { state: 'dead', again: 'true' },
}

let test: TestStores
const universes = { big: '', small: '' }
beforeAll(async () => {
  test = await openTestStores()
  const { owner, service } = test.stores
  await owner.query(`create table parcel (id uuid primary key default uuidv7(), universe uuid, receiver text not null,
    at timestamptz not null default now(), state text not null default 'waiting', attempts int not null default 0,
    next_at timestamptz not null default now(), fault text)`)
  await owner.query('grant select, insert, update, delete on parcel to service')
  for (const name of ['big', 'small'] as const) {
    const { rows } = await service.query(
      `insert into universe (name, title, time_zone) values ($1, 'A title', 'UTC') returning id`,
      [name],
    )
    universes[name] = rows[0].id
  }
})
beforeEach(() => test.stores.service.query('delete from parcel'))
afterAll(() => test?.close())

const put = (universe: keyof typeof universes, receiver: string, count: number) =>
  test.stores.service.query('insert into parcel (universe, receiver) select $1, $2 from generate_series(1, $3)', [
    universes[universe],
    receiver,
    count,
  ])
const lanes = () => new WorkLanes(queue.limits, (error) => expect.unreachable(String(error)))
const take = (among = lanes()) => takeDue(test.stores, queue, among)
const rows = async () => (await test.stores.service.query('select state, attempts, fault from parcel')).rows
const running = () => new AbortController().signal
const counts = (due: readonly Due[], of: (one: Due) => string) => {
  const found: Record<string, number> = {}
  for (const one of due) found[of(one)] = (found[of(one)] ?? 0) + 1
  return found
}

describe('a queue', () => {
  it('gives each receiver and each universe its lanes, the universes in turn, and nobody waits for who hangs', async () => {
    await put('big', 'a', 20)
    await put('big', 'b', 20)
    await put('big', 'c', 20)
    await put('small', 'd', 20)
    const first = await take()
    expect(counts(first, ({ universe }) => universe)).toEqual({ [universes.big]: 6, [universes.small]: 3 })
    expect(Object.values(counts(first, ({ receiver }) => receiver)).every((count) => count <= 3)).toBe(true)
    const busy = lanes()
    for (const one of first) busy.start(one, () => new Promise(() => {}))
    // Of ten lanes one is free, and all who might have it hold as many as they may.
    expect(await take(busy)).toEqual([])
    await put('small', 'e', 1)
    expect((await take(busy)).map(({ receiver }) => receiver)).toEqual(['e'])
  })

  it('lets several processes take, each thing by one of them', async () => {
    await put('big', 'a', 3)
    await put('small', 'd', 3)
    const taken = (await Promise.all([take(), take(), take(), take()])).flat()
    expect(new Set(taken.map(({ id }) => id)).size).toBe(6)
    expect(taken).toHaveLength(6)
  })

  it('has what a process died with due again after the lease, and not before', async () => {
    await put('big', 'a', 1)
    expect(await take()).toHaveLength(1)
    expect(await take()).toEqual([])
    await test.stores.service.query(`update parcel set next_at = next_at - interval '61 seconds'`)
    expect(await take()).toEqual([expect.objectContaining({ attempts: 2 })])
  })

  it('tries again later and later, gives up, says so by universe, and tries again when it is asked to', async () => {
    await put('big', 'a', 1)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      const [due] = await take()
      if (!due) throw new Error('nothing is due')
      await settle(test.stores, queue, due, { fault: 'no room' }, running())
      const { rows } = await test.stores.service.query(
        `select round(extract(epoch from next_at - now()))::int as wait from parcel`,
      )
      if (attempt < 4) waits.push(rows[0].wait)
      await test.stores.service.query('update parcel set next_at = now()')
    }
    expect(waits).toEqual([10, 20, 35])
    expect(await rows()).toEqual([{ state: 'dead', attempts: 4, fault: 'no room' }])
    expect(await queueStates(test.stores, queue)).toEqual([
      { universe: 'big', waiting: 0, givenUp: 1, oldest: null, fault: 'no room' },
    ])
    expect(await tryAgain(test.stores, queue, universes.small)).toBe(0)
    expect(await tryAgain(test.stores, queue, universes.big)).toBe(1)
    expect(await take()).toEqual([expect.objectContaining({ attempts: 1 })])
  })

  it('notes what was taken, drops what there is nothing to say of, and lets a stop cost no attempt', async () => {
    await put('big', 'a', 3)
    const [one, two, three] = await take()
    if (!one || !two || !three) throw new Error('three were put')
    const stopped = new AbortController()
    stopped.abort()
    await settle(test.stores, queue, one, 'taken', running())
    await settle(test.stores, queue, two, 'gone', running())
    await settle(test.stores, queue, three, { fault: 'broken off' }, stopped.signal)
    expect(await rows()).toEqual([
      { state: 'delivered', attempts: 1, fault: null },
      { state: 'waiting', attempts: 0, fault: null },
    ])
    expect(await take()).toHaveLength(1)
  })
})
