import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FilterFlags, hasTypeahead, readRange, resolveFilter, writeRange, writeSubmatch } from './filter-kind.ts'
import { noAnswer, option } from './filter-token.ts'

const vectors: { refused: { range: string[] } } = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
)
const today = '2026-11-21'

const conditionOf = (flags: FilterFlags, values: string[], day = today) => {
  const resolved = resolveFilter(flags, values, day)
  if (!resolved.ok) throw new Error(`${resolved.message}, expected ${resolved.expected}`)
  return resolved.value
}

describe('an option filter', () => {
  it('tells included, excluded and missing answers apart', () => {
    expect(conditionOf({}, [option('A/B'), '_south', noAnswer, `_${noAnswer}`, '%7Enone'])).toEqual({
      include: [{ is: 'option', option: 'A/B' }, { is: 'none' }, { is: 'option', option: '~none' }],
      exclude: [{ is: 'option', option: 'south' }, { is: 'none' }],
    })
  })

  it('keeps the marks that belong to an option', () => {
    const own = ['_hidden', 'tail~', '~none', '_~none~']
    expect(conditionOf({}, own.map(option)).include).toEqual(own.map((name) => ({ is: 'option', option: name })))
  })

  it('asks for nothing without values', () => {
    expect(conditionOf({}, [])).toEqual({ include: [], exclude: [] })
  })
})

describe('a submatch filter', () => {
  it('contains, or does not, whatever case and accents', () => {
    expect(conditionOf({ submatch: true }, ['Café~', '_BUS', '_Park~', 'exact'])).toEqual({
      include: [
        { is: 'contains', text: 'cafe' },
        { is: 'option', option: 'exact' },
      ],
      exclude: [
        { is: 'contains', text: 'bus' },
        { is: 'contains', text: 'park' },
      ],
    })
  })

  it('writes what it reads', () => {
    const written = [writeSubmatch('Café', false), writeSubmatch('_bus~', true)]
    expect(written).toEqual(['Café~', '_%5Fbus%7E'])
    expect(conditionOf({ submatch: true }, written)).toEqual({
      include: [{ is: 'contains', text: 'cafe' }],
      exclude: [{ is: 'contains', text: '_bus~' }],
    })
  })

  it('reads `~none~` as the text and refuses to look for nothing', () => {
    expect(conditionOf({ submatch: true }, ['~none~']).include).toEqual([{ is: 'contains', text: '~none' }])
    expect(resolveFilter({ submatch: true }, ['a~', '~'], today)).toMatchObject({ ok: false, position: 1 })
    expect(resolveFilter({ submatch: true }, ['_'], today)).toMatchObject({ ok: false, position: 0 })
  })
})

describe('a range filter', () => {
  it('includes and excludes ranges', () => {
    expect(conditionOf({ range: true }, ['-5_3.5', '_10_20', noAnswer])).toEqual({
      include: [{ is: 'range', from: -5, to: 3.5 }, { is: 'none' }],
      exclude: [{ is: 'range', from: 10, to: 20 }],
    })
  })

  it.each(vectors.refused.range)('refuses %s', (value) => {
    expect(readRange(value)).toBeNull()
    expect(resolveFilter({ range: true }, [value], today)).toMatchObject({ ok: false, position: 0 })
  })

  it('is no filter unless both ends are there and in order', () => {
    expect(writeRange(null, 5)).toBeNull()
    expect(writeRange(5, null)).toBeNull()
    expect(writeRange(5, 3)).toBeNull()
    expect(writeRange(Number.NaN, 3)).toBeNull()
    expect(writeRange(-5, 3.5)).toBe('-5_3.5')
    expect(writeRange(1e-7, 2e-7)).toBe('0.0000001_0.0000002')
  })

  it('reads back what it wrote', () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6)
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [from, to] = [Math.min(a, b) + 0, Math.max(a, b) + 0]
        expect(readRange(writeRange(from, to) ?? '')).toEqual({ from, to })
      }),
    )
  })
})

describe('a time filter', () => {
  it.each([{ dateInterval: true }, { dateRef: true }, { today: true }])('takes every period: %j', (flags) => {
    expect(conditionOf(flags, ['rmonths-1-1', 'rdatea1mb', '20260101_20260131', 'today_ymd']).include).toEqual([
      { is: 'days', from: '2026-10-01', to: '2026-10-31' },
      { is: 'days', from: '2026-11-01', to: null },
      { is: 'days', from: '2026-01-01', to: '2026-01-31' },
      { is: 'days', from: today, to: today },
    ])
  })

  it('excludes a period and finds the undated', () => {
    expect(conditionOf({ dateInterval: true }, ['_rdays-7+0', noAnswer])).toEqual({
      include: [{ is: 'none' }],
      exclude: [{ is: 'days', from: '2026-11-14', to: today }],
    })
  })

  it('keeps the anniversary of 29 February on the 28th of other years', () => {
    const both = [
      { is: 'anniversary', month: 2, day: 28 },
      { is: 'anniversary', month: 2, day: 29 },
    ]
    expect(conditionOf({ today: true }, ['today_md'], '2026-02-28').include).toEqual(both)
    expect(conditionOf({ today: true }, ['today_md'], '2024-02-28').include).toEqual(both.slice(0, 1))
    expect(conditionOf({ today: true }, ['today_md'], '2024-02-29').include).toEqual(both.slice(1))
    expect(conditionOf({ today: true }, ['today_md']).include).toEqual([{ is: 'anniversary', month: 11, day: 21 }])
  })

  it('refuses what is not a period', () => {
    expect(resolveFilter({ today: true }, ['today_ymd', 'rweeks-1+0'], today)).toEqual({
      ok: false,
      position: 1,
      message: 'cannot read rweeks-1+0',
      expected: 'a period',
    })
  })
})

describe('a table date filter', () => {
  it.each(['none', 'first', 'last'])('keeps %s', (keep) => {
    expect(conditionOf({ tableDate: true }, [keep])).toEqual({ include: [{ is: 'table', keep }], exclude: [] })
  })

  it('takes one known choice', () => {
    expect(resolveFilter({ tableDate: true }, ['first', 'last'], today)).toMatchObject({ ok: false, position: 1 })
    expect(resolveFilter({ tableDate: true }, ['middle'], today)).toMatchObject({ ok: false, position: 0 })
    expect(resolveFilter({ tableDate: true }, ['_first'], today)).toMatchObject({ ok: false, position: 0 })
  })
})

it('never crashes, whatever the flags and values', () => {
  const flag = fc.option(fc.boolean(), { nil: undefined })
  const flags = fc.record({ range: flag, today: flag, dateRef: flag, tableDate: flag, submatch: flag })
  fc.assert(
    fc.property(flags, fc.array(fc.string({ unit: 'binary' })), (some, values) => {
      expect(resolveFilter(some, values, today).ok).toBeTypeOf('boolean')
    }),
  )
})

it('searches long, dropdown and server-side filters by typing', () => {
  expect(hasTypeahead({}, 9)).toBe(false)
  expect(hasTypeahead({}, 10)).toBe(true)
  expect(hasTypeahead({ dropdown: true }, 1)).toBe(true)
  expect(hasTypeahead({ serverSide: true }, 0)).toBe(true)
})
