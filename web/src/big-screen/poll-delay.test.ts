import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blankDelay, pollDelay } from './poll-delay.ts'

it('asks every few seconds while all is well', () => {
  expect(pollDelay(0, 0.3)).toBe(4_000)
})

it('asks soon after the first failure, and at least each minute for days', () => {
  expect(pollDelay(1, 1)).toBeLessThanOrEqual(2_000)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        const delay = pollDelay(failures, chance)
        expect(delay).toBeGreaterThanOrEqual(1_000)
        expect(delay).toBeLessThanOrEqual(60_000)
        expect(delay).toBeLessThanOrEqual(pollDelay(failures + 1, 1))
      },
    ),
  )
})

it('spreads the screens of a house', () => {
  expect(pollDelay(5, 0)).toBeLessThan(pollDelay(5, 1))
  expect(blankDelay(0)).toBeLessThan(blankDelay(1))
})
