import { type Form, form } from '@kaiku/contract/form.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { findSurvey } from '../survey/survey.ts'
import { said } from './form-field.ts'
import { isDecided, meets, planOf } from './form-plan.ts'
import { nextPage } from './next-page.ts'

const [scales, choices, lists] = [
  ['s0', 's1', 's2', 's3'],
  ['c0', 'c1'],
  ['m0', 'm1'],
]
const ids = [...scales, ...choices, ...lists]
const codes = ['a', 'b', 'c']
const options = codes.map((code) => ({ code, title: `The ${code}` }))
const questions = [
  ...JSON.parse(small.get('questions.json') ?? '').questions,
  ...scales.map((id) => ({ id, type: 'scale', title: id, min: 0, max: 5 })),
  ...choices.map((id) => ({ id, type: 'choice', title: id, options })),
  ...lists.map((id) => ({ id, type: 'multiple', title: id, options })),
]

let test: TestStores
let dictionary: Dictionary
beforeAll(async () => {
  test = await openTestStores()
  const acme = await test.universe('acme')
  await test.survey(acme, new Map([...small, ['questions.json', json({ questions })]]))
  dictionary = await findSurvey(test.stores, acme, 'small')
})
afterAll(() => test?.close())

type Answer = number | string | readonly string[]
type Given = ReadonlyMap<string, Answer>
/** What one filter of a token says, and how it is written. */
type Filter = {
  readonly question: string
  readonly written: string
  readonly holds: (answer: Answer | undefined) => boolean
}
type Token = readonly Filter[]
type Part = { readonly id: string; readonly when: Token; readonly required: boolean }
type Page = { readonly when: Token; readonly parts: readonly Part[] }
type Whole = {
  readonly pages: readonly Page[]
  readonly screenOut: readonly Token[]
  readonly thanks: readonly Token[]
}

const step = fc.integer({ min: 0, max: 5 })
const hasCode = (answer: Answer | undefined, among: readonly string[]) =>
  (typeof answer === 'object' ? answer : [answer]).some((one) => typeof one === 'string' && among.includes(one))
const hasNone = (question: string): Filter => ({ question, written: '~none', holds: (answer) => answer === undefined })
const scaleFilter = (question: string): fc.Arbitrary<Filter> =>
  fc.oneof(
    fc.tuple(step, step).map(([a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const holds = (answer: Answer | undefined) => typeof answer === 'number' && answer >= from && answer <= to
      return { question, written: `${from}_${to}`, holds }
    }),
    fc.uniqueArray(step, { minLength: 1, maxLength: 3 }).map((steps) => ({
      ...{ question, written: steps.join('*') },
      holds: (answer: Answer | undefined) => typeof answer === 'number' && steps.includes(answer),
    })),
    step.map((not) => ({ question, written: `_${not}`, holds: (answer: Answer | undefined) => answer !== not })),
    fc.constant(hasNone(question)),
  )
const codeFilter = (question: string): fc.Arbitrary<Filter> =>
  fc.oneof(
    fc.subarray(codes, { minLength: 1 }).map((among) => ({
      ...{ question, written: among.join('*') },
      holds: (answer: Answer | undefined) => hasCode(answer, among),
    })),
    fc.constantFrom(...codes).map((not) => ({
      ...{ question, written: `_${not}` },
      holds: (answer: Answer | undefined) => !hasCode(answer, [not]),
    })),
    fc.constant(hasNone(question)),
  )
const filterOn = (question: string) => (scales.includes(question) ? scaleFilter(question) : codeFilter(question))
const tokenOn = (asked: readonly string[], least: number): fc.Arbitrary<Token> =>
  asked.length === 0
    ? fc.constant([])
    : fc
        .subarray([...asked], { minLength: least, maxLength: Math.min(2, asked.length) })
        .chain((some) => fc.tuple(...some.map((question) => filterOn(question))))
const wholes: fc.Arbitrary<Whole> = fc
  .tuple(
    fc.shuffledSubarray(ids, { minLength: 3 }),
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 6 }),
  )
  .chain(([order, sizes]) => {
    const left = [...order]
    const own = sizes.map((size) => left.splice(0, size)).filter((some) => some.length > 0)
    const pages = own.map((some, at) => {
      const before = own.slice(0, at).flat()
      const parts = some.map((id) =>
        fc.record({ id: fc.constant(id), when: tokenOn(before, 0), required: fc.boolean() }),
      )
      return fc.record({ when: tokenOn(before, 0), parts: fc.tuple(...parts) })
    })
    const asked = own.flat()
    return fc.record({
      pages: fc.tuple(...pages),
      screenOut: fc.array(tokenOn(asked, 1), { maxLength: 2 }),
      thanks: fc.array(tokenOn(asked, 1), { maxLength: 2 }),
    })
  })
const writtenToken = (token: Token) => token.map(({ question, written }) => `${question}=${written}`).join(';')
const written = ({ pages, screenOut, thanks }: Whole): Form =>
  form.parse({
    ...{ id: 'f', title: 'F' },
    pages: pages.map(({ when, parts }) => ({
      when: writtenToken(when),
      parts: parts.map(({ id, required, ...part }) => ({ question: id, required, when: writtenToken(part.when) })),
    })),
    screenOut: screenOut.map((when, at) => ({ when: writtenToken(when), title: `Out ${at}` })),
    thanks: thanks.map((when, at) => ({ when: writtenToken(when), title: `Thanks ${at}` })),
  })

const answerTo = (id: string): fc.Arbitrary<Answer> =>
  scales.includes(id) ? step : choices.includes(id) ? fc.constantFrom(...codes) : fc.subarray(codes, { minLength: 1 })
/** What somebody would answer to each question; `left`: what they leave open where they may. */
const people = fc.record({
  answers: fc.tuple(...ids.map((id) => answerTo(id).map((answer) => [id, answer] as const))).map((all) => new Map(all)),
  open: fc.subarray(ids),
})
type Person = { readonly answers: Given; readonly open: readonly string[] }
const answerOf = ({ answers, open }: Person, { id, required }: Part) =>
  required || !open.includes(id) ? answers.get(id) : undefined

const holdsIn = (counted: Given, token: Token) => token.every(({ question, holds }) => holds(counted.get(question)))

/** What the definition says, read without Kaiku: which pages are shown, and how it ends. */
function expected({ pages, screenOut, thanks }: Whole, person: Person) {
  const counted = new Map<string, Answer>()
  const shown: number[] = []
  const partsOf = ({ when, parts }: Page) =>
    holdsIn(counted, when) ? parts.filter((part) => holdsIn(counted, part.when)) : []
  for (;;) {
    const behind = shown.at(-1) ?? -1
    const at = pages.findIndex((page, place) => place > behind && partsOf(page).length > 0)
    // What is asked on a later page is open, unless there is none any more.
    const later = at < 0 ? [] : pages.slice(behind + 1).flatMap(({ parts }) => parts.map(({ id }) => id))
    const isKnown = (token: Token) => token.every(({ question }) => !later.includes(question))
    const found = screenOut.findIndex((token) => isKnown(token) && holdsIn(counted, token))
    if (found >= 0) return { shown, list: 'screenOut', ending: found, counted: Object.fromEntries(counted) }
    const page = pages[at]
    if (!page) break
    shown.push(at)
    for (const part of partsOf(page)) {
      const answer = answerOf(person, part)
      if (answer !== undefined) counted.set(part.id, answer)
    }
  }
  const thank = thanks.findIndex((token) => holdsIn(counted, token))
  return { shown, list: 'thanks', ending: thank < 0 ? null : thank, counted: Object.fromEntries(counted) }
}

/** Answers page by page, as somebody does. */
function walked(whole: Whole, person: Person, before: SentAnswers = {}) {
  const asked = written(whole)
  let answers: SentAnswers = before
  let at = planOf(dictionary, asked, {}, answers).pages[0]?.at ?? -1
  const shown: number[] = []
  for (;;) {
    const plan = planOf(dictionary, asked, {}, answers)
    const page = plan.pages.find((one) => one.at === at)
    const own = new Set(page?.parts.flatMap((part) => ('question' in part ? [part.question] : [])))
    shown.push(at)
    const parts = whole.pages[at]?.parts.filter(({ id }) => own.has(id)) ?? []
    answers = Object.assign(
      {},
      answers,
      Object.fromEntries(parts.map((part) => [part.id, answerOf(person, part) ?? null])),
    )
    const next = nextPage(dictionary, asked, { given: {}, answers }, at)
    if (next.is === 'end') return { shown, list: next.list, ending: next.ending, counted: next.plan.answers }
    at = next.at
  }
}

/** What is kept of it: of who is screened out, no answer. */
const kept = (walk: {
  readonly shown: number[]
  readonly list: string
  readonly ending: number | null
  readonly counted: object
}) => (walk.list === 'thanks' ? walk : Object.assign({}, walk, { counted: null }))

describe('what comes behind a page of a form', () => {
  it('is what the definition says, on every branch to every ending', () => {
    const reached = new Map<string, number>()
    const note = (what: string) => reached.set(what, (reached.get(what) ?? 0) + 1)
    fc.assert(
      fc.property(wholes, people, (whole, person) => {
        const wanted = expected(whole, person)
        expect(walked(whole, person)).toEqual(wanted)
        note(`${wanted.list} ${wanted.ending}`)
        note(wanted.shown.length < whole.pages.length ? 'passed over' : 'all shown')
      }),
      { numRuns: 1_500 },
    )
    for (const what of [
      'screenOut 0',
      'screenOut 1',
      'thanks null',
      'thanks 0',
      'thanks 1',
      'passed over',
      'all shown',
    ])
      expect([what, (reached.get(what) ?? 0) > 10]).toEqual([what, true])
  })

  it('is the same whatever was answered on the way before one went back', () => {
    fc.assert(
      fc.property(wholes, people, people, (whole, first, second) => {
        const before = walked(whole, first).counted
        expect(kept(walked(whole, second, before))).toEqual(kept(expected(whole, second)))
      }),
      { numRuns: 500 },
    )
  })

  it('is no thanks while something is missing, from wherever one jumps', () => {
    fc.assert(
      fc.property(wholes, people, fc.integer({ min: 0, max: 7 }), (whole, { answers, open }, behind) => {
        const asked = written(whole)
        const known = Object.fromEntries([...answers].filter(([id]) => !open.includes(id))) as SentAnswers
        const next = nextPage(dictionary, asked, { given: {}, answers: known }, behind)
        const missing = next.plan.pages.find(({ parts }) =>
          parts.some((part) => 'question' in part && part.required && !(part.question in next.plan.answers)),
        )
        if (missing) expect([next.is, next.is === 'end' && next.list]).not.toEqual(['end', 'thanks'])
      }),
      { numRuns: 500 },
    )
  })

  it('changes nothing any more of a condition that is decided, so that a quota counts what the interview says', () => {
    fc.assert(
      fc.property(wholes, people, people, (whole, first, second) => {
        const asked = written(whole)
        const all = Object.fromEntries(first.answers) as SentAnswers
        for (const token of [...whole.screenOut, ...whole.thanks].map(writtenToken))
          for (const behind of whole.pages.keys()) {
            if (!isDecided(asked, token, behind)) continue
            const later = new Set(whole.pages.slice(behind + 1).flatMap(({ parts }) => parts.map(({ id }) => id)))
            const other = Object.assign(
              {},
              all,
              Object.fromEntries([...second.answers].filter(([id]) => later.has(id))),
            )
            const [now, then] = [all, other].map((one) =>
              meets(dictionary, token, planOf(dictionary, asked, {}, one).stored),
            )
            expect([token, behind, now]).toEqual([token, behind, then])
          }
      }),
      { numRuns: 300 },
    )
  })

  it('names the answers that count, in the respondent’s words, and no others', () => {
    fc.assert(
      fc.property(wholes, people, (whole, person) => {
        const { counted } = expected(whole, person)
        const { stored } = planOf(dictionary, written(whole), {}, walked(whole, person).counted)
        const shown = said({ dictionary, locale: 'en', stored }, ids.map((id) => `<{${id}}>`).join(''))
        const titled = (answer: Answer | undefined) =>
          answer === undefined
            ? '–'
            : typeof answer === 'number'
              ? String(answer)
              : [answer]
                  .flat()
                  .map((code) => `The ${code}`)
                  .join(', ')
        expect(shown).toBe(ids.map((id) => `<${titled(counted[id])}>`).join(''))
      }),
      { numRuns: 300 },
    )
  })
})
