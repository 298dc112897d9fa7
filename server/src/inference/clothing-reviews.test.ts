import { beforeAll, describe, expect, it } from 'vitest'
import { type FoundDefinition, filterOf, inferFile, levelsOf, sharedFile } from './inference.fixture.ts'

const files = ['clothing-reviews/Womens_Clothing_E_Commerce_Reviews.xlsx', 'clothing-reviews/reviews.csv']

describe.each(files)('trying %s', (path) => {
  const file = sharedFile(path)
  describe.skipIf(file === null)('as it was published', () => {
    let found: FoundDefinition
    beforeAll(async () => {
      found = await inferFile(file ?? '')
    })

    it('reads every row of the file', async () => {
      expect(await found.unread()).toEqual([])
    })

    it('finds Division › Department › Class', () => {
      expect(levelsOf(found)[0]).toEqual(['division-name', 'department-name', 'class-name'])
      expect(found.said('Department Name')).toContain('stand under more than one Division Name')
    })

    it('says that rows without a division stay at the top', () => {
      expect(found.said('Division Name')).toContain('14 rows without a value count at the top only')
    })

    it('finds the rating from 1 to 5 with mean and top box', () => {
      expect(found.question('Rating')).toMatchObject({ type: 'scale', min: 1, max: 5, missing: [] })
      const measures = found.definition.indicators.filter((one) => 'question' in one && one.question === 'rating')
      expect(measures.map(({ measure }) => measure)).toEqual(['mean', 'topBox'])
    })

    it('takes the recommendation for yes and no and follows the share of yes', () => {
      expect(found.question('Recommended IND')).toMatchObject({
        type: 'choice',
        options: [
          { code: '1', title: { en: 'Yes', fi: 'Kyllä' } },
          { code: '0', title: { en: 'No', fi: 'Ei' } },
        ],
      })
      expect(found.definition.indicators).toContainEqual(
        expect.objectContaining({ measure: 'share', question: 'recommended-ind', set: ['1'] }),
      )
    })

    it('offers age as a range in bands', () => {
      const age = found.question('Age')
      expect(age.type === 'number' && age.bands.map(({ id }) => id)).toEqual([
        '18-24',
        '25-34',
        '35-44',
        '45-54',
        '55-64',
        '65up',
      ])
      expect(age.missing).toEqual([])
      expect(filterOf(found, 'age')?.range).toBe(true)
    })

    it('takes the review for comments and the title for a text', () => {
      expect(found.question('Review Text')).toMatchObject({ type: 'text', roles: ['comment'] })
      expect(found.question('Title')).toMatchObject({ type: 'text', roles: [] })
    })

    it('searches for the item on the server and counts the feedback', () => {
      expect(found.question('Clothing ID')).toMatchObject({ type: 'choice', open: true, roles: ['identifier'] })
      expect(filterOf(found, 'clothing-id')?.serverSide).toBe(true)
      expect(found.question('Positive Feedback Count').type).toBe('number')
    })

    it('names rows by the first column, which has no header in the workbook', () => {
      const [key = ''] = found.definition.imports[0]?.key ?? []
      expect(['column_1', 'row_id']).toContain(key)
      expect(found.said(key)).toContain('row key')
    })
  })
})
