import { describe, expect, it } from 'vitest'
import { compare, overlaps } from './comparison.ts'

const days = (from: string, to: string) => ({ from, to })

describe('the previous period', () => {
  it.each([
    ['a month', days('2026-03-01', '2026-03-31'), days('2026-02-01', '2026-02-28')],
    ['a quarter', days('2026-01-01', '2026-03-31'), days('2025-10-01', '2025-12-31')],
    ['a year', days('2025-01-01', '2025-12-31'), days('2024-01-01', '2024-12-31')],
    ['twelve months', days('2025-03-01', '2026-02-28'), days('2024-03-01', '2025-02-28')],
    ['a week', days('2026-11-16', '2026-11-22'), days('2026-11-09', '2026-11-15')],
    ['a day', days('2026-03-01', '2026-03-01'), days('2026-02-28', '2026-02-28')],
    ['any other interval', days('2026-01-30', '2026-03-01'), days('2025-12-30', '2026-01-29')],
  ])('of %s is as many units before', (_, period, before) => {
    expect(compare(period, 'previous')).toEqual(before)
  })

  it('of relative days has equal length even when they fill a month', () => {
    const period = days('2026-03-01', '2026-03-31')
    expect(compare(period, 'previous', 'rdays-30+0')).toEqual(days('2026-01-29', '2026-02-28'))
    expect(compare(period, 'previous', 'rmonths+0+0')).toEqual(days('2026-02-01', '2026-02-28'))
    expect(compare(period, 'previous', '20260301_20260331')).toEqual(days('2026-02-01', '2026-02-28'))
  })
})

describe('the year before', () => {
  it('maps 29 February to the 28th', () => {
    expect(compare(days('2024-02-10', '2024-02-29'), 'yearBefore')).toEqual(days('2023-02-10', '2023-02-28'))
    expect(compare(days('2024-02-29', '2024-02-29'), 'yearBefore', 'rdatee0db')).toEqual(
      days('2023-02-28', '2023-02-28'),
    )
  })

  it('of whole months is whole months', () => {
    expect(compare(days('2025-02-01', '2025-02-28'), 'yearBefore')).toEqual(days('2024-02-01', '2024-02-29'))
    expect(compare(days('2025-02-01', '2025-02-28'), 'yearBefore', 'rdays-27+0')).toEqual(
      days('2024-02-01', '2024-02-28'),
    )
  })
})

describe('periods that share days', () => {
  it('are those of more than a year beside a year earlier, and of no other whole units', () => {
    const shares = (period: { from: string; to: string }) => {
      const found = compare(period, 'yearBefore')
      return found !== null && overlaps(period, found)
    }
    expect(shares(days('2024-12-01', '2026-11-30'))).toBe(true)
    expect(shares(days('2025-12-01', '2026-11-30'))).toBe(false)
    expect(shares(days('2025-11-30', '2026-11-30'))).toBe(true)
    for (const period of [days('2024-12-01', '2026-11-30'), days('2026-03-07', '2026-05-09')]) {
      const before = compare(period, 'previous')
      expect(before !== null && overlaps(period, before)).toBe(false)
    }
  })
})

describe('period to date', () => {
  it('takes the same days of the unit before', () => {
    expect(compare(days('2026-11-01', '2026-11-21'), 'periodToDate')).toEqual(days('2026-10-01', '2026-10-21'))
    expect(compare(days('2026-10-01', '2026-11-21'), 'periodToDate')).toEqual(days('2026-07-01', '2026-08-21'))
    expect(compare(days('2026-01-01', '2026-11-21'), 'periodToDate')).toEqual(days('2025-01-01', '2025-11-21'))
    expect(compare(days('2026-03-01', '2026-03-31'), 'periodToDate')).toEqual(days('2026-02-01', '2026-02-28'))
  })

  it('knows where fiscal quarters and years begin', () => {
    const fiscal = { weekStart: 1, fiscalYearStart: 2 }
    const to = (from: string, calendar = fiscal) =>
      compare(days(from, '2026-11-21'), 'periodToDate', undefined, undefined, calendar)
    expect(to('2026-02-01')).toEqual(days('2025-02-01', '2025-11-21'))
    expect(to('2026-01-01')).toEqual(days('2025-01-01', '2025-11-21'))
    expect(to('2026-11-01')).toEqual(days('2026-10-01', '2026-10-21'))
    const quarter = compare(days('2026-08-01', '2026-09-10'), 'periodToDate', undefined, undefined, fiscal)
    expect(quarter).toEqual(days('2026-05-01', '2026-06-10'))
  })

  it('lets the written period say which unit', () => {
    const january = days('2026-01-01', '2026-01-15')
    expect(compare(january, 'periodToDate')).toEqual(days('2025-12-01', '2025-12-15'))
    expect(compare(january, 'periodToDate', 'ryears+0+0')).toEqual(days('2025-01-01', '2025-01-15'))
    expect(compare(january, 'periodToDate', 'rdays-14+0')).toEqual(days('2025-12-17', '2025-12-31'))
  })

  it('stops at today within a period that has not ended', () => {
    const today = '2026-11-21'
    const compareToDate = (from: string, to: string, written: string) =>
      compare(days(from, to), 'periodToDate', written, today)
    expect(compareToDate('2026-11-01', '2026-11-30', 'rmonths+0+0')).toEqual(days('2026-10-01', '2026-10-21'))
    expect(compareToDate('2026-01-01', '2026-12-31', 'ryears+0+0')).toEqual(days('2025-01-01', '2025-11-21'))
    expect(compareToDate('2026-10-01', '2026-10-31', 'rmonths-1-1')).toEqual(days('2026-09-01', '2026-09-30'))
  })

  it('falls back to equal length before when the period begins no month', () => {
    expect(compare(days('2026-11-10', '2026-11-21'), 'periodToDate')).toEqual(days('2026-10-29', '2026-11-09'))
  })
})

it('has nothing to compare an open-ended period with', () => {
  for (const how of ['previous', 'yearBefore', 'periodToDate'] as const) {
    expect(compare({ from: null, to: '2026-01-01' }, how)).toBeNull()
    expect(compare({ from: '2026-01-01', to: null }, how)).toBeNull()
    expect(compare({ from: null, to: null }, how)).toBeNull()
  }
})
