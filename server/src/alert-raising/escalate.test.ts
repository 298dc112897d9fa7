import type { Alert } from '@kaiku/contract/alert.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld } from '../alert/alert.fixture.ts'
import { escalateAlerts } from './escalate.ts'

type Headers = { authorization: string }
let world: AlertWorld
let all: Headers
let region: Headers

beforeAll(async () => {
  world = await openAlertWorld()
  all = await world.person('CX manager', [])
  await world.person('Store manager Kamppi', ['fi', 'south', 'kamppi'])
  region = await world.person('Regional manager South', ['fi', 'south'])
})
afterAll(() => world?.close())

const at = (text: string) => Date.parse(text)
/** An alert raised on a Friday at 15:00 in Helsinki, before the clocks go back on Sunday. */
async function fridayAlert(store: string): Promise<string> {
  const friday = at('2026-10-23T12:00:00Z')
  await world.answer([{ day: '2026-10-23', store, channel: 'web', nps: 0 }], friday)
  const { rows } = await world.list(all, 'region,all', 'sort=newest')
  return rows[0]?.alertId ?? ''
}
const read = async (id: string): Promise<Alert> => (await world.get(all, `one/visits/${id}`)).json()
const kinds = async (id: string) => (await read(id)).timeline.map(({ kind }) => kind)
const mine = async () => (await world.list(region, 'region,all', 'owner=me')).rows.map(({ alertId }) => alertId)

describe('an alert that nobody takes up', () => {
  it('climbs after working hours only, over a weekend and the change of the clocks', async () => {
    const id = await fridayAlert('kamppi')
    // Four working hours: two on Friday, two on Monday, which is winter time.
    expect(await escalateAlerts(world.stores, at('2026-10-26T08:59:59Z'))).toBe(0)
    expect(await escalateAlerts(world.stores, at('2026-10-26T09:00:00Z'))).toBe(1)
    expect(await kinds(id)).toEqual(['created', 'notified'])
    expect(await mine()).toEqual([])
    // Eight: six on Monday.
    expect(await escalateAlerts(world.stores, at('2026-10-26T12:59:59Z'))).toBe(0)
    expect(await escalateAlerts(world.stores, at('2026-10-26T13:00:00Z'))).toBe(1)
    expect(await mine()).toEqual([id])
    expect((await read(id)).timeline.at(-1)).toMatchObject({
      kind: 'escalated',
      by: null,
      changes: [{ field: 'owner' }],
    })
    expect(await escalateAlerts(world.stores, at('2026-12-24T00:00:00Z'))).toBe(0)
  })

  it('is escalated once by several processes at once', async () => {
    const id = await fridayAlert('kamppi')
    const monday = at('2026-10-26T09:00:00Z')
    const taken = await Promise.all([1, 2, 3, 4].map(() => escalateAlerts(world.stores, monday)))
    expect(taken.reduce((sum, n) => sum + n, 0)).toBe(1)
    expect(await kinds(id)).toEqual(['created', 'notified'])
  })

  it('rests as soon as somebody works on it, and counts anew when it is open again', async () => {
    const id = await fridayAlert('kamppi')
    const change = (version: number, state: string) => world.post(all, `change/visits/${id}`, { version, state })
    expect((await change(1, 'inProgress')).statusCode).toBe(200)
    await escalateAlerts(world.stores, at('2026-11-26T09:00:00Z'))
    expect((await change(2, 'open')).statusCode).toBe(200)
    await escalateAlerts(world.stores, Date.now() + 60 * 60_000)
    expect(await kinds(id)).toEqual(['created', 'changed', 'changed'])
    // Four working hours pass within four days of any week.
    await escalateAlerts(world.stores, Date.now() + 4 * 86_400_000)
    expect(await kinds(id)).toEqual(['created', 'changed', 'changed', 'notified'])
  })

  it('stays with its owner where nobody above holds the role', async () => {
    const id = await fridayAlert('lund')
    expect(await escalateAlerts(world.stores, at('2026-10-27T15:00:00Z'))).toBe(1)
    expect(await kinds(id)).toEqual(['created'])
    expect(await escalateAlerts(world.stores, at('2026-10-27T15:00:00Z'))).toBe(1)
    expect(await escalateAlerts(world.stores, at('2026-10-27T15:00:00Z'))).toBe(0)
    expect((await read(id)).owner).toBe(null)
  })
})
