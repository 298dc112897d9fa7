import { describe, expect, it } from 'vitest'
import {
  formatChange,
  formatCount,
  formatDay,
  formatMonthDay,
  formatPeriod,
  formatPlusMinus,
  formatUnit,
  formatValue,
} from './format.ts'

/** Locales put no-break spaces between groups and before signs. */
const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ')

describe('figures', () => {
  it('follow the locale and the indicator', () => {
    expect(formatValue('share', 30.79, 1, 'en')).toBe('30.8%')
    expect(formatValue('topBox', 30.79, 1, 'en')).toBe('30.8%')
    expect(plain(formatValue('rate', 30.79, 1, 'fi'))).toBe('30,8 %')
    expect(plain(formatValue('sum', 1234567.891, 2, 'sv'))).toBe('1 234 567,89')
    expect(formatValue('mean', 4, 2, 'de')).toBe('4,00')
    expect(formatValue('count', 1234, 1, 'en')).toBe('1,234')
  })

  it('have a true minus and no negative zero', () => {
    expect(formatValue('nps', -12, 0, 'en')).toBe('−12')
    expect(formatValue('nps', -12, 0, 'fi')).toBe('−12')
    expect(formatValue('nps', -0.04, 0, 'en')).toBe('0')
  })

  it('are a dash when there is none, never a zero', () => {
    expect(formatValue('mean', null, 1, 'en')).toBe('–')
    expect(formatPlusMinus(null, 1, 'en')).toBe('–')
    expect(formatCount(null, 'en')).toBe('–')
    expect(formatChange(null, 1, 'en')).toBe('–')
    expect(formatDay(null, 'en')).toBe('–')
  })

  it('show half the interval', () => expect(formatPlusMinus({ low: 25.53, high: 36.62 }, 1, 'en')).toBe('±5.5'))

  it('leave a protected count as it is', () => {
    expect(formatCount('<5', 'fi')).toBe('<5')
    expect(plain(formatCount(28665, 'fi'))).toBe('28 665')
  })

  it('give a change its sign', () => {
    expect(formatChange(2.345, 1, 'en')).toBe('+2.3')
    expect(formatChange(-1.44, 1, 'fi')).toBe('−1,4')
    expect(formatChange(-0.04, 1, 'en')).toBe('0.0')
  })

  it('fall back to English for a locale that does not exist', () => {
    expect(formatValue('mean', 4.5, 1, 'no such locale')).toBe('4.5')
  })
})

describe('periods', () => {
  it('are written in the locale', () => {
    expect(formatDay('2026-11-21', 'en')).toBe('Nov 21, 2026')
    expect(formatDay('2026-11-21', 'fi')).toBe('21.11.2026')
    expect(plain(formatPeriod({ from: '2026-11-02', to: '2026-11-21' }, 'en'))).toBe('Nov 2 – 21, 2026')
  })

  it('are called by their name when they are a whole month or year', () => {
    expect(formatPeriod({ from: '2026-11-01', to: '2026-11-30' }, 'en')).toBe('Nov 2026')
    expect(formatPeriod({ from: '2024-01-01', to: '2024-12-31' }, 'en')).toBe('2024')
    expect(plain(formatPeriod({ from: '2025-12-01', to: '2026-11-30' }, 'en'))).toBe('Dec 2025 – Nov 2026')
  })

  it('show an open end', () => {
    expect(formatPeriod({ from: null, to: '2026-11-21' }, 'fi')).toBe('… – 21.11.2026')
    expect(formatPeriod({ from: '2026-11-21', to: null }, 'fi')).toBe('21.11.2026 – …')
    expect(formatPeriod({ from: null, to: null }, 'fi')).toBe('–')
    expect(formatPeriod(null, 'fi')).toBe('–')
  })

  it('name the units of a trend', () => {
    const units = ['day', 'week', 'month', 'quarter', 'year'] as const
    expect(units.map((unit) => formatUnit(unit, '2026-11-21', 'en'))).toEqual([
      'Nov 21, 2026',
      '2026-W47',
      'Nov 2026',
      'Q4 2026',
      '2026',
    ])
  })

  it('name quarters and years after the fiscal year', () => {
    const named = (day: string, fiscalYearStart: number) => {
      const calendar = { weekStart: 1, fiscalYearStart }
      return [formatUnit('quarter', day, 'en', calendar), formatUnit('year', day, 'en', calendar)]
    }
    expect(named('2026-11-21', 4)).toEqual(['Q3 2026/27', '2026/27'])
    expect(named('2026-03-31', 4)).toEqual(['Q4 2025/26', '2025/26'])
    expect(named('1999-12-31', 7)).toEqual(['Q2 1999/00', '1999/00'])
  })

  it('show filter days as day/month-year', () => {
    expect(formatMonthDay('2026-03-01', 'en')).toBe('March 1')
    expect(formatMonthDay('2026-03-01', 'de')).toBe('1. März')
  })
})
