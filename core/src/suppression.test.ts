import { expect, it } from 'vitest'
import { fewAnswers, isHidden } from './suppression.ts'

it('greys few answers, but not none', () => {
  expect([0, 1, 4, 5].map((n) => fewAnswers(n, 5))).toEqual([false, true, true, false])
})

it('hides few answers of a protected survey, and none as well', () => {
  expect([0, 1, 4, 5].map((n) => isHidden(n, 5, true))).toEqual([true, true, true, false])
  expect([0, 4].map((n) => isHidden(n, 5, false))).toEqual([false, false])
})
