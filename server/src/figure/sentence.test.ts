import type { Change, Figure } from '@kaiku/contract/figure.ts'
import type { Comparison } from '@kaiku/core/comparison.ts'
import { describe, expect, it } from 'vitest'
import { languages } from '../text/text.ts'
import type { Measured } from './figures.ts'
import { trendDetails, trendTitle } from './sentence.ts'

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
    '**NPS** rose from 38.0 to **41.2** (significant). **Uusimaa** contributed most (+6.0). **Savo** fell most (−4.0).',
  )
})

it('claims nothing that chance explains', () => {
  const said = (by: number, before = 38) =>
    trendDetails(measured, 'NPS', figure, { ...change(by, false), before }, [], 'en')
  expect(said(3.2)).toBe('**NPS** **41.2**, up from 38.0 (not significant).')
  expect(said(-0.4, 41.6)).toBe('**NPS** **41.2**, down from 41.6 (not significant).')
  expect(said(0.01, 41.19)).toBe('**NPS** **41.2**, unchanged.')
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
  const written = 'rmonths-11+0'
  const period = { from: '2025-12-01', to: '2026-11-30' }
  const before = { from: '2024-12-01', to: '2025-11-30' }
  expect(trendTitle({ period: null, writtenPeriod: undefined }, 'none', null, locale)).not.toBe('')
  expect(trendTitle({ period, writtenPeriod: written }, 'yearBefore', before, locale)).not.toMatch(/\{\d\}|20\d\d/)
})

describe('the title of a trend', () => {
  const days = { from: '2026-01-01', to: '2026-01-31' }
  const title = (writtenPeriod: string, how: Comparison, locale = 'en') =>
    trendTitle({ period: days, writtenPeriod }, how, { from: '2025-12-01', to: '2025-12-31' }, locale)

  it.each([
    ['rmonths-11+0', 'yearBefore', 'Last 12 months vs the previous year'],
    ['rmonths-11+0', 'previous', 'Last 12 months vs the previous year'],
    ['rmonths-2+0', 'yearBefore', 'Last 3 months vs the same period a year earlier'],
    ['rmonths-2+0', 'previous', 'Last 3 months vs the previous 3 months'],
    ['rmonths-3-1', 'previous', 'Last 3 full months vs the previous 3 months'],
    ['rmonths-1-1', 'previous', 'Last month vs the previous month'],
    ['rdatee1mb', 'previous', 'Last month vs the previous month'],
    ['rquarters-1-1', 'previous', 'Last quarter vs the previous quarter'],
    ['rquarters-3+0', 'yearBefore', 'Last 4 quarters vs the previous year'],
    ['rfiscalyears-1-1', 'previous', 'Jan 2026 vs Dec 2025'],
    ['rdays-29+0', 'previous', 'Last 30 days vs the previous 30 days'],
    ['rdays-1-1', 'previous', 'Yesterday vs the previous day'],
    ['ryears+0+0', 'periodToDate', 'This year vs the same period to date'],
    ['ryears-1-1', 'yearBefore', 'Last year vs the previous year'],
    ['20260101_20260131', 'yearBefore', 'Jan 2026 vs Dec 2025'],
    ['rmonths-8-4', 'previous', 'Jan 2026 vs Dec 2025'],
  ] as const)('calls %s with %s by its units', (written, how, said) => {
    expect(title(written, how)).toBe(said)
  })

  it('speaks the language of the reader', () => {
    expect(title('rmonths-11+0', 'yearBefore', 'fi')).toBe('Viimeiset 12 kuukautta vs. edellinen vuosi')
    expect(title('rmonths-11+0', 'yearBefore', 'sv')).toBe('Senaste 12 månaderna mot föregående år')
    expect(title('rmonths-11+0', 'yearBefore', 'de')).toBe('Letzte 12 Monate ggü. dem Vorjahr')
    expect(title('rdays-29+0', 'yearBefore', 'de')).toBe('Letzte 30 Tage ggü. demselben Zeitraum im Vorjahr')
  })
})
