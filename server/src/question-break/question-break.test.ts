import { expect, it } from 'vitest'
import { breaksBetween, questionsBehind } from './question-break.ts'

const scale = (id: string, title: string, more = {}) => ({ id, type: 'scale', title, min: 0, max: 10, ...more })

it('a question breaks where it is put in other words in the survey’s language, or on another scale', () => {
  const days = [
    ['2026-01-01', [scale('a', 'Would you recommend us?'), scale('b', 'Service'), scale('c', 'Price')]],
    // A comma is no other wording, and another language no other question.
    ['2026-02-01', [scale('a', 'Would you recommend us'), scale('b', 'Staff'), scale('c', 'Price', { max: 5 })]],
    ['2026-03-01', [{ ...scale('a', ''), title: { en: 'Would you recommend us', fi: 'Suosittelisitko?' } }]],
    ['2026-04-01', [scale('a', 'Would you recommend us', { falling: true }), scale('d', 'New')]],
  ] as const
  expect(breaksBetween(days, 'en')).toEqual([
    { question: 'b', day: '2026-02-01', what: 'wording' },
    { question: 'c', day: '2026-02-01', what: 'scale' },
    { question: 'a', day: '2026-04-01', what: 'scale' },
  ])
})

it('what it is called is no wording where one stands beside it, and the first wording that is written down is none other', () => {
  const asked = (title: string, text?: string) => [scale('a', title, text === undefined ? {} : { text })]
  const days = [
    ['2026-01-01', asked('Recommends')],
    ['2026-02-01', asked('Recommends', 'Would you recommend us?')],
    ['2026-03-01', asked('NPS', 'Would you recommend us?')],
    ['2026-04-01', asked('NPS', 'How likely are you to recommend us?')],
  ] as const
  expect(breaksBetween(days, 'en').map(({ day }) => day)).toEqual(['2026-04-01'])
})

it('an indicator stands on the questions of its parts', () => {
  const common = { title: '', decimals: 1, weight: 'none', better: 'high' } as const
  const one = { ...common, id: 'one', measure: 'mean', question: 'a' } as const
  const two = { ...common, id: 'two', measure: 'index', question: 'b' } as const
  const both = {
    ...common,
    id: 'both',
    measure: 'pooled',
    parts: [{ indicator: 'one' }, { indicator: 'two' }],
  } as const
  const indicators = [one, two, { ...both, parts: [...both.parts] }]
  expect([...questionsBehind({ indicators }, { ...both, parts: [...both.parts] })]).toEqual(['a', 'b'])
})
