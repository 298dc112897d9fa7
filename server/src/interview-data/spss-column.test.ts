import type { Question } from '@kaiku/contract/question.ts'
import { question } from '@kaiku/contract/question.ts'
import { describe, expect, it } from 'vitest'
import { spssNames } from '../spss-file/spss-variable.ts'
import type { DataColumn, DataValue } from './data-column.ts'
import { measured } from './spss-column.ts'
import { declaredMissing } from './spss-missing.ts'

const columnOf = (asked: Question, type: DataColumn['type']): DataColumn => ({
  ...{ name: asked.id, title: 'Q', type, question: asked, decimals: 0 },
  ...{ value: () => null, label: () => null },
})

/** What a column becomes that holds these values. */
function laid(asked: object, type: DataColumn['type'], values: readonly DataValue[]) {
  const known = measured(columnOf(question.parse({ id: 'q', title: 'Q', ...asked }), type))
  for (const value of values) known.measure(value, null)
  const { variables, set, values: told } = known.column({ named: spssNames(), translate: String, yesNo: [] })
  return { variables, set, cases: values.map(told) }
}
const options = (...codes: string[]) => codes.map((code) => ({ code, title: `Title ${code}` }))

describe('a choice', () => {
  it('is a number where all its codes are, and a text as soon as one is not', () => {
    const asked = { type: 'choice', options: options('1', '2'), missing: ['9'] }
    const number = laid(asked, 'choice', ['1', '9', null])
    expect(number.variables[0]).toMatchObject({ width: 0, missing: [9], measure: 'nominal' })
    expect(number.cases).toEqual([[1], [9], [null]])
    for (const code of ['x', '01', '1.5', '', ' 1', '12345678901']) {
      const text = laid({ ...asked, open: true }, 'choice', ['1', code])
      expect(text.variables[0]?.width).toBe(Math.max(1, code.length))
      expect(text.cases).toEqual([['1'], [code]])
    }
  })

  it('without any code is a text, and its missing codes beyond three are a range where no answer lies between', () => {
    expect(laid({ type: 'choice', open: true }, 'choice', []).variables[0]?.width).toBe(1)
    const many = { type: 'choice', options: options('1', '2'), missing: ['95', '96', '97', '98', '-1'] }
    expect(laid(many, 'choice', ['96']).variables[0]).toMatchObject({ missing: [-1], missingRange: [95, 98] })
    const open = laid({ ...many, open: true }, 'choice', ['96', '97', '98'])
    expect(open.variables[0]).toMatchObject({ missing: [-1, 95, 96], missingRange: null })
    expect(open.cases).toEqual([[96], [null], [null]])
  })
})

describe('a multiple choice', () => {
  it('is a variable for each code, with no value where nobody answered', () => {
    const asked = { type: 'multiple', options: options('a', 'b'), missing: ['none'] }
    const { variables, set, cases } = laid(asked, 'multiple', [['a'], ['none'], ['b', 'none'], null, ['c', 'd']])
    expect(variables.map(({ name, width }) => [name, width])).toEqual([
      ...[['q_a', 0] as const, ['q_b', 0] as const, ['q_none', 0] as const, ['q_other', 3] as const],
    ])
    expect(set).toEqual(['q_a', 'q_b'])
    expect(cases).toEqual([
      [1, 0, 0, ''],
      [null, null, 1, ''],
      [0, 1, 1, ''],
      [null, null, null, null],
      [0, 0, 0, 'c|d'],
    ])
  })
})

describe('other columns', () => {
  it('are as wide as their longest text, and days or nothing', () => {
    expect(laid({ type: 'text' }, 'text', ['å', null, 'ab']).variables[0]?.width).toBe(2)
    expect(laid({ type: 'text', missing: ['none'] }, 'text', ['a']).variables[0]).toMatchObject({
      width: 4,
      missing: ['none'],
    })
    expect(laid({ type: 'text' }, 'text', ['x'.repeat(40_000)]).variables[0]?.width).toBe(32_767)
    const day = laid({ type: 'date', missing: ['1900-01-01', 'never'] }, 'day', ['1970-01-01', 'never', null])
    expect(day.variables[0]).toMatchObject({
      isDate: true,
      measure: 'scale',
      missing: [12_219_379_200 - 25_567 * 86_400],
    })
    expect(day.cases).toEqual([[12_219_379_200], [null], [null]])
  })
})

describe('missing numbers', () => {
  const apart = (least: number, most: number) => (from: number, to: number) => from > most || to < least

  it.each([
    [[99], { missing: [99], missingRange: null, undeclared: [] }],
    [[99, 98, 97, 97], { missing: [97, 98, 99], missingRange: null, undeclared: [] }],
    [[96, 97, 98, 99], { missing: [], missingRange: [96, 99], undeclared: [] }],
    [[-1, 97, 98, 99], { missing: [-1], missingRange: [97, 99], undeclared: [] }],
    [[-3, -2, -1, 99], { missing: [99], missingRange: [-3, -1], undeclared: [] }],
    [[-2, -1, 98, 99], { missing: [-2, -1, 98], missingRange: null, undeclared: [99] }],
    [[Number.NaN, 9], { missing: [9], missingRange: null, undeclared: [] }],
  ])('%j are declared so that no answer from 0 to 10 is one', (codes, declared) => {
    expect(declaredMissing(codes, apart(0, 10))).toEqual(declared)
  })
})
