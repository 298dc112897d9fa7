import type { Change, Figure } from '@kaiku/contract/figure.ts'
import { type ComponentType, component } from '@kaiku/contract/page.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { Answer } from '@kaiku/contract/result.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataState } from '../../aggregate/data-state.ts'
import { openTestStores, type TestStores } from '../../app/app.fixture.ts'
import { inUniverse } from '../../db/postgres.ts'
import type { Stores } from '../../db/stores.ts'
import type { Answers, Dictionary, StoredQuestion } from '../../dictionary/dictionary.ts'
import { catchUp } from '../../feed/feed.ts'
import { storeInterviews } from '../../import/import.ts'
import { publish } from '../../publishing/definition.ts'
import { findSurvey } from '../../survey/survey.ts'
import { createUniverse } from '../../universe/universe.ts'
import { figuresFor, placeFor, questionFor } from '../result.ts'
import { openServer, type Server } from '../served.ts'
import { crosstabDifferences } from './crosstab-oracle.ts'
import { heatMapDifferences } from './heat-map-oracle.ts'
import { Oracle, type OracleInterview } from './oracle.ts'
import { differenceOf, intervalOf, standardErrorOf, standing } from './oracle-statistics.ts'
import { Random } from './random.ts'
import { randomPath, randomToken } from './random-selection.ts'
import * as survey from './random-survey.ts'

const seed = Number(process.env.SEED ?? 20_261_121)
/** Whether bars and heat maps weigh a question: as the first indicator that is about it. */
const isWeighed = (id: string) => survey.indicators.find(({ question }) => question === id)?.weight === 'role'
const asIndices = ['nps', 'rating', 'worry'].map((question) => ({
  ...{ id: `~${question}`, measure: 'index', question, ...(isWeighed(question) && { weight: 'role' }) },
}))
const count = Number(process.env.SELECTIONS ?? (process.env.KAIKU_SOAK === '1' ? 10_000 : 500))
const rows = 700
const now = Date.parse(`${survey.today}T12:00:00Z`)

type World = { stores: Stores; who: Viewer; dictionary: Dictionary; oracle: Oracle; server: Server; opened: TestStores }
let world: World
let rolledStatements = 0
let heldAnswers = 0

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Answers as the truth keeps them: numbers as whole numbers in the question's smallest unit. */
const stored = (answers: OracleInterview['answers']): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, value]) => {
      const question = survey.questions.find((one) => one.id === id)
      return [id, typeof value === 'number' ? Math.round(value * 10 ** (question?.decimals ?? 0)) : value]
    }),
  )

async function* rowsOf(keyed: ReadonlyMap<string, OracleInterview['answers']>) {
  for (const [key, answers] of keyed) yield { key, answers: stored(answers) }
}

beforeAll(async () => {
  const opened = await openTestStores()
  const { stores } = opened
  const universe = (await createUniverse(stores, { name: 'random', title: 'Random', timeZone: 'UTC' })).id
  await publish(stores, universe, survey.definitionFiles('random'), 'test')
  const random = new Random(seed)
  const answers = new Map<string, OracleInterview['answers']>()
  for (let at = 0; at < rows; at++) answers.set(`row ${at}`, survey.randomAnswers(random))
  const load = async (some: ReadonlyMap<string, OracleInterview['answers']>, label: string) => {
    const report = await storeInterviews(stores, await findSurvey(stores, universe, 'random'), rowsOf(some), {
      import: label,
    })
    expect(report.rejected).toBe(0)
  }
  await load(answers, 'first')
  await catchUp(stores)

  const corrected = new Map(
    [...answers.keys()].filter(() => random.chance(0.2)).map((key) => [key, survey.randomAnswers(random)] as const),
  )
  await load(corrected, 'corrections')
  for (const [key, one] of corrected) answers.set(key, one)
  const erased = [...answers.keys()].filter(() => random.chance(0.05))
  for (const key of erased) answers.delete(key)
  await inUniverse(stores.pool, universe, (client) =>
    client.query(
      `with old as (delete from interview where universe = $1 and row_key = any($2) returning survey, number, leaves, day)
      insert into interview_change (universe, survey, number, old_leaf, old_day)
      select $1, survey, number, coalesce(leaves[1], 0), day from old`,
      [universe, erased],
    ),
  )
  await catchUp(stores)

  const dictionary = await findSurvey(stores, universe, 'random')
  const found = await inUniverse(stores.pool, universe, (client) =>
    client.query<{ key: string; number: string }>(
      'select row_key as key, number::text from interview where universe = $1',
      [universe],
    ),
  )
  const interviews = found.rows.map(({ key, number }): OracleInterview => {
    const own = answers.get(key) ?? {}
    return { number: Number(number), answers: own, places: survey.placesOf(own) }
  })
  expect(interviews.length).toBe(answers.size)
  const oracle = new Oracle({
    questions: survey.questions,
    indicators: [...survey.indicators, ...asIndices],
    filters: survey.filters,
    interviews,
    today: survey.today,
  })
  const who: Viewer = {
    userId: 'test',
    username: 'test',
    universe,
    universes: [universe],
    isUserAdmin: true,
    isRoot: true,
    locale: 'en',
    grants: [],
    isReadOnly: false,
  }
  world = { stores, who, dictionary, oracle, server: openServer(stores), opened }
})

afterAll(async () => {
  await world?.opened.close()
})

/**
 * The product tells ends of intervals to a millionth, and counts scores in millionths: where two answers are few for
 * their spread, an interval is a thousand times as wide as they are apart, and so is what the rounding did to it.
 */
const nearLimit = (a: number | null, b: number | null, width: number) =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 2e-6 + 1e-7 * width + 2e-15 * Math.abs(b)

const near = (a: number | null, b: number | null) =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

type PageRequest = {
  path: string
  compare: 'none' | 'previous' | 'yearBefore'
  component: ReturnType<typeof component.parse>
}

function randomVariables(random: Random) {
  const variables: unknown[] = ['channel', 'rating', 'seen', 'tags', 'age', 'free', 'worry'].map((question) => ({
    question,
  }))
  const rows = random.pick([...variables, 'children', 'leaves', { depth: random.whole(1, 3) }])
  const others = [...variables, 'children'].filter((one) => one !== rows)
  return { rows, columns: random.pick(others) }
}

function randomAsked(random: Random, interviews: readonly OracleInterview[]): PageRequest {
  const token = randomToken(random)
  const path = randomPath(random, interviews) + (token === '' ? '' : `;${token}`)
  const chosen = [
    ...new Set(
      random.some(
        survey.indicators.map(({ id }) => id),
        4,
      ),
    ),
  ]
  const of = random.pick<unknown>([
    'children',
    'children',
    'leaves',
    { depth: random.whole(1, 3) },
    { question: random.pick(['channel', 'rating', 'seen', 'tags', 'age', 'free', 'worry']) },
  ])
  // Held against figures of their own where they are made.
  const elsewhere: readonly object[] = []
  const asks = {
    IndicatorTiles: [{ indicators: chosen, spark: random.chance(0.3) }],
    Trend: [{ indicators: chosen, by: random.pick(['day', 'week', 'month', 'quarter', 'year']) }],
    Distribution: [
      { question: random.pick(['channel', 'rating', 'seen', 'tags', 'nps', 'age', 'worry']) },
      { question: random.pick(['rating', 'seen', 'age']), split: random.pick(['channel', 'worry']) },
    ],
    RankingTableComponent: [
      { indicators: chosen, of, spark: random.chance(0.3) },
      { indicators: chosen, of, spark: false },
    ],
    Crosstab: [
      { ...randomVariables(random), weight: random.pick(['none', 'role']), noValue: random.chance(0.7) },
      { ...randomVariables(random), indicator: random.pick(chosen) },
    ],
    HeatMap: [
      {
        indicators: chosen,
        questions: [...new Set(random.some(['nps', 'rating', 'worry'], 2))],
        of: random.chance(0.3) ? { period: random.pick(['month', 'quarter', 'year']) } : of,
      },
    ],
    Comments: [{ limit: 200 }],
    Targets: elsewhere,
    ChangeDecomposition: elsewhere,
    KeyDrivers: elsewhere,
    Topics: elsewhere,
    GeographyTiles: elsewhere,
    InterviewList: elsewhere,
    AlertLoop: elsewhere,
    AlertList: elsewhere,
    ResponseFunnel: elsewhere,
    MailCampaignsListComponent: elsewhere,
    MailCampaignDetailsComponent: elsewhere,
    GamificationOverviewConfig: elsewhere,
    Sql: elsewhere,
    Text: elsewhere,
  } satisfies Record<ComponentType, readonly object[]>
  const asked = random.pick(Object.entries(asks).flatMap(([type, each]) => each.map((one) => ({ type, ...one }))))
  return { path, compare: random.pick(['none', 'previous', 'yearBefore']), component: component.parse(asked) }
}

/** What the product answers otherwise than the oracle; empty when they agree. */
function differences(answer: Answer, asked: PageRequest, oracle: Oracle): string[] {
  const { now: found, before, period, compared } = oracle.select(asked.path, asked.compare)
  const wrong: string[] = []
  const same = (what: string, a: number | null, b: number | null) => {
    if (!near(a, b)) wrong.push(`${what}: ${a} instead of ${b}`)
  }
  type Ends = { low: number | null; high: number | null }
  const sameEnds = (what: string, got: Ends, right: Ends | null) => {
    const width = (right?.high ?? 0) - (right?.low ?? 0)
    for (const end of ['low', 'high'] as const)
      if (!nearLimit(got[end], right?.[end] ?? null, width))
        wrong.push(`${what} ${end}: ${got[end]} instead of ${right?.[end] ?? null}`)
  }
  const none = { n: null, value: null, low: null, high: null }
  const figure = (what: string, got: Partial<Figure> | undefined, of: OracleInterview[], id: string) => {
    const right = oracle.figure(of, id)
    const { n, value, low, high } = { ...none, ...got }
    same(`${what} ${id} n`, n, right.n)
    same(`${what} ${id}`, value, right.value)
    sameEnds(`${what} ${id}`, { low, high }, intervalOf(oracle.answered(of, id), oracle.method(oracle.indicator(id))))
  }
  const tested = (a: OracleInterview[], b: OracleInterview[], id: string) =>
    differenceOf(oracle.answered(a, id), oracle.answered(b, id), oracle.method(oracle.indicator(id)))
  const changed = (
    what: string,
    got: Change | null,
    own: OracleInterview[],
    then: OracleInterview[] | null,
    id: string,
  ) => {
    const [a, b] = [oracle.figure(own, id), then ? oracle.figure(then, id) : { n: 0, value: null }]
    const right = a.value === null || b.value === null ? null : a.value - b.value
    same(`${what} ${id} before`, got?.before ?? null, right === null ? null : b.value)
    if (got && Math.abs(got.value - (right ?? Number.NaN)) > 1e-9 * Math.max(1, Math.abs(b.value ?? 0)))
      wrong.push(`${what} ${id} change: ${got.value} instead of ${right}`)
    if (got && then) sameEnds(`${what} ${id} change`, got, tested(own, then, id))
  }
  switch (answer.type) {
    case 'IndicatorTiles':
      for (const tile of answer.tiles) {
        figure('tile', tile.figure, found, tile.indicator)
        changed('tile', tile.change, found, before, tile.indicator)
        const { low, high, significant } = tile.change ?? { low: null, high: null, significant: false }
        if (significant !== (low !== null && high !== null && (low > 0 || high < 0)))
          wrong.push(`tile ${tile.indicator} is ${significant ? '' : 'not '}significant between ${low} and ${high}`)
        tile.spark.forEach((value, at) => {
          const [from, to] = [tile.periods[at] ?? '', tile.periods[at + 1] ?? period?.to ?? '9999']
          const last = at === tile.spark.length - 1
          const own = found.filter((one) => {
            const day = oracle.dayOf(one)
            return (
              day !== null && day >= from && (last ? day <= to || period?.to === null || period === null : day < to)
            )
          })
          same(`spark ${tile.indicator} ${from}`, value, oracle.figure(own, tile.indicator).value)
        })
      }
      break
    case 'Trend': {
      const dated = found
        .filter((one) => oracle.dayOf(one) !== null)
        .sort((a, b) => ((oracle.dayOf(a) ?? '') < (oracle.dayOf(b) ?? '') ? -1 : 1))
      let next = 0
      for (const point of answer.points) {
        const own: OracleInterview[] = []
        for (let one = dated[next]; one && (oracle.dayOf(one) ?? '') <= point.to; one = dated[++next])
          if ((oracle.dayOf(one) ?? '') >= point.from) own.push(one)
        same(`${point.from} n`, point.n, own.length)
        for (const [at, id] of answer.indicators.entries()) figure(point.from, point.figures[at], own, id)
      }
      const steps = compared ? oracle.steps(answer.by, compared) : []
      answer.points.forEach((point, at) => {
        const step = steps[at]
        same(`${point.from} figures before`, point.before.length, step ? answer.indicators.length : 0)
        if (!step || !before) return
        const own = before.filter((one) => oracle.inSpan(oracle.dayOf(one), step))
        for (const [next, id] of answer.indicators.entries())
          figure(`${point.from} before`, point.before[next], own, id)
      })
      same('undated', answer.undated, found.filter((one) => oracle.dayOf(one) === null).length)
      same(
        'in points',
        answer.points.reduce((sum, { n }) => sum + (n ?? 0), answer.undated),
        found.length,
      )
      break
    }
    case 'Distribution': {
      const question = oracle.question(answer.question.id)
      const valid = found.filter((one) => oracle.valid(one, question) !== null)
      same('n', answer.n, valid.length)
      const isWeighted = isWeighed(question.id)
      const weigh = (some: OracleInterview[]) =>
        some.reduce((sum, one) => sum + (isWeighted ? oracle.weightOf(one) : 1), 0)
      for (const bar of answer.bars.filter(({ missing }) => !missing)) {
        const own = found.filter((one) => oracle.groups(one, question.id).includes(bar.code))
        same(`bar ${bar.code}`, bar.n, own.length)
        const whole = weigh(valid)
        same(`share ${bar.code}`, bar.share, whole > 0 ? (100 * weigh(own)) / whole : null)
        const scored = valid.map((one) => ({
          y: own.includes(one) ? 100 : 0,
          w: isWeighted ? oracle.weightOf(one) : 1,
        }))
        const counted = scored.filter(({ w }) => w > 0)
        sameEnds(`share ${bar.code}`, bar, intervalOf(counted, { kind: 'share' }))
      }
      const groups = new Set(valid.flatMap((one) => oracle.groups(one, question.id)))
      for (const group of groups) if (!answer.bars.some(({ code }) => code === group)) wrong.push(`no bar ${group}`)
      if (asked.component.type === 'Distribution' && asked.component.split !== undefined && answer.split) {
        const sides = { rows: { question: question.id }, columns: { question: asked.component.split } }
        const weight = isWeighted ? 'role' : 'none'
        const as = { type: 'Crosstab', ...sides, weight, noValue: false, show: 'ofColumn' } as const
        wrong.push(...crosstabDifferences(answer.split, as, found, oracle, asked.path))
      } else if (answer.split) wrong.push('split by nothing')
      break
    }
    case 'Crosstab': {
      if (asked.component.type !== 'Crosstab') throw new TypeError('another component')
      wrong.push(...crosstabDifferences(answer, asked.component, found, oracle, asked.path))
      break
    }
    case 'HeatMap': {
      if (asked.component.type !== 'HeatMap') throw new TypeError('another component')
      wrong.push(...heatMapDifferences(answer, asked.component, found, oracle, asked.path))
      break
    }
    case 'RankingTableComponent': {
      if (asked.component.type !== 'RankingTableComponent') throw new TypeError('another component')
      const { of } = asked.component
      const [view = '', , ...ids] = (asked.path.split(';')[0] ?? '')
        .split(',')
        .map((segment) => decodeURIComponent(segment.replaceAll('\u2044', '/').replaceAll('\uFF06', '&')))
      const shown = new Set(answer.rows.map(({ id, above }) => [...above, id].join('\t')))
      const rowOf = (one: OracleInterview): string[] => {
        if (typeof of === 'object' && 'question' in of) return oracle.groups(one, of.question)
        const line = one.places[view] ?? []
        const depth = of === 'children' ? ids.length + 1 : of === 'leaves' ? line.length : of.depth
        return depth > ids.length && line.length >= depth ? [line.slice(0, depth).join('\t')] : []
      }
      const grouped = (some: readonly OracleInterview[]) => {
        const groups = new Map<string, OracleInterview[]>()
        for (const one of some) for (const key of rowOf(one)) groups.set(key, [...(groups.get(key) ?? []), one])
        return groups
      }
      const [ofNow, ofBefore] = [grouped(found), before && grouped(before)]
      const rows = rankingRows(answer)
      const keyOf = (row: (typeof rows)[number] | undefined) =>
        typeof of === 'object' && 'question' in of ? (row?.id ?? '') : [...(row?.above ?? []), row?.id].join('\t')
      for (const row of rows) {
        const key = keyOf(row)
        const own = ofNow.get(key) ?? []
        const then = ofBefore && (ofBefore.get(key) ?? [])
        same(`${key} n`, row.n, own.length)
        row.spark.forEach((value, at) => {
          const from = answer.periods[at] ?? ''
          const next = answer.periods[at + 1] ?? '9999'
          const then = own.filter((one) => (oracle.dayOf(one) ?? '') >= from && (oracle.dayOf(one) ?? '') < next)
          same(`${key} spark ${from}`, value, oracle.figure(then, answer.indicators[0] ?? '').value)
        })
        for (const cell of row.cells) {
          figure(key, cell.figure, own, cell.indicator)
          changed(key, cell.change, own, then, cell.indicator)
        }
      }
      for (const [at, id] of answer.indicators.entries()) {
        const cells = rows.map(({ cells: own }) => own[at])
        const owned = rows.map((row) => ofNow.get(keyOf(row)) ?? [])
        const rests = owned.map((own) => {
          const inRow = new Set(own)
          return tested(
            own,
            found.filter((one) => !inRow.has(one)),
            id,
          )
        })
        const changes = owned.map((own, row) =>
          ofBefore ? tested(own, ofBefore.get(keyOf(rows[row])) ?? [], id) : null,
        )
        const [clearRest, clearChange] = [rests, changes].map((all) => standing(all.map((one) => one?.p ?? null)))
        cells.forEach((cell, row) => {
          const [rest, change] = [rests[row], changes[row]]
          const what = `${rows[row]?.id} ${id}`
          same(`${what} versus rest`, cell?.versusRest ?? null, rest && clearRest?.[row] ? rest.sign : 0)
          if (change && cell?.change && cell.change.significant !== clearChange?.[row])
            wrong.push(`${what}: significant is ${cell.change.significant}, p ${change.p}`)
        })
        const ranked = cells.flatMap((cell, row) => (cell?.rank == null ? [] : [{ cell, row }]))
        const errors = ranked.map(({ row }) => {
          const error = standardErrorOf(oracle.answered(owned[row] ?? [], id), oracle.method(oracle.indicator(id)))
          return error ?? Number.POSITIVE_INFINITY
        })
        ranked.forEach(({ cell, row }, own) => {
          const lead = (other: number) => (ranked[other]?.cell.figure.value ?? 0) - (cell.figure.value ?? 0)
          const reach = (other: number) => 1.959963984540054 * Math.hypot(errors[own] ?? 0, errors[other] ?? 0)
          const others = ranked.map((_, other) => other)
          const above = others.filter((other) => lead(other) > reach(other)).length
          const below = others.filter((other) => -lead(other) > reach(other)).length
          same(`${rows[row]?.id} ${id} rank from`, cell.rankFrom, above + 1)
          same(`${rows[row]?.id} ${id} rank to`, cell.rankTo, ranked.length - below)
        })
      }
      for (const one of found)
        for (const key of rowOf(one)) {
          const isLeafRow = of !== 'leaves' || shown.has(key)
          const isThere =
            typeof of === 'object' && 'question' in of ? answer.rows.some(({ id }) => id === key) : shown.has(key)
          if (isLeafRow && !isThere) wrong.push(`no row ${key}`)
        }
      for (const parent of answer.parent) figure('parent', parent.figure, found, parent.indicator)
      const ranked = rows.filter(({ cells }) => cells[0]?.rank !== null)
      for (const row of ranked) {
        const own = row.cells[0]?.figure.value ?? 0
        const above = ranked.filter((other) => (other.cells[0]?.figure.value ?? 0) > own).length
        same(`${row.id} rank`, row.cells[0]?.rank ?? null, above + 1)
      }
      break
    }
    case 'Comments': {
      const said = found.filter((one) => typeof one.answers.comment === 'string')
      same('comments', answer.total, said.length)
      const order = said
        .sort((a, b) =>
          (oracle.dayOf(a) ?? '') < (oracle.dayOf(b) ?? '')
            ? 1
            : (oracle.dayOf(a) ?? '') > (oracle.dayOf(b) ?? '')
              ? -1
              : b.number - a.number,
        )
        .slice(0, 200)
      order.forEach((one, at) => {
        if (answer.comments[at]?.text !== one.answers.comment) wrong.push(`comment ${at}`)
      })
      break
    }
    case 'Failed':
      wrong.push(`failed: ${answer.code} ${answer.message}`)
      break
    case 'Targets':
    case 'ChangeDecomposition':
    case 'KeyDrivers':
    case 'Topics':
    case 'GeographyTiles':
    case 'InterviewList':
    case 'AlertLoop':
    case 'AlertList':
    case 'ResponseFunnel':
    case 'MailCampaignsListComponent':
    case 'MailCampaignDetailsComponent':
    case 'GamificationOverviewConfig':
    case 'Sql':
    case 'Text':
      throw new TypeError(`${answer.type} is not asked`)
    default:
      answer satisfies never
  }
  return wrong
}

async function answered(
  { stores, who, server }: World,
  dictionary: Dictionary,
  asked: PageRequest,
  how: 'rollup' | 'held' | 'rows' | 'cache',
): Promise<Answer> {
  const question = questionFor(stores, who, dictionary, { path: asked.path, compare: asked.compare, locale: 'en' }, now)
  const ask = async () =>
    figuresFor(question, [asked.component], await dataState(stores, dictionary.survey), {
      rollup: how !== 'rows',
      cached: how !== 'rollup',
      onStatement: (sql) => {
        if (/^select.*\n?.*from rollup_/.test(sql)) rolledStatements += 1
        if (/^-- from rollup_/.test(sql)) heldAnswers += 1
        if (how === 'rows' && /^--|from rollup_/.test(sql)) throw new Error('only interviews are asked')
      },
      onBug: (error) => {
        throw error
      },
    })
  if (how !== 'cache') return first((await ask()).answers)
  const served = await server.serve(question, asked.component, {}, ask)
  const again = await server.serve(question, asked.component, {}, ask)
  expect(again.etag).toBe(served.etag)
  const reply: unknown = JSON.parse(served.bytes.toString())
  if (!isRecord(reply) || !Array.isArray(reply.answers)) throw new TypeError('no answers')
  return first(reply.answers)
}

const first = (answers: readonly Answer[]): Answer => {
  const [answer] = answers
  if (!answer) throw new TypeError('no answer')
  return answer
}

async function disagreement(dictionary: Dictionary, at: number): Promise<string | null> {
  const random = new Random(at)
  const asked = randomAsked(random, world.oracle.survey.interviews)
  const how = random.pick(['rollup', 'held', 'rows', 'cache'] as const)
  let wrong: string[]
  try {
    wrong = differences(await answered(world, dictionary, asked, how), asked, world.oracle)
  } catch (error) {
    wrong = [`threw ${error instanceof Error ? error.message : String(error)}`]
  }
  if (wrong.length === 0) return null
  const what = `${asked.compare} ${asked.path} ${JSON.stringify(asked.component)}`
  return [`SEED=${seed} selection ${at} (${how}) ${what}`, ...wrong.slice(0, 5)].join('\n    ')
}

/** Some at a time, so that the oracle works while the product waits for ClickHouse. */
async function disagreements(dictionary: Dictionary, selections: number, from: number): Promise<string[]> {
  const found: string[] = []
  const together = 6
  for (let at = 0; at < selections && found.length < 5; at += together) {
    const some = Array.from({ length: Math.min(together, selections - at) }, (_, next) => from + at + next)
    const all = await Promise.all(some.map((one) => disagreement(dictionary, one)))
    found.push(...all.filter((one) => one !== null))
  }
  return found
}

describe('the query path and the oracle', () => {
  it(`agree on ${count} random selections`, { timeout: 900_000 }, async () => {
    expect(await disagreements(world.dictionary, count, seed)).toEqual([])
    expect(rolledStatements).toBeGreaterThan(count / 200)
    expect(heldAnswers).toBeGreaterThan(count / 200)
  })

  it('disagree as soon as the product counts missing codes', async () => {
    const questions = new Map<string, StoredQuestion>()
    for (const [id, stored] of world.dictionary.questions)
      questions.set(id, { ...stored, question: { ...stored.question, missing: [] } })
    const faulty: Dictionary = { ...world.dictionary, extName: 'faulty', version: -1, questions }
    expect((await disagreements(faulty, 200, seed)).length).toBeGreaterThan(0)
  })

  it('agree on how many interviews a place has, all of them and the ones one contact each leaves out', {
    timeout: 300_000,
  }, async () => {
    const wrong: string[] = []
    for (let at = 0; at < 100; at++) {
      const random = new Random(seed + 50_000 + at)
      const { path, compare } = randomAsked(random, world.oracle.survey.interviews)
      const question = questionFor(world.stores, world.who, world.dictionary, { path, compare }, now)
      const place = await placeFor(question, await dataState(world.stores, world.dictionary.survey))
      const { now: found } = world.oracle.select(path, compare)
      const { now: untabled } = world.oracle.select(path.replace(/table=(first|last)/, 'table=none'), compare)
      if (
        place.nInterviews !== found.length ||
        place.nAll !== world.oracle.survey.interviews.length ||
        place.dropped !== untabled.length - found.length
      )
        wrong.push(`SEED=${seed} place ${at} ${path}: ${place.nInterviews} of ${place.nAll}, ${place.dropped} dropped`)
    }
    expect(wrong).toEqual([])
  })
})
