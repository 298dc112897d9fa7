import { describe, expect, it } from 'vitest'
import { studentCdf } from './distribution.ts'
import type { Sums } from './sums.ts'
import { promotersNeeded, targetOdds } from './target-odds.ts'

/** Numbers in [0, 1) that are the same whenever the test runs (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const sumsOf = (scores: readonly number[], weights?: readonly number[]): Sums => {
  const w = scores.map((_, at) => weights?.[at] ?? 1)
  const over = (of: (at: number) => number) => scores.reduce((sum, _, at) => sum + of(at), 0)
  return {
    n: scores.length,
    W: over((at) => w[at] ?? 0),
    W2: over((at) => (w[at] ?? 0) ** 2),
    S: over((at) => (w[at] ?? 0) * (scores[at] ?? 0)),
    SS: over((at) => (w[at] ?? 0) * (scores[at] ?? 0) ** 2),
  }
}
const mean = (scores: readonly number[]) => scores.reduce((sum, one) => sum + one, 0) / scores.length

describe('the chance of reaching a target', () => {
  const scores = [3, 5, 4, 6, 2, 7, 5, 4]
  const open = { now: sumsOf(scores), earlier: [], expected: 12, better: 'high', bounds: undefined } as const

  it('without earlier periods is Student’s t of the final mean around the mean so far', () => {
    const [n, k, m] = [8, 12, mean(scores)]
    const square = scores.reduce((sum, one) => sum + (one - m) ** 2, 0) / (n - 1)
    const found = targetOdds({ ...open, target: 5 })
    // The variance of the final mean of n + k answers, given the first n of them.
    const error = Math.sqrt((square * k) / (n * (n + k)))
    expect(found?.chance).toBeCloseTo(1 - studentCdf((5 - m) / error, n - 1), 12)
    expect(found?.needed).toBeCloseTo((5 * 20 - m * 8) / 12, 12)
    expect(found?.likely).toBeCloseTo(m, 12)
    expect(found?.periods).toBe(0)
    const low = targetOdds({ ...open, target: 5, better: 'low' })
    expect((low?.chance ?? 0) + (found?.chance ?? 0)).toBeCloseTo(1, 12)
  })

  it('counts unequal weights by what they leave of n', () => {
    const equal = targetOdds({
      ...open,
      now: sumsOf(
        scores,
        scores.map(() => 2.5),
      ),
      target: 5,
    })
    expect(equal?.chance).toBeCloseTo(targetOdds({ ...open, target: 5 })?.chance ?? 0, 12)
    const weights = [1, 4, 1, 1, 3, 1, 1, 2]
    const weighted = sumsOf(scores, weights)
    const found = targetOdds({ ...open, now: weighted, target: 5 })
    const [m, n] = [weighted.S / weighted.W, weighted.W ** 2 / weighted.W2]
    const square = ((weighted.SS / weighted.W - m * m) * n) / (n - 1)
    const k = (12 * n) / 8
    const error = Math.sqrt((square * k) / (n * (n + k)))
    expect(found?.chance).toBeCloseTo(1 - studentCdf((5 - m) / error, n - 1), 12)
  })

  it('draws a few answers to what earlier periods were like', () => {
    const quarter = (at: number) => sumsOf([...Array(60)].map((_, i) => (i < 30 + at ? 100 : i < 45 ? 0 : -100)))
    const now = sumsOf([-100, -100, 0, 100, -100, 0, 100, -100])
    const nps = { now, expected: 50, target: 15, better: 'high', bounds: { low: -100, high: 100 } } as const
    const alone = targetOdds({ ...nps, earlier: [] })
    const known = targetOdds({ ...nps, earlier: [0, 1, -1, 2, -2, 1].map(quarter) })
    expect(known?.periods).toBe(6)
    expect(known?.likely ?? 0).toBeGreaterThan((alone?.likely ?? 0) + 20)
    expect(known?.chance ?? 0).toBeGreaterThan((alone?.chance ?? 1) + 0.2)
  })

  it('is 0 or 1 where no answer on the scale changes it any more', () => {
    const all = { now: sumsOf(Array(90).fill(100)), earlier: [], expected: 10, bounds: { low: -100, high: 100 } }
    expect(targetOdds({ ...all, better: 'high', target: 80 })).toMatchObject({ chance: 1, isCertain: true })
    expect(targetOdds({ ...all, better: 'low', target: 79 })).toMatchObject({ chance: 0, isCertain: true })
    // However unlikely, what is possible is neither told as certain nor below 0.
    const many = sumsOf(Array.from({ length: 900 }, (_, at) => (at % 9 ? 0 : -100)))
    const far = targetOdds({ ...all, now: many, expected: 900, better: 'high', target: 2 })
    expect(far?.isCertain).toBe(false)
    expect(far?.chance).toBeGreaterThan(0)
    expect(far?.chance).toBeLessThan(0.01)
  })

  it('keeps a doubt where all answers are equal, and is none where nothing is known or to come', () => {
    const bounds = { low: -100, high: 100 }
    const equal = { now: sumsOf([100, 100, 100, 100, 100]), earlier: [], target: 60, better: 'high', bounds } as const
    expect(targetOdds({ ...equal, expected: 100 })?.chance).toBeGreaterThan(0.5)
    expect(targetOdds({ ...equal, expected: 100 })?.chance).toBeLessThan(0.999)
    expect(targetOdds({ ...equal, expected: 0 })).toBeNull()
    expect(targetOdds({ ...equal, now: sumsOf([100]), expected: 100 })).toBeNull()
    expect(targetOdds({ ...equal, now: sumsOf([2, 2, 2]), bounds: undefined, expected: 100 })).toBeNull()
  })

  it('says how many promoters in place of detractors it would take', () => {
    const odds = { needed: 40, likely: 25 }
    // 15 points of 50 answers are 7.5 of them moving by 100 twice over.
    expect(promotersNeeded(odds, 50)).toBe(4)
    expect(promotersNeeded({ ...odds, needed: 29 }, 50)).toBe(1)
    expect(promotersNeeded({ ...odds, needed: 20 }, 50)).toBe(0)
  })
})

/** Periods whose true means wander, of answers that are drawn from a scale; the last one is looked at in its midst. */
function simulated(random: () => number, kind: 'nps' | 'topBox' | 'mean', earlierCount: number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const wander = random() * 0.08
  const [promoters, detractors] = [0.35 + 0.2 * random(), 0.15 + 0.15 * random()]
  const period = (n: number) => {
    const shift = wander * normal()
    return Array.from({ length: n }, () => {
      if (kind === 'mean') return 50 + 200 * shift + 20 * normal()
      const u = random()
      if (u < Math.min(0.98, Math.max(0.02, promoters + shift))) return 100
      return kind === 'nps' && u > 1 - Math.min(0.4, Math.max(0.01, detractors - shift / 2)) ? -100 : 0
    })
  }
  const [n, k] = [15 + Math.floor(random() * 80), 10 + Math.floor(random() * 120)]
  const earlier = Array.from({ length: earlierCount }, () => period(30 + Math.floor(random() * 150)))
  const all = period(n + k)
  const [sofar, final] = [all.slice(0, n), mean(all)]
  const target = mean(sofar) + 8 * normal()
  const bounds = kind === 'mean' ? undefined : { low: kind === 'nps' ? -100 : 0, high: 100 }
  const odds = targetOdds({
    now: sumsOf(sofar),
    earlier: earlier.map((one) => sumsOf(one)),
    expected: k,
    target,
    better: 'high',
    bounds,
  })
  return { chance: odds?.chance ?? Number.NaN, isReached: final >= target }
}

describe('among many periods', () => {
  it.each([
    ['nps', 8, 11],
    ['topBox', 6, 12],
    ['mean', 4, 13],
    ['nps', 0, 14],
    ['mean', 0, 15],
  ] as const)('of %s with %i before, as many reach the target as their odds say', (kind, before, seed) => {
    const random = randomOf(seed)
    const cases = Array.from({ length: 5_000 }, () => simulated(random, kind, before))
    const told = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((from) => {
      const within = cases.filter(({ chance }) => chance >= from && chance < from + 0.1 + (from === 0.9 ? 1 : 0))
      const share = (of: (one: (typeof within)[number]) => number) =>
        within.reduce((sum, one) => sum + of(one), 0) / within.length
      return {
        n: within.length,
        odds: share(({ chance }) => chance),
        reached: share(({ isReached }) => Number(isReached)),
      }
    })
    for (const { n, odds, reached } of told) {
      expect(n).toBeGreaterThan(100)
      const chanceAlone = 3.5 * Math.sqrt((odds * (1 - odds)) / n)
      expect(Math.abs(reached - odds), JSON.stringify({ n, odds, reached })).toBeLessThan(0.03 + chanceAlone)
    }
  })
})
