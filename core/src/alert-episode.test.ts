import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeSighting, type Episode, limitSighting, overlap, type Sighting, stepOf } from './alert-episode.ts'
import { addDays, daysBetween } from './day.ts'

const first = '2026-03-01'
const sightings = fc.array(fc.constantFrom<Sighting>('on', 'off', 'unclear'), { maxLength: 60 })

/** The episodes of a row of days. */
function episodesOf(seen: readonly Sighting[], rest: number): Episode[] {
  const episodes: { since: string; until: string | null }[] = []
  for (const [at, sighting] of seen.entries()) {
    const last = episodes.at(-1)
    const lasting = last?.until === null ? last : null
    const day = addDays(first, at)
    const step = stepOf(lasting, sighting, day, rest)
    if (step === 'begins') episodes.push({ since: day, until: null })
    if (step === 'ends' && lasting) lasting.until = day
  }
  return episodes
}

describe('an episode', () => {
  it('begins on a day that holds, ends on one that does not after its rest, and never overlaps another', () => {
    fc.assert(
      fc.property(sightings, fc.integer({ min: 0, max: 10 }), (seen, rest) => {
        const episodes = episodesOf(seen, rest)
        for (const [at, { since, until }] of episodes.entries()) {
          expect(seen[daysBetween(first, since)]).toBe('on')
          if (until !== null) {
            expect(seen[daysBetween(first, until)]).toBe('off')
            expect(daysBetween(since, until)).toBeGreaterThanOrEqual(rest)
          } else expect(at).toBe(episodes.length - 1)
          const next = episodes[at + 1]
          if (next) expect(overlap({ since, until }, next)).toBe(false)
        }
      }),
    )
  })

  it('is the same whether days in between that tell nothing were looked at or not', () => {
    fc.assert(
      fc.property(sightings, (seen) => {
        const begins = (days: readonly Sighting[]) => episodesOf(days, 0).length
        expect(begins(seen.filter((one) => one !== 'unclear'))).toBe(begins(seen))
      }),
    )
  })
})

describe('a limit', () => {
  it.each([
    [{ below: 20 }, 19.9, 'on'],
    [{ below: 20 }, 20, 'off'],
    [{ below: 20, recovered: 30 }, 25, 'unclear'],
    [{ below: 20, recovered: 30 }, 30, 'off'],
    [{ above: 4 }, 4.1, 'on'],
    [{ above: 4 }, 4, 'off'],
    [{ above: 4, recovered: 3 }, 3.5, 'unclear'],
    [{ above: 4, recovered: 3 }, 3, 'off'],
  ] as const)('%o at %d is %s', (limit, value, sighting) => {
    expect(limitSighting(limit, value)).toBe(sighting)
  })
})

describe('a change', () => {
  it.each([
    [{ direction: 'fall' }, { value: -3, isReal: true, isLikely: true }, 'on'],
    [{ direction: 'rise' }, { value: -3, isReal: true, isLikely: true }, 'off'],
    [{ direction: 'any', atLeast: 5 }, { value: -3, isReal: true, isLikely: true }, 'unclear'],
    [{ direction: 'any' }, { value: 3, isReal: false, isLikely: true }, 'unclear'],
    [{ direction: 'any' }, { value: 3, isReal: false, isLikely: false }, 'off'],
  ] as const)('%o of %o is %s', (wanted, change, sighting) => {
    expect(changeSighting(wanted, change)).toBe(sighting)
  })
})
