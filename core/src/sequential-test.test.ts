import { describe, expect, it } from 'vitest'
import { compareShares } from './sequential-test.ts'

/** A generator that gives the same numbers each time (mulberry32). */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Looks after every 25 people of each arm, up to so many; when it was decided, or null. */
function decidedAt(shares: readonly [number, number], most: number, seed: number): number | null {
  const next = random(seed)
  const answered = [0, 0]
  let p = 1
  for (let asked = 1; asked <= most; asked++) {
    if (next() < shares[0]) answered[0] = (answered[0] ?? 0) + 1
    if (next() < shares[1]) answered[1] = (answered[1] ?? 0) + 1
    if (asked % 25 !== 0) continue
    const found = compareShares({ asked, answered: answered[0] ?? 0 }, { asked, answered: answered[1] ?? 0 }, p)
    if (!found) continue
    p = found.p
    if (p < 0.05) return asked
  }
  return null
}

describe('two shares that are compared while they are counted', () => {
  it.each([0.05, 0.2, 0.5])('are hardly ever called different where both are %d, however often one looks', (share) => {
    const wrong = Array.from({ length: 600 }, (_, at) => decidedAt([share, share], 3_000, at + 1)).filter(
      (at) => at !== null,
    )
    expect(wrong.length / 600).toBeLessThanOrEqual(0.05)
  })

  it('are found to differ where they do, the sooner the more', () => {
    const typical = (shares: readonly [number, number]) => {
      const found = Array.from({ length: 60 }, (_, at) => decidedAt(shares, 20_000, at + 7) ?? Number.POSITIVE_INFINITY)
      return found.sort((a, b) => a - b)[30] ?? 0
    }
    const [far, near] = [typical([0.2, 0.3]), typical([0.2, 0.24])]
    expect(far).toBeLessThan(1_500)
    expect(near).toBeLessThan(10_000)
    expect(far).toBeLessThan(near)
  })

  it('say nothing of few, keep what was decided, and have an interval that leaves 0 out once they are', () => {
    expect(compareShares({ asked: 49, answered: 0 }, { asked: 5_000, answered: 5_000 })).toBe(null)
    const [few, many] = [
      { asked: 4_000, answered: 400 },
      { asked: 4_000, answered: 600 },
    ]
    const found = compareShares(few, many)
    expect(found?.difference).toBeCloseTo(0.05, 12)
    expect(found?.p).toBeLessThan(0.05)
    expect(found?.low).toBeGreaterThan(0)
    const same = compareShares(few, few, found?.p)
    expect([same?.p, same?.difference]).toEqual([found?.p, 0])
    expect(same?.low).toBeLessThan(0)
    expect(compareShares({ asked: 1_000, answered: 0 }, { asked: 1_000, answered: 0 })?.p).toBe(1)
  })
})
