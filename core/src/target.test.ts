import { describe, expect, it } from 'vitest'
import { addDays, plainCalendar } from './day.ts'
import { expectedAnswers, keyOfPeriod, paceDays, periodKey, periodPattern, targetAt, unitOfPeriod } from './target.ts'

const july = { weekStart: 1, fiscalYearStart: 7 }

describe('the names of periods', () => {
  it.each([
    ['month', '2026-11-21', plainCalendar, '2026-11'],
    ['quarter', '2026-11-21', plainCalendar, '2026-Q4'],
    ['year', '2026-11-21', plainCalendar, '2026'],
    ['quarter', '2026-11-21', july, '2026-Q2'],
    ['quarter', '2027-06-30', july, '2026-Q4'],
    ['year', '2027-06-30', july, '2026'],
    ['year', '2027-07-01', july, '2027'],
  ] as const)('%s of %s', (unit, day, calendar, key) => {
    expect(periodKey(unit, day, calendar)).toBe(key)
    expect(key).toMatch(periodPattern)
    expect(unitOfPeriod(key)).toBe(unit)
  })

  it('are those of whole periods alone', () => {
    expect(keyOfPeriod({ from: '2026-10-01', to: '2026-12-31' }, plainCalendar)).toBe('2026-Q4')
    expect(keyOfPeriod({ from: '2026-07-01', to: '2027-06-30' }, july)).toBe('2026')
    expect(keyOfPeriod({ from: '2026-10-01', to: '2026-12-30' }, plainCalendar)).toBeNull()
    expect(keyOfPeriod({ from: '2026-10-01', to: null }, plainCalendar)).toBeNull()
    expect(keyOfPeriod(null, plainCalendar)).toBeNull()
  })
})

describe('the target of a place', () => {
  const targets = { 'region,all': { '2026': 50 }, 'region,all,fi': { '2026': 60, '2026-Q1': 40 } }
  it('is its own, else the nearest above’s, else the indicator’s', () => {
    expect(targetAt(targets, ['region', 'all', 'fi'], '2026', 1)).toEqual({ value: 60, from: 'own' })
    expect(targetAt(targets, ['region', 'all', 'fi', 'hki'], '2026', 1)).toEqual({ value: 60, from: 'above' })
    expect(targetAt(targets, ['region', 'all', 'se'], '2026', 1)).toEqual({ value: 50, from: 'above' })
    expect(targetAt(targets, ['region', 'all', 'se'], '2026-Q1', 1)).toEqual({ value: 1, from: 'indicator' })
    expect(targetAt(targets, ['chain', 'all', 'fi'], '2026', undefined)).toBeNull()
    expect(targetAt(undefined, ['region', 'all'], null, 7)).toEqual({ value: 7, from: 'indicator' })
  })
})

describe('the answers to be expected', () => {
  const today = '2026-11-18'
  it('are as many as on the same weekdays of the last eight weeks', () => {
    // Wednesday: so many on each Thursday, nobody on other days.
    const counts = Array.from({ length: paceDays }, (_, at) =>
      new Date(`${addDays(today, at - paceDays)}T00:00:00Z`).getUTCDay() === 4 ? at : 0,
    )
    const perThursday = counts.reduce((sum, n) => sum + n, 0) / 8
    expect(expectedAnswers({ counts, isNew: false, today, end: '2026-11-19' })).toBeCloseTo(perThursday, 12)
    expect(expectedAnswers({ counts, isNew: false, today, end: '2026-11-25' })).toBeCloseTo(perThursday, 12)
    expect(expectedAnswers({ counts, isNew: false, today, end: '2026-11-26' })).toBeCloseTo(2 * perThursday, 12)
    expect(expectedAnswers({ counts, isNew: false, today, end: today })).toBe(0)
  })

  it('of a new place are judged by the days since its first answer', () => {
    const counts = Array.from({ length: paceDays }, (_, at) => (at >= paceDays - 14 ? 2 : 0))
    expect(expectedAnswers({ counts, isNew: true, today, end: '2026-11-25' })).toBeCloseTo(14, 12)
    expect(expectedAnswers({ counts, isNew: false, today, end: '2026-11-25' })).toBeCloseTo(14 / 4, 12)
    expect(expectedAnswers({ counts: counts.map(() => 0), isNew: true, today, end: '2026-11-25' })).toBe(0)
  })
})
