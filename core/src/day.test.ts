import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  addUnits,
  addYears,
  dayIn,
  daysBetween,
  endOf,
  firstDay,
  lastDay,
  plainCalendar,
  readDay,
  startOf,
  timeUnits,
  weekOf,
} from './day.ts'

const days = fc.integer({ min: 0, max: 3_652_058 }).map((count) => addDays(firstDay, count))

describe('readDay', () => {
  it.each(['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31'])('reads %s', (day) => {
    expect(readDay(day)).toBe(day)
    expect(readDay(day.replaceAll('-', ''))).toBe(day)
  })

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-01-32', '0000-01-01', '2026-1-1', '2026-01-01T00', ''])(
    'refuses %j',
    (text) => expect(readDay(text)).toBeNull(),
  )
})

describe('day arithmetic', () => {
  it('crosses leap days, months and years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2024-02-01', '2024-03-01')).toBe(29)
    expect(daysBetween('2026-03-02', '2026-03-01')).toBe(-1)
  })

  it('clamps to the last day of a shorter month', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-01-31', 13)).toBe('2027-02-28')
    expect(addYears('2024-02-29', 1)).toBe('2025-02-28')
    expect(addUnits('quarter', '2026-11-30', 1)).toBe('2027-02-28')
  })

  it('undoes itself', () => {
    fc.assert(
      fc.property(days, days, (a, b) => {
        expect(addDays(a, daysBetween(a, b))).toBe(b)
        expect(readDay(a)).toBe(a)
      }),
    )
  })

  it('stays within the years 1 to 9999', () => {
    expect(addDays(lastDay, 1)).toBe(lastDay)
    expect(addDays(firstDay, -99_999)).toBe(firstDay)
    expect(addMonths(lastDay, 99_999)).toBe(lastDay)
    expect(addYears(firstDay, -1)).toBe(firstDay)
    expect(addDays('2026-01-01', 1e15)).toBe(lastDay)
  })
})

describe('units', () => {
  const fiscal = (fiscalYearStart: number) => ({ ...plainCalendar, fiscalYearStart })
  const calendars = fc.record({
    weekStart: fc.integer({ min: 1, max: 7 }),
    fiscalYearStart: fc.integer({ min: 1, max: 12 }),
  })

  it('begin and end where the calendar says', () => {
    expect([startOf('week', '2026-11-22'), endOf('week', '2026-11-22')]).toEqual(['2026-11-16', '2026-11-22'])
    expect([startOf('month', '2024-02-15'), endOf('month', '2024-02-15')]).toEqual(['2024-02-01', '2024-02-29'])
    expect([startOf('quarter', '2026-05-05'), endOf('quarter', '2026-05-05')]).toEqual(['2026-04-01', '2026-06-30'])
    expect([startOf('year', '2026-05-05'), endOf('year', '2026-05-05')]).toEqual(['2026-01-01', '2026-12-31'])
  })

  it('follow the fiscal calendar', () => {
    expect([startOf('year', '2026-03-31', fiscal(4)), endOf('year', '2026-03-31', fiscal(4))]).toEqual([
      '2025-04-01',
      '2026-03-31',
    ])
    expect(startOf('quarter', '2026-01-15', fiscal(2))).toBe('2025-11-01')
    expect(startOf('month', '2026-01-15', fiscal(4))).toBe('2026-01-01')
  })

  it('hold their day and meet without a gap', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...timeUnits), calendars, (day, unit, calendar) => {
        const [start, end] = [startOf(unit, day, calendar), endOf(unit, day, calendar)]
        expect(start <= day && day <= end).toBe(true)
        if (end === lastDay || start === firstDay) return
        expect(startOf(unit, addDays(end, 1), calendar)).toBe(addDays(end, 1))
        expect(startOf(unit, end, calendar)).toBe(start)
      }),
    )
  })

  it('number weeks as ISO 8601 does', () => {
    expect(weekOf('2027-01-01')).toEqual({ year: 2026, week: 53 })
    expect(weekOf('2024-12-30')).toEqual({ year: 2025, week: 1 })
    expect(weekOf('2026-11-21')).toEqual({ year: 2026, week: 47 })
  })

  it('begin weeks on the day that the calendar names', () => {
    const sunday = { ...plainCalendar, weekStart: 7 }
    expect([startOf('week', '2026-11-22', sunday), endOf('week', '2026-11-22', sunday)]).toEqual([
      '2026-11-22',
      '2026-11-28',
    ])
    expect(startOf('week', '2026-11-21', sunday)).toBe('2026-11-15')
    expect(weekOf('2026-11-22', sunday)).toEqual({ year: 2026, week: 47 })
  })
})

describe('dayIn', () => {
  it('lets the zone decide', () => {
    const evening = Date.UTC(2026, 10, 21, 22, 30)
    expect(dayIn('Europe/Helsinki', evening)).toBe('2026-11-22')
    expect(dayIn('America/New_York', evening)).toBe('2026-11-21')
    expect(dayIn('UTC', Date.UTC(2026, 0, 1))).toBe('2026-01-01')
  })

  it('refuses an unknown zone', () => {
    expect(() => dayIn('Mars/Olympus', 0)).toThrow(RangeError)
  })
})
