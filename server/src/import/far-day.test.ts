import { describe, expect, it } from 'vitest'
import { farDays } from './far-day.ts'

const days = (...list: (readonly [string, number])[]) =>
  new Map([...Array.from({ length: 200 }, (_, at) => [`2025-0${1 + (at % 9)}-1${at % 10}`, 3] as const), ...list])

describe('days far from nearly all others', () => {
  it('are those where computers begin to count, even when they are many', () => {
    expect(farDays(days(['1970-01-01', 400]))).toMatchObject({
      found: [{ day: '1970-01-01', rows: 400 }],
      from: '2025-01-10',
    })
    expect(farDays(days(['1900-01-01', 1], ['1899-12-30', 2]))?.found).toHaveLength(2)
  })

  it('are slips of a digit in the year', () => {
    expect(farDays(days(['2052-03-01', 1]))?.found).toEqual([{ day: '2052-03-01', rows: 1 }])
  })

  it('are not those of a long series, a year before or after, nor birthdays', () => {
    expect(farDays(days(['2024-03-01', 2], ['2026-12-31', 1]))).toBeNull()
    const births = new Map(Array.from({ length: 60 }, (_, at) => [`${1940 + at}-05-01`, 4] as const))
    expect(farDays(new Map([...births, ['1970-01-01', 1]]))).toBeNull()
    expect(farDays(new Map())).toBeNull()
  })
})
