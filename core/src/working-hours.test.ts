import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterWorkingHours, usualHours, type WorkingHours, workingHoursBetween } from './working-hours.ts'
import { momentIn, weekdayOf } from './zoned-time.ts'

const office = usualHours('Europe/Helsinki')
const at = (text: string) => Date.parse(text)
const due = (from: string, hours: number, calendar: WorkingHours = office) =>
  new Date(afterWorkingHours(calendar, at(from), hours)).toISOString()

describe('working hours', () => {
  it('count from the next opening, and go on the next day', () => {
    // Wednesday 15:00 in Helsinki.
    expect(due('2026-11-18T13:00:00Z', 1)).toBe('2026-11-18T14:00:00.000Z')
    expect(due('2026-11-18T13:00:00Z', 4)).toBe('2026-11-19T09:00:00.000Z')
    expect(due('2026-11-18T03:00:00Z', 1)).toBe('2026-11-18T08:00:00.000Z')
  })

  it('end with the day’s last minute rather than begin the next day', () => {
    expect(due('2026-11-18T13:00:00Z', 2)).toBe('2026-11-18T15:00:00.000Z')
  })

  it('pause over the weekend', () => {
    expect(due('2026-11-20T14:00:00Z', 2)).toBe('2026-11-23T08:00:00.000Z')
    expect(due('2026-11-21T10:00:00Z', 8)).toBe('2026-11-23T15:00:00.000Z')
  })

  it('pause on holidays, of one year or of every', () => {
    const calendar = { ...office, holidays: ['2026-12-07', '12-06', '12-08'] }
    expect(due('2026-12-04T14:00:00Z', 2, calendar)).toBe('2026-12-09T08:00:00.000Z')
    expect(due('2027-12-07T14:00:00Z', 2, calendar)).toBe('2027-12-09T08:00:00.000Z')
  })

  it('follow the clock on the wall over a change to winter and to summer', () => {
    // Friday before the change of 25 October 2026, and of 28 March 2027.
    expect(due('2026-10-23T13:00:00Z', 2)).toBe('2026-10-26T08:00:00.000Z')
    expect(due('2027-03-26T14:00:00Z', 2)).toBe('2027-03-29T07:00:00.000Z')
  })

  it('know that the day of a change has 25 or 23 hours', () => {
    const always = { ...office, hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }] }
    const night = { ...office, hours: [{ days: [7], from: '00:00', to: '24:00' }] }
    expect(due('2026-10-24T21:00:00Z', 25, always)).toBe('2026-10-25T22:00:00.000Z')
    expect(workingHoursBetween(night, at('2026-10-24T00:00:00Z'), at('2026-10-26T12:00:00Z'))).toBe(25)
    expect(workingHoursBetween(night, at('2027-03-27T00:00:00Z'), at('2027-03-29T12:00:00Z'))).toBe(23)
    // 03:30 does not exist on that morning: work begins with the change.
    const early = { ...office, hours: [{ days: [7], from: '03:30', to: '05:00' }] }
    expect(due('2027-03-27T12:00:00Z', 1, early)).toBe('2027-03-28T02:00:00.000Z')
  })

  it('join hours that overlap and leave out those that end before they begin', () => {
    const hours = [
      { days: [3], from: '08:00', to: '12:00' },
      { days: [3], from: '10:00', to: '14:00' },
      { days: [3], from: '20:00', to: '18:00' },
    ]
    expect(workingHoursBetween({ ...office, hours }, at('2026-11-18T00:00:00Z'), at('2026-11-19T00:00:00Z'))).toBe(6)
  })

  it('answer the moment itself where nobody ever works', () => {
    expect(due('2026-11-18T13:00:00Z', 1, { ...office, hours: [] })).toBe('2026-11-18T13:00:00.000Z')
  })
})

const zone = fc.constantFrom('Europe/Helsinki', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC')
// The years around, with every change of the clocks in them.
const moment = fc.integer({ min: at('2025-01-01T00:00:00Z') / 60_000, max: at('2029-01-01T00:00:00Z') / 60_000 })
const time = fc
  .integer({ min: 0, max: 96 })
  .map((quarter) => `${String(quarter >> 2).padStart(2, '0')}:${String((quarter & 3) * 15).padStart(2, '0')}`)
const calendar = fc.record({
  timeZone: zone,
  hours: fc.array(
    fc.record({ days: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), from: time, to: time }),
    { minLength: 1, maxLength: 4 },
  ),
  holidays: fc.array(fc.constantFrom('12-24', '12-25', '2026-01-06', '2026-10-25', '01-01'), { maxLength: 4 }),
})

/** Minute by minute, by what the clock shows. */
function minutesWorked({ timeZone, hours, holidays }: WorkingHours, from: number, to: number): number {
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  let minutes = 0
  for (let minute = from; minute < to; minute += 60_000) {
    const [day = '', shown = ''] = clock.format(minute).split(' ')
    if (holidays.includes(day) || holidays.includes(day.slice(5))) continue
    if (hours.some(({ days, from, to }) => days.includes(weekdayOf(day)) && shown >= from && shown < to)) minutes++
  }
  return minutes
}

describe('any calendar', () => {
  it('finds the same hours as somebody who looks at the clock every minute', () => {
    fc.assert(
      fc.property(calendar, moment, fc.integer({ min: 0, max: 3000 }), (hours, minute, length) => {
        const [from, to] = [minute * 60_000, (minute + length) * 60_000]
        expect(Math.round(workingHoursBetween(hours, from, to) * 60)).toBe(minutesWorked(hours, from, to))
      }),
      { numRuns: 20 },
    )
    // The changes themselves: nights in which half an hour, or an hour, comes twice or not at all.
    for (const [timeZone, night] of [
      ['Europe/Helsinki', '2026-10-24T12:00:00Z'],
      ['Europe/Helsinki', '2027-03-27T12:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T00:00:00Z'],
      ['Australia/Lord_Howe', '2026-10-03T00:00:00Z'],
    ] as const) {
      const hours = [{ days: [6, 7], from: '00:00', to: '24:00' }]
      const [from, to] = [at(night), at(night) + 2 * 86_400_000]
      const calendar = { timeZone, hours, holidays: [] }
      expect(workingHoursBetween(calendar, from, to) * 60).toBe(minutesWorked(calendar, from, to))
    }
  })

  it('is due after exactly so many working hours, and never before the moment', () => {
    fc.assert(
      fc.property(calendar, moment, fc.integer({ min: 1, max: 60 }), (hours, minute, quarters) => {
        const from = minute * 60_000
        const found = afterWorkingHours(hours, from, quarters / 4)
        const between = workingHoursBetween(hours, from, found)
        const isNeverOpen = afterWorkingHours(hours, from, 0.25) === from
        expect(between).toBe(isNeverOpen ? 0 : quarters / 4)
        expect(found).toBeGreaterThanOrEqual(from)
      }),
      { numRuns: 30 },
    )
  })
})

describe('the moment a clock shows a time', () => {
  it('is found in every zone, with any minute of the day', () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, minute) => {
        const [day = '', shown = ''] = new Intl.DateTimeFormat('sv', {
          ...{ timeZone, dateStyle: 'short', timeStyle: 'short' },
        })
          .format(minute * 60_000)
          .split(' ')
        const found = momentIn(timeZone, day, Number(shown.slice(0, 2)) * 60 + Number(shown.slice(3)))
        // Of a time that comes twice the first is meant.
        expect([0, 1_800_000, 3_600_000]).toContain(minute * 60_000 - found)
      }),
    )
  })
})
