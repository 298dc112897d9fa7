import { describe, expect, it } from 'vitest'
import { type ClickHouseSession, LanePool } from './clickhouse-lanes.ts'

const going = new AbortController().signal

/** A session that only counts; what is done with it is the test's own. */
function countedSessions() {
  const closed: number[] = []
  let opened = 0
  const open = (): ClickHouseSession => {
    const number = opened++
    const unused = () => Promise.reject(new Error('not in this test'))
    return {
      ...{ queryAsync: unused, queryBindAsync: unused, insert: unused, close: () => closed.push(number) },
      queryStreamBind: () => {
        throw new Error('not in this test')
      },
    }
  }
  return { open, closed, opened: () => opened }
}

describe('a lane', () => {
  it('serves universes in turn, however many one of them asks', async () => {
    const pool = new LanePool(1, countedSessions().open)
    const served: string[] = []
    const ask = (tenant: string, name: string) => pool.with(tenant, going, async () => void served.push(name))
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name)),
      ...['b1', 'b2'].map((name) => ask('b', name)),
      ask('c', 'c1'),
    ])
    expect(served).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('closes a session on which something failed and goes on with a new one', async () => {
    const { open, closed, opened } = countedSessions()
    const pool = new LanePool(1, open)
    await expect(pool.with('a', going, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await pool.with('a', going, () => Promise.resolve(7))).toBe(7)
    expect({ closed, opened: opened() }).toEqual({ closed: [0], opened: 2 })
  })

  it('passes over who went away while waiting, and keeps the session', async () => {
    const { open, opened } = countedSessions()
    const pool = new LanePool(1, open)
    const caller = new AbortController()
    const first = pool.with('a', going, async () => caller.abort(new Error('gone')))
    const second = pool.with('a', caller.signal, () => Promise.resolve('asked'))
    await first
    await expect(second).rejects.toThrow('gone')
    expect(opened()).toBe(1)
  })
})
