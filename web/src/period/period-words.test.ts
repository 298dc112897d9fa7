import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { periodDates, periodWords } from './period-words.ts'

const t = ((key: string, values?: { when?: string }) => (values?.when ? `${key} ${values.when}` : key)) as TFunction

describe('a period in words', () => {
  it.each([
    ['rmonths-11+0', 'period.last12'],
    ['rdays-30+0', '30 days ago – today'],
    ['rmonths-23+0', 'period.lastMonths'],
    ['ryears-2-2', '2 years ago'],
    ['rdateb1mb', 'period.before last month'],
    ['today_md', 'period.today_md'],
    ['20260101_20260131', 'Jan 2026'],
    ['nonsense', 'nonsense'],
  ])('%s reads as %s', (written, words) => {
    expect(periodWords(written, t, 'en')).toBe(words)
  })

  it('says which days a relative period covers today', () => {
    expect(periodDates('rmonths-1-1', '2026-11-21', 'en')).toBe('Oct 2026')
    expect(periodDates('no period', '2026-11-21', 'en')).toBeNull()
  })
})
