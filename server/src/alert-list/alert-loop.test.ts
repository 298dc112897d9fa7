import type { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld } from '../alert/alert.fixture.ts'

type Headers = { authorization: string }
let world: AlertWorld
let all: Headers
beforeAll(async () => {
  world = await openAlertWorld()
  all = await world.person('CX manager', [])
})
afterAll(() => world?.close())

const loop = async (path: string, query = '', headers = all): Promise<ReplyOf<(typeof alertLoopCalls)['loop']>> => {
  const reply = await world.get(headers, `loop/visits/${encodeURIComponent(path)}?${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

describe('the figures of the loop', () => {
  it('are empty rather than zero where nothing was raised', async () => {
    expect(await loop('region,all')).toMatchObject({
      ...{ alerts: 0, solved: 0, inTime: { n: 0, percent: null }, reopened: { n: 0, percent: null } },
      ...{ firstAction: { n: 0, median: null, p90: null }, rootCauses: [], places: [] },
    })
  })

  it('tell how soon and how well alerts were dealt with, by place', async () => {
    const now = Date.now()
    const answer = (store: string) => ({ day: new Date(now).toISOString().slice(0, 10), store, channel: 'web', nps: 0 })
    await world.answer(['kamppi', 'kamppi', 'kamppi', 'solo', 'lund'].map(answer), now)
    const { rows } = await world.list(all, 'region,all,fi,south,kamppi')
    const change = (at: number, version: number, payload: object) =>
      world.post(all, `change/visits/${rows[at]?.alertId}`, { version, ...payload })
    const solved = { state: 'solved', rootCause: 'queue', action: 'called' }
    await change(0, 1, solved)
    await change(1, 1, solved)
    await change(1, 2, { state: 'open' })
    await change(2, 1, { state: 'waiting' })
    // As if the first two were raised ten hours ago and two, and the third was due an hour ago.
    for (const [at, back, due] of [
      [0, 10, 30],
      [1, 2, 30],
      [2, 3, -1],
    ] as const)
      await world.stores.service.query(
        `update alert set created_at = first_action_at - make_interval(hours => $2), due_at = now() + make_interval(hours => $3)
         where id = $1`,
        [rows[at]?.alertId, back, due],
      )
    const found = await loop('region,all')
    expect(found).toMatchObject({
      ...{ alerts: 5, solved: 1, inTime: { n: 2, percent: 50 }, reopened: { n: 2, percent: 50 } },
      firstAction: { n: 3, median: expect.closeTo(3, 3) },
      close: { n: 1, median: expect.closeTo(10, 1), p90: expect.closeTo(10, 1) },
      rootCauses: [{ id: 'queue', title: 'Long queue', count: 1 }],
      actions: [{ id: 'called', title: 'Called', count: 1 }],
    })
    expect(found.places.map(({ path, title, alerts, solved: n }) => [path, title, alerts, n])).toEqual([
      ['region,all,fi', 'Finland', 4, 1],
      ['region,all,se', 'Sweden', 1, 0],
    ])
    expect(await loop('region,all,fi,south,kamppi', 'state=solved')).toMatchObject({ alerts: 1, places: [] })
    const sweden = await world.person('Regional manager Sweden', ['se'])
    expect(await loop('region,all', '', sweden)).toMatchObject({ alerts: 1, solved: 0, places: [{ title: 'Sweden' }] })
  })

  it('tell what customers said the next time, by whether they had been reached by then', async () => {
    const now = Date.now()
    const day = (back: number) => addDays(dayIn('Europe/Helsinki', now), -back)
    const customers = Array.from({ length: 16 }, (_, at) => ({ who: `customer ${at}`, store: 'lund', channel: 'app' }))
    await world.answer(
      customers.map((one) => ({ ...one, day: day(9), nps: 2 })),
      now,
    )
    // The first eight were called two days later, nobody reached the others; one was reached too late to count.
    await world.stores.service.query(
      `update alert a set state = 'solved', first_action_at = now() - interval '7 days', solved_at = now() - interval '7 days'
       from interview i where i.number = a.interview and i.contact = any($1)`,
      [customers.slice(0, 8).map(({ who }) => who)],
    )
    await world.stores.service.query(
      `update alert a set first_action_at = now() - interval '7 days' from interview i
       where i.number = a.interview and i.contact = 'customer 15'`,
    )
    await world.answer(
      customers.map((one, at) => ({ ...one, day: day(2), nps: (at < 8 ? 8 : 4) + (at % 2) })),
      now,
    )
    const reply = await world.get(all, `recovery/visits/${encodeURIComponent('region,all;channel=app')}`)
    expect(reply.json()).toMatchObject({
      indicator: { id: 'nps' },
      ...{ reached: { n: 8, value: 8.5, before: 2, change: { value: 6.5, low: expect.closeTo(6.05, 2) } } },
      unreached: { n: 7, value: expect.closeTo(4.43, 2), before: 2, change: { value: expect.closeTo(2.43, 2) } },
      difference: { value: expect.closeTo(4.07, 2), low: expect.closeTo(3.47, 1), high: expect.closeTo(4.67, 1) },
    })
    const finland = await world.person('Regional manager Finland', ['fi'])
    const other = await world.get(finland, `recovery/visits/${encodeURIComponent('region,all')}`)
    expect(other.json()).toMatchObject({ reached: { n: 0, value: null }, unreached: { n: 0 }, difference: null })
  })
})
