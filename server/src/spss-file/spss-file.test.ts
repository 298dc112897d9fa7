import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readByKaiku, readByOther } from './sav.fixture.ts'
import { spssFile } from './spss-file.ts'
import { type SpssSet, type SpssValue, type SpssVariable, segmentsOf, spssDay, spssNames } from './spss-variable.ts'

const variable = (name: string, more: Partial<SpssVariable> = {}): SpssVariable => ({
  ...{ name, label: '', width: 0, decimals: 0, measure: 'scale', labels: [], missing: [] },
  ...more,
})
const textOf = (name: string, values: readonly string[], more: Partial<SpssVariable> = {}) =>
  variable(name, { width: Math.max(1, ...values.map((one) => Buffer.byteLength(one))), measure: 'nominal', ...more })

const bytesOf = (variables: SpssVariable[], cases: SpssValue[][], sets: SpssSet[] = []) =>
  buffer(
    Readable.from(
      spssFile(
        { label: 'Test', variables, sets, cases: cases.length, at: Date.UTC(2026, 10, 21, 13, 30) },
        (async function* () {
          for (let at = 0; at < cases.length; at += 7) yield cases.slice(at, at + 7)
        })(),
      ),
    ),
  )

describe('an SPSS file', () => {
  it('holds numbers of every size, days, and none, as another program reads it', async () => {
    const numbers = [0, -0, 1, -99, -100, 151, 152, 0.1, -1.5, 2 ** 31, 1e300, -1e-300, null]
    const read = await readByOther(
      await bytesOf(
        [variable('n', { decimals: 2 }), variable('day', { isDate: true })],
        numbers.map((one) => [one, spssDay(Date.UTC(2026, 1, 28))]),
      ),
    )
    expect([read.cases, read.encoding]).toEqual([numbers.length, 'UTF-8'])
    expect(read.created).toEqual(new Date('2026-11-21T13:30:00Z'))
    expect(read.rows.map(({ n }) => n ?? null)).toEqual(numbers)
    // Seconds from 1582-10-14 to the day.
    expect(read.rows[0]?.day).toBe(13_991_616_000)
  })

  it('holds texts of every length, the longest in several pieces', async () => {
    const lengths = [0, 1, 7, 8, 9, 251, 252, 253, 255, 256, 504, 505, 510, 511, 756, 757, 5_000, 32_767]
    const texts = lengths.map((length) => 'abcdefghij'.repeat(length / 10 + 1).slice(0, length))
    const variables = texts.map((one, at) => textOf(`t${at}`, [one]))
    const bytes = await bytesOf(variables, [texts, texts.map(() => null)])
    const [first, second] = (await readByOther(bytes)).rows
    expect(texts.map((_, at) => first?.[`t${at}`])).toEqual(texts)
    expect(new Set(Object.values(second ?? {}))).toEqual(new Set(['']))
    expect((await readByKaiku(bytes)).rows).toEqual([texts, texts.map(() => '')])
    expect(segmentsOf(32_767).length).toBe(131)
  })

  it('keeps hostile texts as they are, in values, labels and names', async () => {
    const texts = Object.values(hostileTexts)
    const named = spssNames()
    const variables = texts.map((one) =>
      textOf(named(one), [one], { label: one, labels: [{ value: one, label: one }], missing: [one] }),
    )
    const set = { name: 'set', label: hostileTexts.csv, variables: variables.map(({ name }) => name) }
    const { rows, variables: found } = await readByKaiku(await bytesOf(variables, [texts], [set]))
    expect(rows).toEqual([texts.map((one) => one.trimEnd())])
    expect(found.map(({ name }) => name)).toEqual(variables.map(({ name }) => name))
    expect(new Set(found.map(({ name }) => name.toLowerCase())).size).toBe(texts.length)
    for (const [at, { label }] of found.entries())
      expect(texts[at]?.startsWith(label ?? '') || label === texts[at]?.trimEnd()).toBe(true)
  })

  it('tells labels, missing values and measures of numbers, short texts and long ones', async () => {
    const labels = (...values: (number | string)[]) => values.map((value) => ({ value, label: `Label of ${value}` }))
    const bytes = await bytesOf(
      [
        variable('nps', { label: 'Recommend', measure: 'ordinal', labels: labels(0, 10, 99), missing: [97, 98, 99] }),
        variable('range', { missing: [-1], missingRange: [900, 999] }),
        variable('short', { width: 8, measure: 'nominal', labels: labels('a', 'none'), missing: ['none'] }),
        variable('long', { width: 30, measure: 'nominal', labels: labels('a-longer-code', 'none'), missing: ['none'] }),
      ],
      [[10, 950, 'none', 'a-longer-code']],
    )
    const { variables, rows } = await readByOther(bytes)
    expect(rows).toEqual([{ nps: 10, range: 950, short: 'none', long: 'a-longer-code' }])
    expect(variables.get('nps')).toMatchObject({
      ...{ label: 'Recommend', labels: labels(0, 10, 99).map(({ value, label }) => [value, label]) },
    })
    expect(variables.get('long')?.labels).toEqual([
      ['a-longer-code', 'Label of a-longer-code'],
      ['none', 'Label of none'],
    ])
    const own = (await readByKaiku(bytes)).variables
    expect(own.map(({ measure }) => measure)).toEqual(['ordinal', 'scale', 'nominal', 'nominal'])
    expect(own.map(({ missing }) => missing)).toEqual([[97, 98, 99], [-1], ['none'], []])
    expect(own[1]?.missingRange).toEqual({ from: 900, to: 999 })
    expect(bytes.includes(Buffer.from('long\u0001\u0008\0\0\0none    ', 'latin1'))).toBe(true)
  })

  it('comes back as it was, whatever its cases hold', async () => {
    const cell = fc.option(
      fc.oneof(fc.integer({ min: -200, max: 300 }), fc.double({ noNaN: true, min: -1e300, max: 1e300 })),
    )
    const text = fc.string({ unit: 'grapheme', maxLength: 600 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, text, cell, text), { maxLength: 20 }), async (cases) => {
        const at = (column: 1 | 3) => cases.map((one) => one[column])
        const { rows } = await readByKaiku(
          await bytesOf([variable('a'), textOf('b', at(1)), variable('c'), textOf('d', at(3))], cases),
        )
        const shown = (value: SpssValue) =>
          typeof value === 'string' ? value.trimEnd() : value === null ? '' : String(Object.is(value, -0) ? 0 : value)
        expect(rows).toEqual(cases.map((one) => one.map(shown)))
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it('is refused where its cases are not as many as it says', async () => {
    const cases = (async function* () {
      yield [[1]]
    })()
    const file = spssFile({ label: '', variables: [variable('a')], sets: [], cases: 2, at: 0 }, cases)
    await expect(buffer(Readable.from(file))).rejects.toThrow('2 cases')
  })
})

describe('the name of a variable', () => {
  it('is legal and none a second time', () => {
    const named = spssNames()
    expect(['nps', 'NPS', '1st', 'a-b', 'ä', 'all', 'x.', 'y'.repeat(80), 'y'.repeat(80)].map(named)).toEqual([
      ...['nps', 'NPS_2', 'v1st', 'a_b', 'v_', 'all_2', 'x_', 'y'.repeat(64), `${'y'.repeat(62)}_2`],
    ])
  })
})
