import { describe, expect, it } from 'vitest'
import { inferFile, levelsOf, sharedFile } from './inference.fixture.ts'

const responses = sharedFile('hcahps/responses.csv')
const results = sharedFile('hcahps/state_results.csv')

describe.skipIf(responses === null || results === null)('trying the hospital survey', () => {
  it('finds State › Facility and numbers among words', async () => {
    const found = await inferFile(responses ?? '')
    expect(levelsOf(found)[0]).toEqual(['state', 'facility-id'])
    expect(found.question('Response Rate (%)').type).toBe('number')
    expect(found.said('Response Rate (%)')).toContain('Not Available (5774 rows) taken as no answer')
  })

  it('takes published percentages for numbers', async () => {
    const found = await inferFile(results ?? '')
    for (const box of ['Bottom-box Percentage', 'Middle-box Percentage', 'Top-box Percentage'])
      expect([box, found.question(box).type]).toEqual([box, 'number'])
    expect(levelsOf(found)[0]).toEqual(['state'])
  })
})
