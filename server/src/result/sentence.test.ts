import type { Change, Figure } from '@kaiku/contract/figure.ts'
import { expect, it } from 'vitest'
import type { Measured } from './figures.ts'
import { trendDetails, trendTitle } from './sentence.ts'
import { languages } from './text.ts'

const measured: Measured = {
  indicator: {
    measure: 'nps',
    id: 'nps',
    title: 'NPS',
    question: 'q',
    decimals: 1,
    weight: 'none',
    better: 'high',
    promoters: [9],
    detractors: [0],
  },
  measure: 'nps',
  shape: { base: { over: 0n, under: 1n }, unit: { over: 100n, under: 1n }, weighted: false },
  bounds: { low: -100, high: 100 },
  minimum: 5,
}
const figure: Figure = { state: 'shown', n: 100, value: 41.2, low: 30, high: 50 }
const change = (value: number, significant: boolean): Change => ({
  before: 38,
  beforeN: 90,
  value,
  low: null,
  high: null,
  significant,
})

it('says what rose, where it came from and what fell', () => {
  const said = trendDetails(
    measured,
    'NPS',
    figure,
    change(3.2, true),
    [
      { name: 'Uusimaa', change: change(6, true), share: 2 },
      { name: 'Savo', change: change(-4, true), share: -1 },
    ],
    'en',
  )
  expect(said).toBe(
    '**NPS** rose from 38.0 to **41.2**, more than chance explains. **Uusimaa** carries most of it (+6.0). **Savo** fell most (−4.0).',
  )
})

it('claims nothing that chance explains', () => {
  expect(trendDetails(measured, 'NPS', figure, change(3.2, false), [], 'en')).toContain('no clear change')
})

it('says nothing of hidden figures and of none', () => {
  const hidden: Figure = { state: 'hidden', n: null, value: null, low: null, high: null }
  expect(trendDetails(measured, 'NPS', hidden, null, [], 'en')).not.toMatch(/\d/)
  expect(trendDetails(measured, 'NPS', { ...hidden, state: 'none', n: 0 }, null, [], 'en')).not.toMatch(/\d/)
})

it('keeps a name that holds stars from ending the bold text', () => {
  expect(trendDetails(measured, 'a**b', figure, null, [], 'en').match(/\*\*/g)).toHaveLength(4)
})

it.each(languages)('speaks %s', (locale) => {
  const said = trendDetails(measured, 'NPS', figure, change(3.2, true), [], locale)
  expect(said).toContain('**NPS**')
  expect(said).not.toMatch(/\{\d\}/)
  expect(trendTitle(null, null, locale)).not.toBe('')
})
