import { expect, it } from 'vitest'
import { chanceText } from './target-words.ts'

it('tells nothing as certain but what is', () => {
  const told = (chance: number, isCertain = false) => chanceText({ chance, isCertain }, 'en')
  expect([0, 0.004, 0.384, 0.996, 1].map((chance) => told(chance))).toEqual(['< 1%', '< 1%', '38%', '> 99%', '> 99%'])
  expect([told(0, true), told(1, true)]).toEqual(['0%', '100%'])
})
