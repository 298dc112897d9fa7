import { describe, expect, it } from 'vitest'
import { dateReader, dayInZone, isoDate } from './date-format.ts'

describe('a date format', () => {
  const cases = [
    ['yyyy-MM-dd', '2018-05-09', '2018-05-09', null],
    ['dd.MM.yyyy', '9.5.2018', '2018-05-09', null],
    ['d.M.yy', '9.5.18', '2018-05-09', null],
    ['d.M.yy', '9.5.84', '1984-05-09', null],
    ['MM/dd/yyyy hh:mm:ss a', '05/09/2016 12:00:00 AM', '2016-05-09', '00:00:00'],
    ['MM/dd/yyyy hh:mm:ss a', '05/09/2016 12:05:00 PM', '2016-05-09', '12:05:00'],
    ['dd MMM yyyy HH:mm', '09 May 2018 23:10', '2018-05-09', '23:10:00'],
    ["yyyy-MM-dd'T'HH:mm:ss", '2018-05-09T01:02:03', '2018-05-09', '01:02:03'],
    ['MM_yyyy', '07_2015', '2015-07-01', null],
  ] as const
  it.each(cases)('%s reads %s', (format, text, day, time) => {
    expect(dateReader(format)(text)).toEqual({ day, time, zone: null })
  })

  it('reads the offset of a zone', () => {
    const read = dateReader(`dd.MM.yyyy HH:mm ${'X'.repeat(3)}`)
    expect(read('09.05.2018 10:11 +03:00')).toEqual({ day: '2018-05-09', time: '10:11:00', zone: '+03:00' })
  })

  it('takes what it leaves out from its base', () => {
    const read = dateReader('d', { year: 2018, month: 5 })
    expect(read('7')?.day).toBe('2018-05-07')
    expect(read('32')).toBeNull()
    expect(() => dateReader('d', { month: 5 })).toThrow('has no year')
    expect(() => dateReader('yyyy')).toThrow('has no month')
  })

  it.each([
    ['dd.MM.yyyy', '31.04.2018'],
    ['dd.MM.yyyy', '29.02.2018'],
    ['dd.MM.yyyy', '1.1.2018x'],
    ['hh:mm a dd.MM.yyyy', '13:00 PM 01.01.2018'],
    ['HH:mm dd.MM.yyyy', '24:00 01.01.2018'],
    ['yyyyMMdd', '2018.1.1'],
    // The first of November, or the eleventh of January.
    ['yyyyMMdd', '2018111'],
    ['ddMMyyyy HH:mm', '1122018 10:00'],
  ])('%s refuses %s', (format, text) => {
    expect(dateReader(format)(text)).toBeNull()
  })

  it('is refused where it says the same twice, or half of a time of day', () => {
    expect(() => dateReader('dd.MM.yyyy dd')).toThrow('has dd twice')
    // As an expression it would take for ever on many digits.
    expect(() => dateReader(`yyyy-MM-dd ${'SSS'.repeat(25)}`)).toThrow('has SSS twice')
    expect(() => dateReader('dd.MM.yyyy hh:mm')).toThrow('needs h and a together')
    expect(() => dateReader('dd.MM.yyyy HH:mm a')).toThrow('needs h and a together')
    expect(dateReader('dMMMyyyy')('5May2018')?.day).toBe('2018-05-05')
    expect(dateReader('yyyyMMdd')('20180501')?.day).toBe('2018-05-01')
  })
})

describe('ISO dates', () => {
  it('keep their time and zone', () => {
    expect(isoDate('2018-05-09')).toEqual({ day: '2018-05-09', time: null, zone: null })
    expect(isoDate('2018-05-09T10:11')).toEqual({ day: '2018-05-09', time: '10:11:00', zone: null })
    expect(isoDate('2018-05-09 10:11:12.345+03:00')).toEqual({ day: '2018-05-09', time: '10:11:12', zone: '+03:00' })
    expect(isoDate('2018-13-01')).toBeNull()
    expect(isoDate('2018-05-09T25:00')).toBeNull()
  })

  it('fall on the day of the zone, through its changes of the clock', () => {
    const helsinki = dayInZone('Europe/Helsinki')
    expect(helsinki(Date.parse('2024-03-30T21:59:59Z'))).toBe('2024-03-30')
    expect(helsinki(Date.parse('2024-03-30T22:00:00Z'))).toBe('2024-03-31')
    expect(helsinki(Date.parse('2024-03-31T20:59:59Z'))).toBe('2024-03-31')
    expect(helsinki(Date.parse('2024-03-31T21:00:00Z'))).toBe('2024-04-01')
  })

  it('keep their century, whichever it is', () => {
    const helsinki = dayInZone('Europe/Helsinki')
    for (const year of ['1900', '1931', '1949', '1950', '2049', '2050', '2100', '2299', '9998'])
      expect(helsinki(Date.parse(`${year}-06-30T22:30:00Z`))).toBe(`${year}-07-01`)
  })
})
