import { beforeAll, describe, expect, it } from 'vitest'
import { type FoundDefinition, filterOf, inferFile, levelsOf, sharedFile } from './inference.fixture.ts'

const file = sharedFile('sfo-airport-survey/sfo2018.csv')

describe.skipIf(file === null)('trying the airport survey of 2018', () => {
  let found: FoundDefinition
  beforeAll(async () => {
    found = await inferFile(file ?? '')
  })

  it('reads every row of the file', async () => {
    expect(await found.unread()).toEqual([])
  })

  it('finds NETPRO as 0 to 10 with NPS and 11 as doubtful', () => {
    expect(found.question('NETPRO  ')).toMatchObject({ type: 'scale', id: 'netpro', min: 0, max: 10, missing: [11] })
    expect(found.definition.indicators[0]).toMatchObject({ measure: 'nps', question: 'netpro', weight: 'none' })
    expect(found.said('NETPRO  ')).toContain(
      '11 (159 rows) taken as no answer: outside of 0 to 10, where the answers are: doubtful',
    )
  })

  it('finds every Q7 and Q9 item as 1 to 5 with 0 and 6 as doubtful', () => {
    const items = found.assumptions.map(({ column }) => column).filter((column) => /^Q7[A-Z]|^Q9[A-Z]/.test(column))
    expect(new Set(items).size).toBe(21)
    for (const item of new Set(items)) {
      const { missing, ...question } = found.question(item)
      expect(question).toMatchObject({ type: 'scale', min: 1, max: 5 })
      expect(missing).toEqual(item === 'Q7ALL' ? [] : [0, 6])
    }
    expect(found.said('Q7ART')).toContain('0 (124 rows) and 6 (525 rows) taken as no answer')
  })

  it('takes BLANK for no answer', () => {
    expect(found.definition.imports[0]?.blank).toEqual(['BLANK'])
    expect(found.said('Q7ALL')).toContain('BLANK (184 rows) taken as no answer')
  })

  it('finds boarding area › gate and says which gates lie in two areas', () => {
    expect(levelsOf(found)[0]).toEqual(['barea', 'gate'])
    expect(found.said('GATE')).toMatch(/(88 and 7|7 and 88) stand under more than one BAREA/)
  })

  it('offers airline and destination as filters, their code columns not', () => {
    expect(filterOf(found, 'airline')).toMatchObject({ dropdown: true })
    expect(filterOf(found, 'destination')).toMatchObject({ dropdown: true })
    expect(filterOf(found, 'airline-code')).toBeUndefined()
    expect(found.said('AIRLINE_CODE')).toContain('says the same as AIRLINE')
  })

  it('takes Q15A for comments', () => {
    expect(found.question('Q15A')).toMatchObject({ type: 'text', roles: ['comment'] })
  })

  it('takes WEIGHT for the weight and offers weighted figures beside the plain ones', () => {
    expect(found.question('WEIGHT').roles).toEqual(['weight'])
    const nps = found.definition.indicators.filter(({ measure }) => measure === 'nps')
    expect(nps.map(({ weight }) => weight)).toEqual(['none', 'role'])
    const weights = found.definition.settings.mainIndicators.map(
      (id) => found.definition.indicators.find((one) => one.id === id)?.weight,
    )
    expect(new Set(weights)).toEqual(new Set(['none']))
  })

  it('names rows by the respondent', () => {
    expect(found.definition.imports[0]?.key).toEqual(['RESPNUM'])
  })

  it('leaves interviews undated where only the day of the month is known, and says so', () => {
    expect(found.definition.questions.filter(({ roles }) => roles.includes('date'))).toEqual([])
    expect(found.said('INTDATE')).toContain('day of the month')
    expect(found.said('DAY')).not.toContain('day of the month')
  })

  it('reads answers spread over columns as one question', () => {
    const suggestions = found.reading('Q8-1')
    expect(suggestions?.column).toEqual(['Q8-1', 'Q8-2', 'Q8-3', 'Q8-4', 'Q8-5', 'Q8-6'])
    expect(found.question('Q8-1').type).toBe('multiple')
    expect(suggestions?.recode).toEqual({ 0: null })
  })

  it('keeps times of day as text and codes without names as choices', () => {
    expect(found.question('ARRTIME').type).toBe('text')
    for (const column of ['STRATA', 'Q20Age', 'Q22Income', 'Q5TIMESFLOWN', 'DAY', 'LANG'])
      expect([column, found.question(column).type]).toEqual([column, 'choice'])
  })
})

const others = [2010, 2011, 2012, 2013, 2014, 2015, 2016, 2017]
  .map((year) => `sfo-airport-survey/sfo${year}.csv`)
  .filter((path) => sharedFile(path) !== null)
describe.skipIf(others.length === 0)('trying the other years of the airport survey', () => {
  it.each(others)('makes a valid definition with ratings from 1 to 5 of %s', async (path) => {
    const { definition } = await inferFile(sharedFile(path) ?? '')
    const scales = definition.questions.filter((question) => question.type === 'scale' && question.max === 5)
    expect(scales.length).toBeGreaterThan(10)
  })
})
