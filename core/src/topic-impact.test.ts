import { describe, expect, it } from 'vitest'
import { difference, rest, type Sums, value } from './indicator.ts'
import { topicImpact } from './topic-impact.ts'

const sums = (...scores: number[]): Sums => ({
  n: scores.length,
  W: scores.length,
  W2: scores.length,
  S: scores.reduce((sum, one) => sum + one, 0),
  SS: scores.reduce((sum, one) => sum + one * one, 0),
})

describe('the impact of a topic', () => {
  const all = sums(1, 2, 2, 5, 5, 4, 3, 5, 5, 4)
  const own = sums(1, 2, 2)
  const others = rest(all, own)

  it('is what the indicator stands above where it would stand without those who speak of it', () => {
    const found = topicImpact('mean', own, others)
    expect(found?.value).toBeCloseTo((value(all) ?? 0) - (value(others) ?? 0), 12)
    expect(found?.value).toBeLessThan(0)
  })

  it('leaves out 0 exactly where the difference does', () => {
    for (const [a, b] of [
      [own, others],
      [sums(3, 4, 5, 4), others],
    ] as const) {
      const [found, tested] = [topicImpact('mean', a, b), difference('mean', a, b)]
      expect(found && (found.low > 0 || found.high < 0)).toBe(tested?.significant)
      expect(found?.p).toBe(tested?.p)
    }
  })

  it('is none where there is nothing to test', () => {
    expect(topicImpact('mean', sums(3), others)).toBeNull()
    expect(topicImpact('sum', own, others)).toBeNull()
  })
})
