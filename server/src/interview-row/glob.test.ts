import { describe, expect, it } from 'vitest'
import { matchesGlob } from './glob.ts'

describe('a pattern of file names', () => {
  it.each([
    ['sfo2018*.csv', 'SFO2018-final.csv', true],
    ['sfo2018*.csv', 'sfo2017.csv', false],
    ['wave?.{csv,tsv,csv.gz}', 'wave1.csv.gz', true],
    ['wave?.{csv,tsv}', 'wave12.csv', false],
    ['{a*,b}{1,2}.csv', 'axe2.csv', true],
    ['*', '', true],
    // Signs that mean something in expressions, and commas and braces that stand alone.
    ['a,b.csv', 'a.csv', false],
    ['a,b.csv', 'a,b.csv', true],
    ['a+(1)[x].csv', 'a+(1)[x].csv', true],
    ['{open.csv', '{open.csv', true],
    ['😀?.csv', '😀é.csv', true],
  ])('%s and %s: %s', (pattern, name, fits) => {
    expect(matchesGlob(pattern, name)).toBe(fits)
  })

  it('is told at once, however many ways there are to read the name', () => {
    const name = 'a'.repeat(150)
    expect(matchesGlob(`${'*a'.repeat(25)}*b`, name)).toBe(false)
    expect(matchesGlob(`${'{a,a*,*}'.repeat(25)}b`, name)).toBe(false)
  })
})
