import { beforeAll, describe, expect, it } from 'vitest'
import { type FoundDefinition, filterOf, inferFile, levelsOf, sharedFile } from './inference.fixture.ts'

const file = sharedFile('airline-satisfaction/test.csv')
const ratings = [
  'Inflight wifi service',
  'Departure/Arrival time convenient',
  'Ease of Online booking',
  'Gate location',
  'Food and drink',
  'Online boarding',
  'Seat comfort',
  'Inflight entertainment',
  'On-board service',
  'Leg room service',
  'Baggage handling',
  'Checkin service',
  'Inflight service',
  'Cleanliness',
]

describe.skipIf(file === null)('trying the airline passengers', () => {
  let found: FoundDefinition
  beforeAll(async () => {
    found = await inferFile(file ?? '')
  })

  it('reads every row of the file', async () => {
    expect(await found.unread()).toEqual([])
  })

  it('finds the fourteen ratings from 1 to 5 with 0 as doubtful', () => {
    for (const rating of ratings) {
      const question = found.question(rating)
      expect([
        rating,
        question.type,
        question.type === 'scale' && question.min,
        question.type === 'scale' && question.max,
      ]).toEqual([rating, 'scale', 1, 5])
      expect(question.missing.every((code) => code === 0)).toBe(true)
    }
    expect(found.question('Inflight wifi service').missing).toEqual([0])
    expect(found.definition.questions.filter(({ type }) => type === 'scale')).toHaveLength(ratings.length)
  })

  it('follows the share of the satisfied', () => {
    expect(found.question('satisfaction').type).toBe('choice')
    expect(found.definition.indicators).toContainEqual(
      expect.objectContaining({ measure: 'share', question: 'satisfaction', set: ['satisfied'] }),
    )
    expect(found.definition.settings.mainIndicators).toContain('satisfaction')
  })

  it('crosses travel, class and customer for a view where no column lies inside another', () => {
    expect(levelsOf(found)).toEqual([['type-of-travel', 'class', 'customer-type']])
    expect(found.said('Type of Travel')).toContain('groups are crossed')
  })

  it('names rows by id, not by the nameless count', () => {
    expect(found.definition.imports[0]?.key).toEqual(['id'])
    expect(found.said('column_1')).toContain('left out')
  })

  it('takes delays and distance for numbers and offers age as a range', () => {
    for (const column of ['Departure Delay in Minutes', 'Arrival Delay in Minutes', 'Flight Distance'])
      expect([column, found.question(column).type]).toEqual([column, 'number'])
    expect(filterOf(found, 'age')?.range).toBe(true)
  })
})
