import type { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld } from './alert.fixture.ts'

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
})
