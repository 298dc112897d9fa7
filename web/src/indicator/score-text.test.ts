import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { scoreText } from './score-text.ts'

// Says what is filled in; what the texts are is not looked at here.
const t = ((key: string, values?: object) => (values ? JSON.stringify(values) : key)) as TFunction
const nps: ShownIndicator = {
  ...{ id: 'nps', title: 'NPS', measure: 'nps', decimals: 1, better: 'high', target: null, unit: '', weighted: false },
  bounds: { low: -100, high: 100 },
  nps: { top: 10, promoters: ['9', '10'], detractors: ['0', '1', '2', '3', '4', '5', '6'] },
}

it('says one answer on its own scale, and whom it makes of somebody', () => {
  const told = (value: number, indicator = nps) => scoreText(indicator, value, t, 'en')
  expect(JSON.parse(told(6))).toEqual({ value: '6', top: 10, group: 'nps.detractor' })
  expect(JSON.parse(told(8))).toMatchObject({ group: 'nps.passive' })
  expect(JSON.parse(told(10))).toMatchObject({ group: 'nps.promoter' })
  const { nps: _, ...mean } = { ...nps, measure: 'mean' as const }
  expect([told(4, mean), told(3.25, mean)]).toEqual(['4', '3.3'])
})
