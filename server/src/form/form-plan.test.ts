import { type Form, form } from '@kaiku/contract/form.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { findSurvey } from '../survey/survey.ts'
import { planOf } from './form-plan.ts'

const ids = Array.from({ length: 8 }, (_, at) => `q${at}`)
const scales = ids.map((id) => ({ id, type: 'scale', title: id, min: 0, max: 5 }))
const questions = [...JSON.parse(small.get('questions.json') ?? '').questions, ...scales]

let test: TestStores
let dictionary: Dictionary
beforeAll(async () => {
  test = await openTestStores()
  const acme = await test.universe('acme')
  await test.survey(acme, new Map([...small, ['questions.json', json({ questions })]]))
  dictionary = await findSurvey(test.stores, acme, 'small')
})
afterAll(() => test?.close())

/** Of a question of an earlier page, from one step to another; null: always. */
type Asking = { readonly question: string; readonly from: number; readonly to: number } | null
type Part = { readonly id: string; readonly when: Asking }
type Page = { readonly when: Asking; readonly parts: readonly Part[] }

const step = fc.integer({ min: 0, max: 5 })
const asking = (before: readonly string[]): fc.Arbitrary<Asking> =>
  before.length === 0
    ? fc.constant(null)
    : fc.option(
        fc
          .tuple(fc.constantFrom(...before), step, step)
          .map(([question, a, b]) => ({ question, from: Math.min(a, b), to: Math.max(a, b) })),
      )
/** Pages that ask each question once, whose conditions look back. */
const pages: fc.Arbitrary<Page[]> = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 })
  .chain((sizes) => {
    const left = [...ids]
    const asked = sizes.map((size) => left.splice(0, size))
    return fc.tuple(
      ...asked.flatMap((own, at) => {
        const before = asked.slice(0, at).flat()
        if (own.length === 0) return []
        const parts = fc.tuple(...own.map((id) => asking(before).map((when) => ({ id, when }))))
        return [fc.record({ when: asking(before), parts })]
      }),
    )
  })
const token = (when: Asking) => (when === null ? '' : `${when.question}=${when.from}_${when.to}`)
const written = (all: readonly Page[]): Form =>
  form.parse({
    id: 'f',
    title: 'F',
    pages: all.map(({ when, parts }) => ({
      when: token(when),
      parts: parts.map((part) => ({ question: part.id, when: token(part.when) })),
    })),
  })

/** What the definition says, read without Kaiku: who is asked what, and what counts. */
function expected(all: readonly Page[], given: ReadonlyMap<string, number>) {
  const counted = new Map<string, number>()
  const holds = (when: Asking) => {
    if (when === null) return true
    const value = counted.get(when.question)
    return value !== undefined && value >= when.from && value <= when.to
  }
  const shown: string[][] = []
  for (const { when, parts } of all) {
    const own = holds(when) ? parts.filter((part) => holds(part.when)).map(({ id }) => id) : []
    if (own.length > 0) shown.push(own)
    for (const id of own) {
      const value = given.get(id)
      if (value !== undefined) counted.set(id, value)
    }
  }
  return { shown, counted: Object.fromEntries(counted) }
}

/** Answers page by page, as somebody does. */
function walked(asked: Form, given: ReadonlyMap<string, number>, before: SentAnswers = {}) {
  let answers: SentAnswers = before
  const shown: string[][] = []
  let behind = -1
  for (;;) {
    const next = planOf(dictionary, asked, {}, answers).pages.find(({ at }) => at > behind)
    if (!next) return { shown, answers, counted: planOf(dictionary, asked, {}, answers).answers }
    behind = next.at
    const own = next.parts.flatMap((part) => ('question' in part ? [part.question] : []))
    shown.push(own)
    answers = Object.assign({}, answers, Object.fromEntries(own.map((id) => [id, given.get(id) ?? null])))
  }
}

const people = fc
  .array(fc.option(step, { freq: 5 }), { minLength: ids.length, maxLength: ids.length })
  .map((steps) => new Map(ids.flatMap((id, at) => (typeof steps[at] === 'number' ? [[id, steps[at]] as const] : []))))

describe('the plan of a form', () => {
  it('asks everybody what the definition says, on every branch', () => {
    const reached = new Set<string>()
    fc.assert(
      fc.property(pages, people, (all, given) => {
        const { shown, counted } = walked(written(all), given)
        expect({ shown, counted }).toEqual(expected(all, given))
        for (const { when } of all) if (when) reached.add(String(shown.length < all.length))
      }),
      { numRuns: 500 },
    )
    // Some passed pages over, and some with conditions passed none over.
    expect(reached.size).toBe(2)
  })

  it('is the same after going back and answering otherwise, whatever was answered before', () => {
    fc.assert(
      fc.property(pages, people, people, (all, first, second) => {
        const before = walked(written(all), first).answers
        const { shown, counted } = walked(written(all), second, before)
        const wanted = expected(all, second)
        expect(shown).toEqual(wanted.shown)
        expect(counted).toEqual(wanted.counted)
      }),
      { numRuns: 300 },
    )
  })

  it('passes over answers that a survey takes no more', () => {
    const asked = written([{ when: null, parts: [{ id: 'q0', when: null }] }])
    expect(planOf(dictionary, asked, { gone: 'x' }, { q0: 3 }).answers).toEqual({ q0: 3 })
  })
})
