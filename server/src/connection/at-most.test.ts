import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { atMost } from './at-most.ts'

let test: TestStores
beforeAll(async () => {
  test = await openTestStores()
})
afterAll(() => test?.close())

const within = 60_000

describe('what may be done so often', () => {
  it('is counted for all web processes together, for each by themselves', async () => {
    const processes = [1, 2, 3].map(() => atMost(test.stores, 'code', 20, within))
    const tries = await Promise.all(
      processes.flatMap((mayTry) => Array.from({ length: 30 }, () => mayTry('203.0.113.7'))),
    )
    expect(tries.filter(Boolean)).toHaveLength(20)
    expect(await atMost(test.stores, 'code', 20, within)('203.0.113.8')).toBe(true)
    expect(await atMost(test.stores, 'form', 20, within)('203.0.113.7')).toBe(true)
  })

  it('may be done again after a while, and what is over is forgotten', async () => {
    const once = () => atMost(test.stores, 'link', 1, within)('198.51.100.1')
    expect([await once(), await once()]).toEqual([true, false])
    await test.stores.service.query(`update recent_try set until = now() - interval '1 second'`)
    expect([await once(), await once()]).toEqual([true, false])
    const { rows } = await test.stores.service.query('select count(*)::int as n from recent_try')
    expect(rows).toEqual([{ n: 1 }])
  })

  it('keeps no address of anybody', async () => {
    await atMost(test.stores, 'code', 20, within)('192.0.2.55')
    const { rows } = await test.stores.service.query('select encode(key, $1) as key from recent_try', ['escape'])
    expect(JSON.stringify(rows)).not.toContain('192.0.2.55')
  })
})
