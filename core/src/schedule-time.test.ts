import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayIn, plainCalendar } from './day.ts'
import { nextRun, type Schedule, type ScheduleRule } from './schedule-time.ts'

const helsinki = 'Europe/Helsinki'
const schedule = (rule: ScheduleRule, minutes: number, more: Partial<Schedule> = {}): Schedule => ({
  ...{ rule, minutes, zone: helsinki, calendar: plainCalendar, daysOff: [] },
  ...more,
})
const at = (text: string) => Date.parse(text)

/** The days on which it is done after a moment, so many in a row, with the time that the clock shows. */
function runs(of: Schedule, after: string, count: number): string[] {
  const clock = new Intl.DateTimeFormat('sv', { timeZone: of.zone, dateStyle: 'short', timeStyle: 'short' })
  const found: string[] = []
  let moment: number | null = at(after)
  while (moment !== null && found.length < count) {
    moment = nextRun(of, moment)
    if (moment !== null) found.push(clock.format(moment))
  }
  return found
}

describe('a schedule', () => {
  it('is due each day, on some weekdays, on a day of the month and where fiscal periods begin', () => {
    const from = '2026-11-26T12:00:00Z'
    expect(runs(schedule({ every: 'day' }, 480), from, 2)).toEqual(['2026-11-27 08:00', '2026-11-28 08:00'])
    expect(runs(schedule({ every: 'week', days: [1, 4] }, 420), from, 3)).toEqual([
      ...['2026-11-30 07:00', '2026-12-03 07:00', '2026-12-07 07:00'],
    ])
    expect(runs(schedule({ every: 'month', day: 31 }, 0), from, 4)).toEqual([
      ...['2026-11-30 00:00', '2026-12-31 00:00', '2027-01-31 00:00', '2027-02-28 00:00'],
    ])
    const calendar = { weekStart: 1, fiscalYearStart: 2 }
    expect(runs(schedule({ every: 'fiscalQuarter' }, 60, { calendar }), from, 2)).toEqual([
      ...['2027-02-01 01:00', '2027-05-01 01:00'],
    ])
    expect(runs(schedule({ every: 'fiscalYear' }, 60, { calendar }), from, 2)).toEqual([
      ...['2027-02-01 01:00', '2028-02-01 01:00'],
    ])
    expect(nextRun(schedule({ every: 'week', days: [] }, 60), at(from))).toBeNull()
  })

  it('is due today where its time is still to come, and not again at its own moment', () => {
    const of = schedule({ every: 'day' }, 8 * 60)
    expect(nextRun(of, at('2026-11-26T05:59:59Z'))).toBe(at('2026-11-26T06:00:00Z'))
    expect(nextRun(of, at('2026-11-26T06:00:00Z'))).toBe(at('2026-11-27T06:00:00Z'))
  })

  it('waits for the next working day where its day is off, and is done once there', () => {
    const daysOff = ['12-24', '12-25', '12-26', '2027-01-01']
    expect(runs(schedule({ every: 'week', days: [4] }, 480, { daysOff }), '2026-12-20T12:00:00Z', 2)).toEqual([
      ...['2026-12-28 08:00', '2026-12-31 08:00'],
    ])
    expect(runs(schedule({ every: 'day' }, 480, { daysOff }), '2026-12-23T12:00:00Z', 3)).toEqual([
      ...['2026-12-27 08:00', '2026-12-28 08:00', '2026-12-29 08:00'],
    ])
    expect(runs(schedule({ every: 'month', day: 1 }, 480, { daysOff }), '2026-12-20T12:00:00Z', 1)).toEqual([
      '2027-01-04 08:00',
    ])
  })

  it('is done on its own day where no day is worked on', () => {
    const all = Array.from({ length: 366 }, (_, day) => addDays('2024-01-01', day).slice(5))
    expect(runs(schedule({ every: 'day' }, 480, { daysOff: all }), '2026-11-26T12:00:00Z', 1)).toEqual([
      '2026-11-27 08:00',
    ])
  })

  it.each([helsinki, 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'UTC'])(
    'is done once on each day of a year in %s, at any minute, however the clock changes',
    (zone) => {
      for (const minutes of [0, 90, 120, 150, 180, 210, 1439]) {
        const of = schedule({ every: 'day' }, minutes, { zone })
        const days: string[] = []
        let moment = nextRun(of, at('2026-01-01T12:00:00Z'))
        while (moment !== null && moment < at('2027-01-01T12:00:00Z')) {
          days.push(dayIn(zone, moment))
          moment = nextRun(of, moment)
        }
        expect(days).toHaveLength(365)
        expect(new Set(days).size).toBe(365)
      }
    },
  )

  it('is at its time before and after both changes of the clock, at the change itself and at the first of two', () => {
    expect(runs(schedule({ every: 'day' }, 210), '2026-03-27T12:00:00Z', 3)).toEqual([
      ...['2026-03-28 03:30', '2026-03-29 04:00', '2026-03-30 03:30'],
    ])
    const autumn = schedule({ every: 'day' }, 210)
    expect(nextRun(autumn, at('2026-10-24T12:00:00Z'))).toBe(at('2026-10-25T00:30:00Z'))
    expect(nextRun(autumn, at('2026-10-25T00:30:00Z'))).toBe(at('2026-10-26T01:30:00Z'))
  })

  it('is done at the same minute of each hour that the clock of its zone shows, on days off, too', () => {
    const hourly = (zone: string) => schedule({ every: 'hour' }, 15, { zone, daysOff: ['2026-11-02'] })
    expect(nextRun(hourly(helsinki), at('2026-11-02T06:10:30Z'))).toBe(at('2026-11-02T06:15:00Z'))
    expect(nextRun(hourly(helsinki), at('2026-11-02T06:15:00Z'))).toBe(at('2026-11-02T07:15:00Z'))
    expect(nextRun(hourly('Asia/Kolkata'), at('2026-11-02T06:10:00Z'))).toBe(at('2026-11-02T06:45:00Z'))
    expect(nextRun(hourly('Asia/Kathmandu'), at('2026-11-02T06:10:00Z'))).toBe(at('2026-11-02T06:30:00Z'))
    expect(nextRun(hourly('America/St_Johns'), at('2026-11-02T06:50:00Z'))).toBe(at('2026-11-02T07:45:00Z'))
  })

  it('comes after any moment, and nothing comes between', () => {
    const rule = fc.oneof(
      fc.constant<ScheduleRule>({ every: 'day' }),
      fc.constant<ScheduleRule>({ every: 'hour' }),
      fc
        .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
        .map((days): ScheduleRule => ({ every: 'week', days })),
      fc.integer({ min: 1, max: 31 }).map((day): ScheduleRule => ({ every: 'month', day })),
      fc.constant<ScheduleRule>({ every: 'fiscalQuarter' }),
      fc.constant<ScheduleRule>({ every: 'fiscalYear' }),
    )
    const moments = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
    const minutes = fc.integer({ min: 0, max: 1439 })
    const off = fc.array(fc.integer({ min: 1, max: 28 }).map((day) => `12-${String(day).padStart(2, '0')}`))
    fc.assert(
      fc.property(
        rule,
        minutes,
        moments,
        off,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (of, time, after, daysOff, part) => {
          const one = schedule(of, of.every === 'hour' ? time % 60 : time, { daysOff })
          const next = nextRun(one, after)
          expect(next).toBeGreaterThan(after)
          const between = Math.floor(after + part * ((next ?? 0) - after - 1))
          expect(nextRun(one, between)).toBe(next)
        },
      ),
      { numRuns: 200 },
    )
  })
})
