import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dateIntervalDefaults,
  dateIntervalProblems,
  dateRefDefaults,
  readDateInterval,
  readDateRef,
  resolveDays,
  writeAbsoluteDays,
  writeDateInterval,
  writeDateRef,
} from './relative-date.ts'

type Vectors = {
  relative: { value: string; today: string; from: string | null; to: string | null }[]
  refused: { relative: string[] }
}
const vectors: Vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'))
const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('resolveDays', () => {
  it.each(vectors.relative)('resolves $value on $today', ({ value, today, from, to }) => {
    expect(resolveDays(value, today)).toEqual({ from, to })
  })

  it.each(vectors.refused.relative)('refuses %s', (value) => {
    expect(resolveDays(value, '2026-11-21')).toBeNull()
  })

  it.each(['rdays+1+0', 'rmonths+0-1', 'rdays-999999+0', 'rdatee0dbx', ' rdays-1+0', '20260101-20260131', ''])(
    'refuses %j',
    (value) => expect(resolveDays(value, '2026-11-21')).toBeNull(),
  )

  it.each([
    ['rquarters-1-1', '2026-08-01', '2026-10-31'],
    ['rquarters+0+0', '2026-11-01', '2027-01-31'],
    ['rfiscalyears-1+0', '2025-02-01', '2027-01-31'],
    ['ryears+0+0', '2026-01-01', '2026-12-31'],
  ])('lets a fiscal year begin in February: %s', (value, from, to) => {
    expect(resolveDays(value, '2026-11-21', { weekStart: 1, fiscalYearStart: 2 })).toEqual({ from, to })
  })

  it('keeps from at or before to, wherever today is', () => {
    const count = fc.integer({ min: -99_999, max: 99_999 })
    const unit = fc.constantFrom('days', 'months', 'quarters', 'years', 'fiscalyears')
    fc.assert(
      fc.property(count, count, unit, days, (a, b, name, today) => {
        const written = writeDateInterval({ unit: name, from: Math.min(a, b), to: Math.max(a, b) })
        const found = resolveDays(written, today)
        expect(found && found.from !== null && found.to !== null && found.from <= found.to).toBe(true)
      }),
    )
  })

  it('never crashes', () => {
    const unit = fc.oneof(fc.constantFrom('rdays', 'rdate', 'rmonths', '+', '-', 'e', 'm', 'b', '_'), fc.string())
    fc.assert(
      fc.property(fc.string({ unit }), days, (text, today) => {
        expect(resolveDays(text, today)).toSatisfy((found) => found === null || typeof found === 'object')
      }),
    )
  })

  it('reads back an absolute period', () => {
    const written = writeAbsoluteDays('2026-01-01', '2026-01-31')
    expect(resolveDays(written, '2020-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  })
})

describe('the date forms', () => {
  it('begin with today and with the last thirty days', () => {
    expect(writeDateRef(dateRefDefaults)).toBe('rdatee0db')
    expect(writeDateInterval(dateIntervalDefaults)).toBe('rdays-30+0')
  })

  it.each(['rdatee0db', 'rdateb1mb', 'rdatea2yf', 'rdatee12mb'])('read and write %s', (written) => {
    const ref = readDateRef(written)
    expect(ref && writeDateRef(ref)).toBe(written)
  })

  it.each(['rdays-30+0', 'rmonths-11+0', 'ryears-1-1', 'rquarters-1-1', 'rdays+1+7'])(
    'read and write %s',
    (written) => {
      const interval = readDateInterval(written)
      expect(interval && writeDateInterval(interval)).toBe(written)
    },
  )

  it('write the two writings of today as one', () => {
    const interval = readDateInterval('rdays-0-0')
    expect(interval && writeDateInterval(interval)).toBe('rdays+0+0')
  })

  it('ask for both whole numbers', () => {
    const mandatory = (field: string) => ({ field, key: 'VALIDATE_ERROR_MANDATORY' })
    expect(dateIntervalProblems('', '0')).toEqual([mandatory('from')])
    expect(dateIntervalProblems('-30', 'x')).toEqual([mandatory('to')])
    expect(dateIntervalProblems('1.5', '1e3', 'months')).toEqual([mandatory('from'), mandatory('to')])
  })

  it('ask for from below to, strictly for days', () => {
    const crossed = [
      { field: 'from', key: 'must be less than {to}' },
      { field: 'to', key: 'must be larger than {from}' },
    ]
    expect(dateIntervalProblems('0', '0')).toEqual(crossed)
    expect(dateIntervalProblems('-1', '-1', 'months')).toEqual([])
    expect(dateIntervalProblems('1', '0', 'years')).toEqual(crossed)
    expect(dateIntervalProblems(' -30 ', '+0')).toEqual([])
  })
})
