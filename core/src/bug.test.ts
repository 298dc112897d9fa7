import { describe, expect, it } from 'vitest'
import { bugLengths, placeOfError, withoutData } from './bug.ts'

describe('the words of an error', () => {
  it.each([
    [`Cannot read properties of undefined (reading 'n')`, 'Cannot read properties of undefined (reading “…”)'],
    ['Unexpected token "The queue was long", not JSON', 'Unexpected token “…”, not JSON'],
    ['no user anna.berg@acme.example in 12 rows', 'no user …@… in # rows'],
    ['fetch https://kaiku.example/interview/retail/17 failed', 'fetch … failed'],
    ['interview 01890000-0000-4000-8000-000000000001 is gone', 'interview # is gone'],
    ["the survey isn't there", "the survey isn't there"],
    ['two\n  lines', 'two lines'],
  ])('of %j are %j', (message, plain) => {
    expect(withoutData(message)).toBe(plain)
  })

  it('are not longer than what is kept', () => {
    expect(withoutData('x'.repeat(5000))).toHaveLength(bugLengths.message)
  })
})

describe('where an error began', () => {
  it.each([
    [
      'TypeError: x\n    at Ranking (http://localhost:8080/assets/ranking-a1b2.js:14:221)\n    at b',
      'assets/ranking-a1b2.js:14',
    ],
    ['Ranking@https://kaiku.example/assets/ranking.js?v=1:14:221', 'assets/ranking.js:14'],
    ['Error: x\n    at rows (file:///opt/kaiku/server/src/figure/rows.ts:9:3)', 'figure/rows.ts:9'],
    ['Error: no frames', ''],
    [undefined, ''],
  ])('in %j is %j', (stack, place) => {
    expect(placeOfError(stack)).toBe(place)
  })
})
