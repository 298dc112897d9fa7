import { question } from '@kaiku/contract/question.ts'
import { view } from '@kaiku/contract/view.ts'
import { localise } from '@kaiku/core/localised.ts'
import { describe, expect, it } from 'vitest'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { shownAnswer } from './shown-answer.ts'

const region = {
  extName: 'region',
  title: 'Region',
  key: 'q',
  nodes: [{ id: 'lund-1', name: { en: 'Lund', fi: 'Lundi' } }],
}
const definition = { views: [view.parse({ ...region, root: { title: 'All' } })] } as unknown as Dictionary['definition']

const shown = (asked: object, stored: Answers[string] | undefined) =>
  shownAnswer({ definition }, question.parse({ id: 'q', title: 'Q', ...asked }), stored, (text) =>
    localise(text, 'fi', 'en'),
  )

describe('an answer as it is read', () => {
  const scale = { type: 'scale', min: 1, max: 5, labels: [{ code: 5, title: { en: 'Great', fi: 'Mainio' } }] }
  const options = [{ code: 'a', title: { en: 'Shop', fi: 'Kauppa' } }]

  it.each([
    ['a step with a label', scale, 5, { value: 5, label: 'Mainio', missing: false }],
    ['a step without one', scale, 4, { value: 4, label: null, missing: false }],
    ['a missing code', { ...scale, missing: [9] }, 9, { value: 9, label: null, missing: true }],
    ['hundredths', { type: 'number', decimals: 2 }, 1250, { value: 12.5, label: null, missing: false }],
    ['an option', { type: 'choice', options }, 'a', { value: 'a', label: 'Kauppa', missing: false }],
    ['an unknown option', { type: 'choice', options }, 'b', { value: 'b', label: 'b', missing: false }],
    ['a place', { type: 'choice', open: true }, 'lund-1', { value: 'lund-1', label: 'Lundi', missing: false }],
    ['several', { type: 'multiple', options }, ['a', 'b'], { value: ['a', 'b'], label: 'Kauppa, b', missing: false }],
    ['a text', { type: 'text' }, 'Hei', { value: 'Hei', label: null, missing: false }],
    ['a day', { type: 'date' }, '2026-02-28', { value: '2026-02-28', label: null, missing: false }],
  ] as const)('is told: %s', (_, asked, stored, expected) => {
    expect(shown(asked, stored)).toEqual(expected)
  })

  it.each([
    ['nothing', scale, undefined],
    ['an empty choice', { type: 'multiple' }, []],
    ['what was a text before', scale, 'five'],
  ] as const)('is none: %s', (_, asked, stored) => {
    expect(shown(asked, stored)).toBeNull()
  })
})
