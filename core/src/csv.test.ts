import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvFile, csvLine, unmarked } from './csv.ts'

/** Reads one line as RFC 4180 says. */
function cellsOf(line: string): string[] {
  const found = `,${line.replace(/\r\n$/, '')}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)
  return [...found].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...Array.from('\'"=+-@\t\r\n,;1aé＝')) }),
)

describe('a cell of a CSV file', () => {
  it.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    "'=1",
    '=cmd|" /C calc"!A0',
    '-',
    '--1',
  ])('lets no spreadsheet run %j', (text) => {
    const [read = ''] = cellsOf(csvCell(text))
    expect(read).toBe(`'${text}`)
    expect(unmarked(read)).toBe(text)
  })

  it.each([
    [-3.5, '-3.5'],
    ['-3.5', '-3.5'],
    ['-3,5', '-3,5'],
    [0, '0'],
    [null, ''],
    [undefined, ''],
    ["O'Brien", "O'Brien"],
    ["''quoted''", "''quoted''"],
  ])('leaves %j as it is', (value, text) => {
    expect(cellsOf(csvCell(value))).toEqual([text])
  })

  it('is read back as it was, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (texts) => {
        const read = cellsOf(csvLine(texts))
        expect(read.map(unmarked)).toEqual(texts)
        for (const [at, cell] of read.entries())
          expect(/^[=+\-@\t\r\n]/.test(cell) && Number.isNaN(Number((texts[at] ?? '').replace(',', '.')))).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('a CSV file begins with a byte order mark and ends its lines as spreadsheets expect', () => {
  expect(
    csvFile([
      ['Store', 'NPS'],
      ['A, "B"', -3.5],
      ['two\nlines', null],
    ]),
  ).toBe('\uFEFFStore,NPS\r\n"A, ""B""",-3.5\r\n"two\nlines",\r\n')
})
