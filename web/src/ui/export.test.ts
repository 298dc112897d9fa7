import { describe, expect, it } from 'vitest'
import { csvOf } from './export.ts'

describe('a table as CSV', () => {
  it('quotes what would break a row and keeps numbers as they are', () => {
    expect(
      csvOf({
        head: ['Store', 'NPS'],
        rows: [
          ['A, "B"', -3.5],
          ['two\nlines', null],
        ],
      }),
    ).toBe('\ufeffStore,NPS\r\n"A, ""B""",-3.5\r\n"two\nlines",\r\n')
  })
  it.each(['=1+1', '+1', '-1', '@x', '\tx'])('lets no spreadsheet run %j', (hostile) => {
    expect(csvOf({ head: ['a'], rows: [[hostile]] })).toContain(`'${hostile}`)
  })
})
