import { question as questionSchema } from '@kaiku/contract/question.ts'
import { describe, expect, it } from 'vitest'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { treeOf } from '../dictionary/tree.ts'
import type { Placer } from '../view/place.ts'
import { drawInterviews } from './draw.ts'
import { measuredShape, type SeenTimes, uniformShape } from './shape.ts'
import { AnswerTally } from './tally.ts'

const dictionaryOf = (questions: readonly object[]): Dictionary => {
  const parsed = questions.map((question) => questionSchema.parse(Object.assign({ title: 'A question' }, question)))
  const stored = parsed.map((question, at) => ({ question, number: at, column: `q${at}`, retyped: false }))
  const node = { parent: null, position: null, validFrom: null, validTo: null }
  const tree = treeOf([
    Object.assign({ number: 1, id: 'a', name: 'A' }, node),
    Object.assign({ number: 2, id: 'b', name: 'B' }, node),
  ])
  const view = {
    extName: 'store',
    title: 'Store',
    root: { id: 'all', title: 'All' },
    levels: [{ question: 'store', title: 'Store' }],
  }
  return {
    universe: '',
    survey: 1,
    extName: 'test',
    definition: { settings: { minimumN: 10, timeZone: 'Europe/Helsinki' } },
    questions: new Map(stored.map((one) => [one.question.id, one])),
    views: new Map([['store', { view, number: 1, column: 'v1', tree }]]),
    role: (role: 'date' | 'weight' | 'contact') => stored.find(({ question }) => question.roles.includes(role)) ?? null,
  } as unknown as Dictionary
}
const placer = {
  knownLeaves: (batch: readonly Answers[]) => batch.map(({ store }) => [store === 'a' ? 1 : store === 'b' ? 2 : 0]),
} as unknown as Placer

const store = { id: 'store', type: 'choice', open: true }
const dictionary = dictionaryOf([
  store,
  { id: 'date', type: 'date', roles: ['date'] },
  { id: 'score', type: 'scale', min: 1, max: 3, missing: [9] },
  { id: 'worth', type: 'scale', min: 1, max: 3, falling: true },
  { id: 'pay', type: 'number', decimals: 2, missing: [-1] },
  { id: 'born', type: 'date', roles: ['pii'] },
  {
    id: 'group',
    type: 'choice',
    options: [
      { code: 'x', title: 'X' },
      { code: 'y', title: 'Y' },
    ],
    roles: ['pii'],
    open: true,
  },
])

function counted(rows: readonly { readonly leaf: number; readonly month: string | null; readonly answers: Answers }[]) {
  const tally = new AnswerTally(dictionary, new Set([1, 2]))
  for (const row of rows) tally.add(row)
  return tally
}
const row = (leaf: number, answers: Answers) => ({
  leaf,
  month: '2026-05',
  answers: Object.assign({ store: leaf === 1 ? 'a' : 'b' }, answers),
})
const times = (n: number): SeenTimes => ({
  months: new Map([
    ['2026-05', n],
    ['2026-06', 3],
  ]),
  weekdays: new Map([
    [1, n],
    [7, 3],
  ]),
  hours: new Map([
    [9, n],
    [23, 3],
  ]),
  first: '2026-05-04',
  last: '2026-06-30',
})

describe('the shape of answers', () => {
  it('takes a cell below the minimum n from everywhere, never from the place', () => {
    const many = Array.from({ length: 300 }, (_, at) => row(1, { score: at % 2 === 0 ? 1 : 3 }))
    const few = (own: number) => Array.from({ length: 60 }, (_, at) => row(2, { score: at < own ? 1 : 3 }))
    const cell = (own: number) => {
      const shape = measuredShape(dictionary, counted([...many, ...few(own)]), null).questions.get('score')
      if (shape?.kind !== 'coded') throw new Error('the score has no codes')
      const cells = new Map(shape.byPlace.get(2))
      return { share: (cells.get(1) ?? 0) / 60, rare: cells.get(1) === own }
    }
    // Nine of sixty are as the 43 % everywhere; ten are what they are.
    expect(cell(9).share).toBeGreaterThan(0.4)
    expect(cell(0).share).toBeGreaterThan(0.4)
    expect(cell(10)).toEqual({ share: 10 / 60, rare: true })
  })

  it('keeps no code, month, weekday, hour or place that came too seldom', () => {
    const rows = Array.from({ length: 200 }, (_, at) => row(1, { score: at < 9 ? 2 : at < 100 ? 1 : 3 }))
    const shape = measuredShape(dictionary, counted([...rows, row(2, { score: 1 })]), times(200))
    expect(shape.questions.get('score')).toMatchObject({
      codes: [
        [1, 92],
        [3, 100],
      ],
    })
    expect(shape.joint).toEqual([[{ store: 'a' }, 200]])
    expect(shape.even).toBe(0)
    expect(new Set(shape.days.map(([day]) => day.slice(0, 7)))).toEqual(new Set(['2026-05']))
    expect(shape.days.map(([day]) => day)).toEqual(['2026-05-04', '2026-05-11', '2026-05-18', '2026-05-25'])
    expect(shape.hours).toEqual([[9, 200]])
  })

  it('holds no outstanding number, and of personal questions nothing but the spread', () => {
    const rows = Array.from({ length: 400 }, (_, at) =>
      row(1, {
        pay: at === 0 ? 1e11 : at % 20 === 1 ? -100 : 100 + at,
        born: at === 1 ? '1901-01-01' : `19${60 + (at % 30)}-05-01`,
        group: at === 2 ? 'secret' : 'x',
      }),
    )
    const { questions } = measuredShape(dictionary, counted(rows), null)
    const [pay, born] = [questions.get('pay'), questions.get('born')]
    if (pay?.kind !== 'spread' || born?.kind !== 'spread') throw new Error('no spread')
    expect(Math.max(...pay.knots)).toBeLessThan(500)
    expect(pay.others).toContainEqual([-100, 20])
    expect(Math.min(...born.knots)).toBeGreaterThan(-3_700)
    // Both options as often, whatever was answered.
    expect(questions.get('group')).toMatchObject({
      codes: [
        ['x', 1],
        ['y', 1],
      ],
    })
  })
})

describe('interviews that are made up', () => {
  it('are alike in falling and rising scales, within their hours, the same for a seed', () => {
    const rows = Array.from({ length: 600 }, (_, at) => {
      const good = at % 3
      return row(1, { score: good + 1, worth: 3 - good })
    })
    const shape = measuredShape(dictionary, counted(rows), times(600))
    const drawn = (seed: number) => [...drawInterviews(dictionary, placer, shape, { count: 900, seed, locale: 'en' })]
    const made = drawn(1)
    expect(drawn(1)).toEqual(made)
    expect(drawn(2)).not.toEqual(made)
    const agree = made.filter(({ answers }) => Number(answers.score) + Number(answers.worth) === 4).length
    expect(agree / made.length).toBeGreaterThan(0.6)
    for (const value of [1, 2, 3]) {
      const n = made.filter(({ answers }) => answers.worth === value).length
      expect(Math.abs(n / made.length - 1 / 3)).toBeLessThan(0.06)
    }
    // Nine o'clock in Helsinki in summer.
    expect(made.every(({ at }) => at?.slice(11, 13) === '06')).toBe(true)
  })

  it('are made of a definition where nothing may be looked at', () => {
    const shape = uniformShape(dictionary, '2026-05-31')
    const made = [...drawInterviews(dictionary, placer, shape, { count: 300, seed: 1, locale: 'en' })]
    expect(new Set(made.map(({ answers }) => answers.store))).toEqual(new Set(['a', 'b']))
    expect(new Set(made.map(({ answers }) => answers.score))).toEqual(new Set([1, 2, 3]))
    expect(made.every(({ day, at }) => day !== null && day <= '2026-05-31' && at === null)).toBe(true)
  })
})
