import { addDays, plainCalendar, startOf, timeUnits } from '@kaiku/core/day.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bucketOf, bucketStart } from './grouping.ts'
import { autoUnit, stepsOf, undatedKey } from './periods.ts'

const calendars = fc.record({
  weekStart: fc.integer({ min: 1, max: 7 }),
  fiscalYearStart: fc.integer({ min: 1, max: 12 }),
})
const days = fc.integer({ min: 0, max: 80_000 }).map((count) => addDays('1900-01-01', count))

it('gives every day the bucket that begins with its unit, before 1970 as after', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...timeUnits), calendars, (day, unit, calendar) => {
      expect(bucketStart(unit, bucketOf(unit, day, calendar), calendar)).toBe(startOf(unit, day, calendar))
    }),
  )
})

it('cuts the first and the last step where the period begins and ends, and leaves none out', () => {
  const steps = stepsOf('month', { from: '2025-01-15', to: '2025-03-10' }, [], plainCalendar)
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    ['2025-01-15', '2025-01-31'],
    ['2025-02-01', '2025-02-28'],
    ['2025-03-01', '2025-03-10'],
  ])
})

it('runs from the first to the last interview where there is no period, without the undated', () => {
  const key = (day: string) => String(bucketOf('year', day, plainCalendar))
  const none = undatedKey('year', plainCalendar)
  const steps = stepsOf('year', null, [none, key('2021-05-05'), key('2023-05-05')], plainCalendar)
  expect(steps.map(({ from }) => from)).toEqual(['2021-01-01', '2022-01-01', '2023-01-01'])
  expect(stepsOf('year', null, [none], plainCalendar)).toEqual([])
})

it('chooses a unit that reads well', () => {
  const unit = (from: string, to: string) => autoUnit({ from, to })
  expect(unit('2025-01-01', '2025-01-31')).toBe('day')
  expect(unit('2025-01-01', '2025-06-30')).toBe('week')
  expect(unit('2025-01-01', '2025-12-31')).toBe('month')
  expect(unit('2020-01-01', '2025-12-31')).toBe('quarter')
  expect(unit('1990-01-01', '2025-12-31')).toBe('year')
})
