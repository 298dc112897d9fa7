import { expect, it } from 'vitest'
import { chanceText } from './target-words.ts'

it('never tells as certain what is not', () => {
  expect([0, 0.004, 0.384, 0.996, 1].map((chance) => chanceText(chance, 'en'))).toEqual([
    '0%',
    '< 1%',
    '38%',
    '> 99%',
    '100%',
  ])
})
