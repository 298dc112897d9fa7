import type { Indicator } from '@kaiku/contract/indicator.ts'
import { question as questionShape } from '@kaiku/contract/question.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDefinition } from '../definition/read-definition.ts'
import { json, small } from '../definition/small.fixture.ts'
import type { SettledDefinition } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import { stricter } from './stricter.ts'

const limit = fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined })
const ids = ['a', 'b', 'c', 'd'] as const

const question = fc.record({
  minimumN: limit,
  hidden: fc.boolean(),
  roles: fc.uniqueArray(fc.constantFrom('pii', 'identifier', 'contact', 'background', 'unit'), { maxLength: 3 }),
  max: fc.integer({ min: 2, max: 9 }),
  title: fc.string(),
})
const indicator = fc.record({
  minimumN: limit,
  of: fc.constantFrom(...ids),
  title: fc.string(),
  isComposed: fc.boolean(),
})

/** A survey with some of four questions and some of their indicators, one of which may be made of the others. */
const definition = fc
  .record({
    protection: fc.boolean(),
    minimumN: fc.integer({ min: 1, max: 30 }),
    minimumNComments: fc.integer({ min: 1, max: 30 }),
    protectionPeriod: fc.constantFrom('month', 'quarter', 'year'),
    questions: fc.record({ a: question, b: question, c: question, d: question }),
    there: fc.subarray([...ids], { minLength: 1 }),
    indicators: fc.uniqueArray(fc.tuple(fc.constantFrom('i', 'j', 'k'), indicator), { selector: ([id]) => id }),
  })
  .map(({ questions, there, indicators, ...limits }): SettledDefinition => {
    const base = parseDefinition(small)
    const own = there.map((id) => {
      const { max, ...one } = questions[id]
      return questionShape.parse({ type: 'scale', id, min: 1, max, ...one })
    })
    const some = indicators.filter(([, { of }]) => there.includes(of))
    const single = some.filter(([, { isComposed }]) => !isComposed).map(([id]) => id)
    const made = some.flatMap(([id, { of, title, minimumN, isComposed }]): Indicator[] => {
      const common = { id, title, decimals: 1, weight: 'none', better: 'high', minimumN } as const
      if (!isComposed) return [{ ...common, measure: 'mean', question: of }]
      if (single.length === 0) return []
      const parts = single.map((part) => ({ indicator: part, weight: 1 }))
      return [{ ...common, measure: 'composite', parts, minimumParts: 1 }]
    })
    return { ...base, questions: own, indicators: made, settings: { ...base.settings, ...limits } as never }
  })

const minimumOf = (of: SettledDefinition, { minimumN, ...one }: Indicator): number =>
  minimumN ??
  ('question' in one ? of.questions.find(({ id }) => id === one.question)?.minimumN : undefined) ??
  of.settings.minimumN

const drafts = fc.tuple(definition, definition)
const assert = (hold: (published: SettledDefinition, draft: SettledDefinition, merged: SettledDefinition) => void) =>
  fc.assert(
    fc.property(drafts, ([published, draft]) => hold(published, draft, stricter(published, draft))),
    { seed: 20261128, numRuns: 400 },
  )

describe('the stricter of what is published and drafted', () => {
  it('is as protected and tells as few as either', () => {
    assert((published, draft, merged) => {
      for (const one of [published, draft]) {
        expect(merged.settings.protection || !one.settings.protection).toBe(true)
        expect(merged.settings.minimumN).toBeGreaterThanOrEqual(one.settings.minimumN)
        expect(merged.settings.minimumNComments).toBeGreaterThanOrEqual(one.settings.minimumNComments)
      }
    })
  })

  it('hides each question, and knows it as personal, where either does, with the larger minimum', () => {
    assert((published, draft, merged) => {
      for (const one of merged.questions)
        for (const side of [published, draft]) {
          const same = side.questions.find(({ id }) => id === one.id)
          if (!same) continue
          expect(one.hidden || !same.hidden).toBe(true)
          // Who somebody is told by: to mark a question as contact takes publishing.
          if (side === published || same.roles.some((role) => role === 'pii' || role === 'identifier'))
            expect(isPersonal(one) || !isPersonal(same)).toBe(true)
          expect(one.minimumN ?? merged.settings.minimumN).toBeGreaterThanOrEqual(
            same.minimumN ?? side.settings.minimumN,
          )
        }
    })
  })

  it('tells no indicator on fewer answers than a published one of its name or question', () => {
    assert((published, _, merged) => {
      for (const one of merged.indicators) {
        const least = minimumOf(merged, one)
        const same = published.indicators.find(({ id }) => id === one.id)
        if (same) expect(least).toBeGreaterThanOrEqual(minimumOf(published, same))
        else if ('question' in one) {
          const asked = published.questions.find(({ id }) => id === one.question)
          if (asked) expect(least).toBeGreaterThanOrEqual(asked.minimumN ?? published.settings.minimumN)
        }
        if (!('parts' in one)) continue
        for (const { indicator: part } of one.parts) {
          const known = published.indicators.find(({ id }) => id === part)
          if (known && !same) expect(least).toBeGreaterThanOrEqual(minimumOf(published, known))
        }
      }
    })
  })

  it('lets nothing but titles and limits of a protected survey differ from what is published', () => {
    assert((published, _, merged) => {
      if (!published.settings.protection) return
      const bare = ({ title: _title, minimumN: _limit, ...one }: Indicator) =>
        JSON.stringify(one, Object.keys(one).sort())
      for (const one of merged.indicators) {
        const same = published.indicators.find(({ id }) => id === one.id)
        expect(same && bare(same)).toBe(bare(one))
      }
      for (const one of merged.questions) {
        const same = published.questions.find(({ id }) => id === one.id)
        if (same) expect({ max: Reflect.get(one, 'max') }).toEqual({ max: Reflect.get(same, 'max') })
        if (one.roles.includes('background')) expect(same?.roles).toContain('background')
      }
      expect(merged.filters).toEqual(published.filters)
    })
  })

  it('keeps the places of views whatever a draft makes of them, by the titles of the draft', () => {
    const base = parseDefinition(small)
    const settled = { ...base, settings: { ...base.settings, protection: false, minimumN: 5, minimumNComments: 5 } }
    const other = { extName: 'age', title: 'Ages', root: { title: 'All' }, levels: [{ question: 'age', title: 'Age' }] }
    const changed = new Map([...small, ['views.json', json({ views: [other] })]])
    expect(stricter(settled, { ...settled, views: parseDefinition(changed).views }).views).toEqual(settled.views)
    const renamed = settled.views.map((view) => ({ ...view, title: 'Shops' }))
    expect(stricter(settled, { ...settled, views: renamed }).views[0]?.title).toBe('Shops')
  })
})
