import { type AnswerScheme, all, any, type Condition, conditionOn, not } from '@kaiku/core/condition.ts'
import { holds } from '@kaiku/core/condition-holds.ts'
import { type FilterFlags, type FilterKind, resolveFilter } from '@kaiku/core/filter-kind.ts'
import { noAnswer, option } from '@kaiku/core/filter-token.ts'
import { fold } from '@kaiku/core/text.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { inUniverse } from '../db/postgres.ts'
import { type Answers, type Dictionary, tableOf } from '../dictionary/dictionary.ts'
import { findSurvey } from '../survey/survey.ts'
import { factCondition } from './fact-condition.ts'
import { foldedBy, predicate } from './predicate.ts'
import { literals } from './sql.ts'

const today = '2026-03-10'
let test: TestStores
let universe: string
beforeAll(async () => {
  test = await openTestStores()
  universe = await test.universe('acme')
})
afterAll(() => test?.close())

// Letters that fold together, lengths that change, marks alone, and what quoting could break.
const letters = [
  'a',
  'B',
  'å',
  'Ä',
  'ö',
  'é',
  'É',
  'ß',
  'Σ',
  'ς',
  'İ',
  'ǻ',
  '\u0301',
  '\u030a',
  "'",
  '\\',
  '%',
  '_',
  '~',
  ' ',
  '😀',
  'ﬁ',
]
const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 }).map((found) => found.join(''))
const code = fc.oneof(word, fc.constantFrom('web', 'shop', 'none', '7', '0'))
const codes = fc.uniqueArray(code, { maxLength: 5 })
const number = fc.oneof(
  fc.constantFrom(0, -0.5, 1.005, 99.99, 4.35, 1e9, 12_345.678_9, 9_007_199_254_740_991, -40_000),
  fc.integer({ min: -12, max: 12 }),
  fc.integer({ min: -2000, max: 2000 }).map((whole) => whole / 100),
)
const whole = fc.integer({ min: -12, max: 12 })
const day = fc.oneof(
  fc.constantFrom('1900-01-02', '2299-12-31', '2024-02-29', '2025-03-10', today),
  fc
    .integer({ min: 0, max: 400 })
    .map((days) => new Date(Date.UTC(2025, 2, 1) + days * 86_400_000).toISOString().slice(0, 10)),
)
const titled = (found: fc.Arbitrary<string>) =>
  fc.record({
    code: found,
    title: fc.oneof(word, fc.record({ en: word, fi: fc.oneof(word, fc.constant('')) }), fc.constant('')),
  })
const ends = fc.tuple(number, number).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }))

/** A question as `questions.json` has it, but for its id. */
const question = fc.oneof(
  fc
    .record({
      type: fc.constant('scale'),
      ends: fc.tuple(whole, whole).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) + 1 })),
      missing: fc.uniqueArray(whole, { maxLength: 5 }),
      labels: fc.uniqueArray(titled(whole.map(String)), { selector: (one) => one.code, maxLength: 3 }),
    })
    .map(({ ends: own, labels, ...more }) => ({
      ...more,
      ...own,
      labels: labels.map((one) => ({ ...one, code: Number(one.code) })),
    })),
  fc
    .record({
      type: fc.constant('number'),
      decimals: fc.constantFrom(0, 1, 2, 6),
      ends: fc.oneof(ends, fc.constant({})),
      missing: fc.uniqueArray(number, { maxLength: 3 }),
    })
    .map(({ ends: own, ...more }) => ({ ...more, ...own })),
  fc.record({
    type: fc.constantFrom('choice', 'multiple'),
    options: fc.uniqueArray(titled(code), { selector: (one) => one.code, maxLength: 4 }),
    missing: codes,
    open: fc.boolean(),
  }),
  fc.record({ type: fc.constant('text') }),
  fc.record({ type: fc.constant('date') }),
)
type Random = { type: AnswerScheme['type'] } & Record<string, unknown>

const scaled = (scheme: AnswerScheme, value: number) => Math.round(value * 10 ** (scheme.decimals ?? 0))
const answerTo = (scheme: AnswerScheme): fc.Arbitrary<Answers[string] | undefined> => {
  const own = [...(scheme.options ?? []).map((one) => String(one.code)), ...scheme.missing.map(String)]
  const known = own.length > 0 ? fc.constantFrom(...own) : code
  const stored = {
    scale: () => whole,
    number: () => number.map((value) => scaled(scheme, value)).filter(Number.isSafeInteger),
    choice: () => (scheme.open ? fc.oneof(known, code) : known),
    multiple: () => fc.uniqueArray(scheme.open ? fc.oneof(known, code) : known, { maxLength: 3 }),
    text: () => fc.array(word, { minLength: 1, maxLength: 3 }).map((found) => found.join(' ')),
    date: () => day,
  }[scheme.type]()
  return fc.option<Answers[string], undefined>(stored, { nil: undefined, freq: 4 })
}

const range = fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}_${Math.max(a, b)}`)
const written = (scheme: AnswerScheme) =>
  fc.oneof(
    ...[...(scheme.options ?? []), ...(scheme.labels ?? [])].map((one) => fc.constant(option(String(one.code)))),
    fc.oneof(code, number.map(String), day, ...scheme.missing.map((one) => fc.constant(String(one)))).map(option),
    word.map((text) => `${option(text)}~`),
    fc.constant(noAnswer),
  )
const period = fc.oneof(
  fc.constantFrom(
    'today_ymd',
    'today_md',
    'rmonths-2+0',
    'rdays-400-1',
    'rdateb3mb',
    'rdatea1yb',
    'ryears-9999-200',
    '18000101_19000101',
    '18000101_19000102',
    '22991231_99991231',
    noAnswer,
  ),
  fc.tuple(day, day).map((both) =>
    both
      .toSorted()
      .map((one) => one.replaceAll('-', ''))
      .join('_'),
  ),
)
/** What a filter of each kind may ask of a question. */
const valuesOf = {
  options: { flags: {}, value: written },
  text: { flags: { submatch: true }, value: written },
  range: { flags: { range: true }, value: () => fc.oneof(range, fc.constant(noAnswer)) },
  period: { flags: { dateInterval: true }, value: () => period },
  tableDate: null,
  campaign: null,
} satisfies Record<FilterKind, { flags: FilterFlags; value: (scheme: AnswerScheme) => fc.Arbitrary<string> } | null>

const conditionFor = (scheme: AnswerScheme): fc.Arbitrary<Condition> =>
  fc.constantFrom(...Object.values(valuesOf).flatMap((one) => one ?? [])).chain(({ flags, value }) => {
    const mark = fc.oneof({ arbitrary: fc.constant(''), weight: 3 }, { arbitrary: fc.constant('_'), weight: 1 })
    const one = fc.tuple(mark, value(scheme)).map(([excluded, text]) => excluded + text)
    return fc.array(one, { minLength: 1, maxLength: 4 }).map((values) => {
      const found = resolveFilter(flags, values, today)
      return found.ok ? conditionOn(scheme, found.value) : not(any([]))
    })
  })

const questionsOf = (dictionary: Dictionary) => dictionary.definition.questions
const someOf = (conditions: readonly Condition[]) =>
  fc
    .tuple(fc.constantFrom(all, any), fc.subarray([...conditions], { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([join, parts, isNot]) => (isNot ? not(join(parts)) : join(parts)))

const atOnce = 100

/** By position of the condition: the numbers of the interviews that meet it. */
const inClickhouse = async (dictionary: Dictionary, conditions: readonly Condition[]) => {
  const met = conditions.map((one) => `toUInt8(${predicate(dictionary, one)})`)
  const sql = `select toString(id), [${met.join(', ')}] from ${tableOf(dictionary.survey)} final order by id`
  const rows = await test.stores.clickhouse.read<[string, number[]]>(
    sql,
    {},
    { lane: 'user', tenant: universe, timeout: 60 },
  )
  return rows.map(([id, found]) => `${id}: ${found.join('')}`)
}

const inPostgres = async (dictionary: Dictionary, conditions: readonly Condition[]) => {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const fact = (id: string) => `(i.answers -> ${bind(id)})`
  const met = conditions.map((one) => `(${factCondition(one, fact, bind)})::int`)
  const where = `i.universe = ${bind(universe)} and i.survey = ${bind(dictionary.survey)}`
  const { rows } = await inUniverse(test.stores.pool, universe, (client) =>
    client.query(
      `select i.number, i.answers, array[${met.join(', ')}] as met from interview i where ${where} order by i.number`,
      values,
    ),
  )
  return rows.map((row) => ({ number: String(row.number), answers: row.answers, met: row.met }))
}

describe('a condition', () => {
  it('means the same in ClickHouse, in PostgreSQL and in TypeScript, whatever survey, answers and filters', {
    timeout: 120_000,
  }, async () => {
    let survey = 0
    const world = fc.array(question, { minLength: 7, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(world, fc.gen(), async (questions, gen) => {
        const extName = `random${survey++}`
        const named = questions.map((one, at) => ({ id: `q${at}`, title: `Question ${at}`, ...one }))
        const date = { id: 'date', title: 'Date', type: 'date', roles: ['date'] }
        const view = {
          extName: 'all',
          title: 'All',
          root: { title: 'All' },
          levels: [{ question: 'place', title: 'Place' }],
        }
        const place = { id: 'place', title: 'Place', type: 'choice', open: true }
        const files = {
          'settings.json': { extName, title: extName },
          'questions.json': { questions: [date, place, ...named] },
          'views.json': { views: [view] },
        }
        const schemes = [date, ...named].map(
          (one): AnswerScheme => ({ missing: [], ...(one as Random & { id: string }) }),
        )
        const interviews = gen(fc.array, fc.record(Object.fromEntries(schemes.map((one) => [one.id, answerTo(one)]))), {
          minLength: 40,
          maxLength: 40,
        })
        const stored = interviews.map((one) =>
          Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
        )
        await test.survey(
          universe,
          new Map(Object.entries(files).map(([name, content]) => [name, JSON.stringify(content)])),
          stored as Answers[],
        )
        const dictionary = await findSurvey(test.stores, universe, extName)
        const asked = [date.id, ...named.map(({ id }) => id)]
        const leaves = questionsOf(dictionary)
          .filter(({ id }) => asked.includes(id))
          .flatMap((one) => Array.from({ length: 12 }, () => gen(conditionFor, one)))
        const conditions = [...leaves, ...Array.from({ length: 20 }, () => gen(someOf, leaves))]
        for (let at = 0; at < conditions.length; at += atOnce) {
          const some = conditions.slice(at, at + atOnce)
          const rows = await inPostgres(dictionary, some)
          const here = rows.map(
            ({ number: id, answers }) =>
              `${id}: ${some.map((one) => Number(holds(one, (name) => answers[name]))).join('')}`,
          )
          expect(rows.length).toBe(40)
          expect(rows.map(({ number: id, met }) => `${id}: ${met.join('')}`)).toEqual(here)
          expect(await inClickhouse(dictionary, some)).toEqual(here)
        }
      }),
      { numRuns: 2, endOnFailure: true },
    )
  })

  it('folds texts in both stores as in TypeScript: each letter by itself, and letters beside each other', async () => {
    const every = Array.from({ length: 0x1_ffff }, (_, at) => String.fromCodePoint(at + 1)).filter(
      (one) => !/[\p{Surrogate}\p{Unassigned}\uFDD0-\uFDD2]/u.test(one),
    )
    const beside = fc.sample(fc.array(fc.constantFrom(...letters, ...every), { minLength: 2, maxLength: 6 }), 5_000)
    const texts = [...every, ...beside.map((found) => found.join(''))]
    // Letters that PostgreSQL does not know yet it leaves as they are.
    const { rows } = await test.stores.service.query(
      'select folded(one) as folded, unicode_assigned(one) as known from unnest($1::text[]) with ordinality as t(one, at) order by at',
      [texts],
    )
    expect(texts.filter((one, at) => rows[at]?.known && rows[at].folded !== fold(one))).toEqual([])
    const told = texts.filter(
      (one, at) => rows[at]?.known && (fold(one) !== one || /\p{M}/u.test(one) || one.length > 1),
    )
    const [row] = await test.stores.clickhouse.read<[string[]]>(
      `select arrayMap(one -> ${foldedBy('one')}, [${literals(told)}])`,
      {},
      { lane: 'user', tenant: universe, timeout: 60, settings: { max_query_size: 2 ** 26 } },
    )
    expect(told.filter((one, at) => row?.[0][at] !== fold(one))).toEqual([])
  })
})
