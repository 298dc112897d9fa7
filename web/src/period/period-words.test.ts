import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { periodDays, periodWords, quickPeriodsOf, readLast } from './period-words.ts'

const t = ((key: string, values?: { when?: string }) => (values?.when ? `${key} ${values.when}` : key)) as TFunction

describe('a period in words', () => {
  it.each([
    ['rmonths-11+0', 'period.last12'],
    ['rdays-30+0', 'period.lastDays'],
    ['rquarters-1-1', 'period.lastQuarter'],
    ['rquarters-3+0', 'period.lastQuarters'],
    ['rmonths-3-1', 'period.fullMonths'],
    ['rmonths-5-3', '5 months ago – 3 months ago'],
    ['rfiscalyears-2-2', '2 years ago'],
    ['rmonths-23+0', 'period.lastMonths'],
    ['ryears-2-2', '2 years ago'],
    ['rdateb1mb', 'period.before last month'],
    ['today_md', 'period.today_md'],
    ['20260101_20260131', 'Jan 2026'],
    ['nonsense', 'nonsense'],
  ])('%s reads as %s', (written, words) => {
    expect(periodWords(written, t, 'en')).toBe(words)
  })

  it.each([
    ['rmonths-1-1', 'Oct 1 – 31, 2026'],
    ['rquarters-1-1', 'Aug 1 – Oct 31, 2026'],
    ['rfiscalyears+0+0', 'Feb 1, 2026 – Jan 31, 2027'],
    ['rdatee0db', 'Nov 21, 2026'],
    ['rdateb1mb', '… – Sep 30, 2026'],
    ['today_ymd', 'Nov 21, 2026'],
    ['today_md', 'November 21'],
  ])('%s covers %s, written as days are elsewhere', (written, days) => {
    const seen = { today: '2026-11-21', calendar: { weekStart: 1, fiscalYearStart: 2 } }
    expect(periodDays(written, seen, 'en').replaceAll('\u2009', ' ')).toBe(days)
  })

  it('offers fiscal years where they are not those of the calendar', () => {
    const offered = (fiscalYearStart: number) => quickPeriodsOf({ weekStart: 1, fiscalYearStart })
    expect(offered(3).filter((one) => !offered(1).includes(one))).toEqual(['rfiscalyears+0+0', 'rfiscalyears-1-1'])
    expect(offered(1)).toContain('rquarters-1-1')
  })

  it('is counted back from now where it ends with the present unit or the one before', () => {
    expect(readLast('rmonths-11+0')).toEqual({ count: 12, unit: 'months', present: true })
    expect(readLast('rquarters-1-1')).toEqual({ count: 1, unit: 'quarters', present: false })
    for (const other of ['rdays+1+7', 'rmonths-5-3', 'today_ymd', undefined]) expect(readLast(other)).toBeNull()
  })
})
