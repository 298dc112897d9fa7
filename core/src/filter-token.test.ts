import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addValue,
  clearFilter,
  clearValue,
  type FilterSelection,
  formatToken,
  noAnswer,
  option,
  optionText,
  parseToken,
  setValues,
} from './filter-token.ts'

type Value = { option: string } | { written: string }
type Vectors = {
  format: { name: string; selection: Record<string, Value[]>; token: string }[]
  refused: { token: string[] }
}
const vectors: Vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'))

const writtenOf = (value: Value) => ('option' in value ? option(value.option) : value.written)
const selectionOf = (selection: Record<string, Value[]>): FilterSelection =>
  new Map(Object.entries(selection).map(([name, values]) => [name, values.map(writtenOf)]))
const read = (token: string): FilterSelection => {
  const parsed = parseToken(token)
  if (!parsed.ok) throw new Error(`${parsed.message} at ${parsed.position}`)
  return parsed.value
}

/** Well-formed texts without NUL, rich in the characters of the grammar. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...Array.from(';*=,%#?/&⁄＆_~:+\n'), '%2F', '\u0085', 'ä'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 12,
  })
  .filter((one) => !one.includes('\0'))
const written = fc.oneof(
  text.map(option),
  text.map((one) => `_${option(one)}`),
  text.map((one) => `${option(one)}~`),
  text.map((one) => `_${option(one)}~`),
  fc.constantFrom(noAnswer, `_${noAnswer}`, '-5_3.5', 'rdays-30+0'),
)
const selections = fc
  .array(
    fc.tuple(
      text.filter((one) => one !== ''),
      fc.array(written, { minLength: 1, maxLength: 4 }),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.reduce<FilterSelection>((all, [name, values]) => setValues(all, name, values), new Map()))

describe('formatToken', () => {
  it.each(vectors.format)('writes $name', ({ selection, token }) => {
    expect(formatToken(selectionOf(selection))).toBe(token)
    expect(formatToken(read(token))).toBe(token)
  })

  it('writes nothing that would end a URL segment, a query or a fragment', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        expect(formatToken(selection)).not.toMatch(/[/&?#\p{Cc}]/u)
      }),
    )
  })
})

describe('parseToken', () => {
  it('reads back every selection that was written', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const again = read(formatToken(selection))
        expect(new Map(again)).toEqual(new Map(selection))
      }),
      { numRuns: 500 },
    )
  })

  it('gives equal selections the equal token', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const reversed = new Map([...selection].reverse().map(([name, values]) => [name, [...values].reverse()]))
        expect(formatToken(reversed)).toBe(formatToken(selection))
      }),
    )
  })

  it('never crashes, and what it accepts has one canonical form', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('a=;*%4C3_~,')) }),
    )
    fc.assert(
      fc.property(any, (token) => {
        const parsed = parseToken(token)
        if (!parsed.ok) {
          expect(parsed.position).toBeLessThanOrEqual(token.length)
          return
        }
        const canonical = formatToken(parsed.value)
        expect(new Map(read(canonical))).toEqual(new Map(parsed.value))
        expect(formatToken(read(canonical))).toBe(canonical)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(vectors.refused.token)('refuses %s', (token) => {
    expect(parseToken(token)).toMatchObject({ ok: false, position: expect.any(Number) })
  })

  it.each([
    ['=x', 0],
    ['region', 0],
    ['region=a;;shop=b', 9],
    ['shop=b=c', 6],
    ['region=a*%ZZ', 9],
    ['a=x;region=_é%C3', 13],
    ['a=1;a=2', 4],
    ['a=%00', 2],
    ['a=\ud800', 2],
  ])('names the position of the fault in %j', (token, position) => {
    expect(parseToken(token)).toMatchObject({ ok: false, position })
  })

  it('reads escapes in any case and characters that need none', () => {
    expect(formatToken(read('t=%c3%a4*%41*a/b'))).toBe('t=A*a⁄b*ä')
  })
})

describe('option', () => {
  it('tells an option from a mark', () => {
    expect(option('_north')).toBe('%5Fnorth')
    expect(option('tail~')).toBe('tail%7E')
    expect(option(noAnswer)).toBe('%7Enone')
    expect(formatToken(read(`t=${noAnswer}*%7Enone`))).toBe('t=%7Enone*~none')
  })

  it('survives the round trip whatever the name', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(optionText(option(one))).toBe(one)
      }),
    )
  })
})

describe('a selection', () => {
  const selection = read('region=north*south;age=25')

  it('is changed by value and by filter without touching the original', () => {
    expect(formatToken(addValue(selection, 'region', 'east'))).toBe('age=25;region=east*north*south')
    expect(formatToken(setValues(selection, 'age', ['30', '30']))).toBe('age=30;region=north*south')
    expect(formatToken(clearValue(selection, 'region', 'north'))).toBe('age=25;region=south')
    expect(formatToken(clearFilter(selection, 'region'))).toBe('age=25')
    expect(formatToken(selection)).toBe('age=25;region=north*south')
  })

  it('loses the filter with its last value', () => {
    expect(clearValue(selection, 'age', '25').has('age')).toBe(false)
    expect(clearValue(selection, 'unknown', '25')).toEqual(selection)
  })
})
