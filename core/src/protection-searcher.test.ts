import { describe, expect, it } from 'vitest'
import { searchWorlds } from './protection-search.fixture.ts'
import { allGates } from './protection-searcher.fixture.ts'

const worlds = process.env.KAIKU_SOAK ? 10_000 : 1_000

describe('somebody who asks a protected survey all there is to ask', () => {
  it(`recognises nobody in ${worlds} random surveys, and guesses hardly better than by the figures of groups`, () => {
    const { people: searched, recognised, hits, guesses } = searchWorlds(worlds, allGates)
    expect(searched).toBeGreaterThan(10 * worlds)
    expect(recognised).toBe(0)
    expect((hits - guesses) / searched).toBeLessThan(0.05)
  }, 1_200_000)

  it.each(['groups', 'blur', 'leaving'] as const)('recognises people where the %s are left out', (gate) => {
    expect(searchWorlds(100, { ...allGates, [gate]: false }).recognised).toBeGreaterThan(10)
  })
})
