import { expect, it } from 'vitest'
import { ageText } from './age.ts'

it.each([
  [-200, '0 sec'],
  [4_900, '4 sec'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [7_200_000, '2 hr'],
  [200_000_000, '2 days'],
])('says %i ms as %s', (age, text) => {
  expect(ageText(age, 'en')).toBe(text)
})
