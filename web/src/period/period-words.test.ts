import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { calendarPeriods, periodDays, periodWords } from './period-words.ts'

const t = ((key: string, values?: { when?: string }) => (values?.when ? `${key} ${values.when}` : key)) as TFunction

describe('a period in words', () => {
  it.each([
    ['rmonths-11+0', 'period.last12'],
    ['rdays-30+0', '30 days ago – today'],
    ['rmonths-23+0', 'period.lastMonths'],
    ['ryears-2-2', '2 years ago'],
    ['rdateb1mb', 'period.before last month'],
    ['today_md', 'period.today_md'],
    ['20260101_20260131', '1/1-2026 – 31/1-2026'],
    ['nonsense', 'nonsense'],
  ])('%s reads as %s', (written, words) => {
    expect(periodWords(written, t, 'en')).toBe(words)
  })

  it('says which days a relative period covers today', () => {
    expect(periodDays('rmonths-1-1', '2026-11-21')).toBe('1/10-2026 – 31/10-2026')
    expect(periodDays('rdatee0db', '2026-11-21')).toBe('21/11-2026')
    expect(periodDays('rdateb1mb', '2026-11-21')).toBe('… – 30/9-2026')
    expect(periodDays('today_ymd', '2026-11-21')).toBe('21/11-2026')
    expect(periodDays('today_md', '2026-11-21')).toBe('21/11')
    expect(periodDays(undefined, '2026-11-21')).toBe('N/A')
  })

  it('offers quarters as the calendar has them, and fiscal years where they differ', () => {
    const written = (fiscalYearStart: number) =>
      calendarPeriods('2026-11-21', { weekStart: 1, fiscalYearStart }).map((one) => one.written)
    expect(written(1)).toEqual(['20261001_20261231', '20260701_20260930'])
    expect(written(3)).toEqual(['20260901_20261130', '20260601_20260831', '20260301_20270228', '20250301_20260228'])
  })
})
