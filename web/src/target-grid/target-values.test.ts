import { plainCalendar } from '@kaiku/core/day.ts'
import { expect, it } from 'vitest'
import { columnsOf, inherited, readNumber, readPasted, readTargets, withTargets } from './target-values.ts'

const targets = {
  nps: { 'r,all': { '2026': 50 }, 'r,all,fi': { '2026': 60, '2026-Q1': 40 } },
  top: { 'r,all': { '2026': 1 } },
}

it('changes what is written at some spots, and keeps nothing that is empty', () => {
  const next = withTargets(targets, 'nps', [
    { path: 'r,all', period: '2026', value: null },
    { path: 'r,all,fi', period: '2026', value: 61.5 },
    { path: 'r,all,se', period: '2026-Q2', value: -3 },
  ])
  expect(next).toEqual({
    nps: { 'r,all,fi': { '2026': 61.5, '2026-Q1': 40 }, 'r,all,se': { '2026-Q2': -3 } },
    top: targets.top,
  })
  expect(targets.nps['r,all,fi']['2026']).toBe(60)
  expect(withTargets(next, 'top', [{ path: 'r,all', period: '2026', value: null }])).not.toHaveProperty('top')
  expect(withTargets({}, 'new', [{ path: 'r,all', period: '2026', value: 0 }])).toEqual({
    new: { 'r,all': { '2026': 0 } },
  })
})

it('reads what is written as far as it is targets', () => {
  expect(readTargets(targets)).toEqual(targets)
  expect(readTargets({ nps: { 'r,all': { '2026': 'x', '2025': 4 }, 'r,fi': 3 } })).toEqual({
    nps: { 'r,all': { '2025': 4 }, 'r,fi': {} },
  })
  expect([null, [], 'x', undefined].map(readTargets)).toEqual([{}, {}, {}, {}])
})

it('says what a place has from above', () => {
  expect(inherited(targets.nps, ['r', 'all', 'fi', 'hki'], '2026', 1)).toBe(60)
  expect(inherited(targets.nps, ['r', 'all', 'fi'], '2026', 1)).toBe(50)
  expect(inherited(targets.nps, ['r', 'all'], '2026', 1)).toBe(1)
  expect(inherited(undefined, ['r', 'all'], '2026', null)).toBeNull()
})

it('reads numbers as spreadsheets and people write them', () => {
  expect(['12,5', '12.5', ' 40 %', '−3', '', 'n/a', '1.234,5'].map(readNumber)).toEqual([
    12.5,
    12.5,
    40,
    -3,
    null,
    undefined,
    undefined,
  ])
  expect(readPasted('1\t2,5\r\n\t-\r\n')).toEqual([
    [1, 2.5],
    [null, undefined],
  ])
})

it('has the periods of a fiscal year as columns', () => {
  const july = { weekStart: 1, fiscalYearStart: 7 }
  expect(columnsOf('quarter', 2026, july, 'en').map(({ period }) => period)).toEqual(
    [1, 2, 3, 4].map((q) => `2026-Q${q}`),
  )
  const months = columnsOf('month', 2026, july, 'en').map(({ period }) => period)
  expect([months[0], months[11], months.length]).toEqual(['2026-07', '2027-06', 12])
  expect(columnsOf('year', 2026, plainCalendar, 'en')[0]).toEqual({ period: '2025', title: '2025' })
})
