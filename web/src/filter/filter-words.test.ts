import type { Filter } from '@kaiku/contract/filter.ts'
import { kindOf } from '@kaiku/core/filter-kind.ts'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { filterWords } from './filter-words.ts'

const t = ((key: string, values?: { text?: string }) => [key, values?.text].filter(Boolean).join(' ')) as TFunction
const filter = (flags: Partial<Filter>): Filter => ({
  extName: 'x',
  title: 'X',
  kind: kindOf(flags),
  question: null,
  options: [{ extName: 'cc', title: 'Click & collect', n: 3 }],
  optionCount: 1,
  extent: null,
  histogram: [],
  decimals: 0,
  ...flags,
})
const words = (flags: Partial<Filter>, ...values: string[]) => filterWords(filter(flags), values, t, 'en')

describe('a chip', () => {
  it('names options by their titles, in the order of the token', () => {
    expect(words({}, 'cc', 'other%2A')).toBe('Click & collect, other*')
    expect(words({ exclude: true }, '_cc')).toBe('filter.not Click & collect')
    expect(words({}, '~none')).toBe('filter.noAnswer')
  })

  it('says ranges, words and periods as people do', () => {
    expect(words({ range: true }, '-5_3.5')).toBe('-5–3.5')
    expect(words({ submatch: true }, 'queue~')).toBe('filter.holds queue')
    expect(words({ submatch: true, exclude: true }, '_queue')).toBe('filter.lacks queue')
    expect(words({ dateInterval: true }, 'rmonths-11+0')).toBe('period.last12')
    expect(words({ tableDate: true }, 'last')).toBe('tableDate.last')
  })

  it('shows the values of an unknown filter as they stand', () => {
    expect(filterWords(undefined, ['a', 'b'], t, 'en')).toBe('a, b')
  })
})
