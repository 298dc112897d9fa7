import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { chooseLocale, startMoreTexts, startTexts } from '../text/text.ts'
import { filledFormula, formulaText } from './formula.ts'

beforeAll(async () => {
  await startTexts()
  await startMoreTexts('proof')
  await chooseLocale('en')
})

type Proof = Pick<FigureProof, 'indicator' | 'figure' | 'sums'>
const proofOf = (
  measure: Proof['indicator']['measure'],
  value: number | null,
  sums: Partial<NonNullable<Proof['sums']>> | null,
  more: Partial<Proof['indicator']> = {},
): Proof => ({
  indicator: {
    ...{ id: 'x', title: 'X', measure, decimals: 1, better: 'high', target: null, bounds: null, unit: '' },
    ...{ weighted: false, ...more },
  },
  figure: { state: 'shown', n: 1000, value, low: null, high: null },
  sums: sums && {
    ...{ W: 1000, W2: 1000, S: 0, counted: null, against: null, deviation: null, effectiveN: 1000, interval: 'none' },
    ...sums,
  },
})
const filled = (proof: Proof, locale = 'en') => filledFormula(proof, i18next.t, locale)

it('puts the sums into the formula of each measure, and rounds only what is shown', () => {
  expect(filled(proofOf('nps', 30.2, { counted: 512, against: 210, S: 30_200 }))).toBe(
    '100 × (512 − 210) ÷ 1,000 = 30.2',
  )
  const third = proofOf('topBox', 100 / 3, { counted: 333.5, W: 1000.5 }, { unit: '%', weighted: true })
  expect(filled(third)).toBe('100 × 333.5 ÷ 1,000.5 = 33.333333 (rounded 33.3%)')
  expect(filled(proofOf('mean', -4.25, { S: -4250 }))).toBe('−4,250 ÷ 1,000 = −4.25 (rounded −4.3)')
})

it('has nothing to put in where the sum is the value, there is none, or it is not told', () => {
  for (const measure of ['sum', 'count', 'median'] as const) expect(filled(proofOf(measure, 5, {}))).toBeNull()
  expect(filled(proofOf('mean', null, {}))).toBeNull()
  expect(filled(proofOf('mean', 5, null))).toBeNull()
})

it('says the formula in words, with weights where there are some', () => {
  const words = (proof: Proof) => formulaText(proof, i18next.t, 'en')
  expect(words(proofOf('index', 1, {}))).toBe('sum of the scores ÷ number of answers')
  expect(words(proofOf('index', 1, {}, { weighted: true }))).toBe('sum of weight × score ÷ sum of the weights')
  expect(words(proofOf('median', 1, null))).toBe('the middle of 1,000 answers in their order')
})
