import { component } from '@kaiku/contract/page.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { Answer } from '@kaiku/contract/result.ts'
import { fullGrant, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type PlaceTree, writePlaceTree } from '@kaiku/core/place-time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataState } from '../../aggregate/data-state.ts'
import { openTestStores, type TestStores } from '../../app/app.fixture.ts'
import type { Stores } from '../../db/stores.ts'
import { createUniverse } from '../../universe/universe.ts'
import { figuresFor, placeFor, questionFor } from '../result.ts'
import { type FilledOracle, fillOracle } from './filled-oracle.fixture.ts'
import { Oracle, type OracleInterview } from './oracle.ts'
import { Random } from './random.ts'
import { lineBy, randomHistory, randomPlan } from './random-place-tree.ts'
import { randomToken } from './random-selection.ts'
import * as survey from './random-survey.ts'
import { begins, OracleRights, randomViewer } from './random-viewer.ts'

const seed = Number(process.env.SEED ?? 20_261_127)
const histories = 4
const turns = Number(process.env.SELECTIONS ?? 24)
const rows = 300
const now = Date.parse(`${survey.today}T12:00:00Z`)

type Filled = FilledOracle & {
  readonly units: readonly survey.OracleUnit[]
  readonly plans: readonly survey.OraclePlan[]
}

let opened: TestStores
let stores: Stores
let universe: string
let filled: Filled[]

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  universe = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  filled = []
  for (let at = 0; at < histories; at++) {
    const random = new Random(seed + at)
    const trees = { units: randomHistory(random), plans: [randomPlan(random, 'p1'), randomPlan(random, 'p2')] }
    const own = await fillOracle(stores, universe, `trees${at}`, { seed: seed + at, rows, ...trees })
    filled.push({ ...own, ...trees })
  }
}, 300_000)
afterAll(async () => {
  await opened?.close()
})

const choices: readonly PlaceTree[] = [
  { by: 'today' },
  { by: 'then' },
  { by: 'plan', plan: 'p1' },
  { by: 'plan', plan: 'p2' },
]

const lineOf = (trees: Filled, tree: PlaceTree, { answers }: OracleInterview): string[] => {
  const { unit, date } = answers
  return typeof unit === 'string' ? lineBy(trees, tree, unit, typeof date === 'string' ? date : null) : []
}

/** The interviews as a tree places them: of its places those that `isNamed` lets pass. */
const placedBy = (trees: Filled, tree: PlaceTree, isNamed: (id: string) => boolean = () => true): Oracle => {
  const interviews = trees.oracle.survey.interviews.map((one) => {
    const places = { stores: one.places.stores ?? [], units: lineOf(trees, tree, one).filter(isNamed) }
    return { ...one, places }
  })
  return new Oracle({ ...trees.oracle.survey, interviews })
}

const viewer: Viewer = {
  userId: 'test',
  username: 'test',
  universe: '',
  universes: [],
  isUserAdmin: false,
  isRoot: false,
  isReadOnly: false,
  locale: 'en',
  grants: [fullGrant('all')],
}

const only = <T extends Answer['type']>(answers: readonly Answer[], type: T): Extract<Answer, { type: T }> => {
  const found = answers.find((answer): answer is Extract<Answer, { type: T }> => answer.type === type)
  if (!found) throw new TypeError(`no ${type} among ${answers.map((answer) => JSON.stringify(answer)).join()}`)
  return found
}

const components = [
  { type: 'IndicatorTiles', indicators: ['count', 'ratingWeighted', 'amountMedian', 'pooled'], spark: false },
  { type: 'RankingTableComponent', indicators: ['count', 'rating'], of: 'children', spark: false },
].map((one) => component.parse(one))

let asked = 0

async function answersTo(who: Viewer, { dictionary }: FilledOracle, path: string) {
  const question = questionFor(stores, { ...who, universe }, dictionary, { path, compare: 'none', locale: 'en' }, now)
  const state = await dataState(stores, dictionary.survey)
  // By turns from interviews alone, and as every request is answered.
  asked += 1
  const options = asked % 2 === 0 ? { rollup: false } : {}
  const { answers } = await figuresFor(question, components, state, options)
  return { answers, place: await placeFor(question, state, options) }
}

/** Place, filters and tree, as an address has them. */
const addressOf = (line: readonly string[], token: string, tree: PlaceTree) => {
  const chosen = [token, ...writePlaceTree(tree).map((value) => `fplaces=${value}`)].filter((one) => one !== '')
  return [['units', 'whole', ...line].join(), ...chosen].join(';')
}

/** The figures of a place and of the places below it, against interviews counted one by one. */
function expectSame(
  what: string,
  { answers, place }: Awaited<ReturnType<typeof answersTo>>,
  oracle: Oracle,
  found: OracleInterview[],
  line: readonly string[],
) {
  expect([what, place.nInterviews]).toEqual([what, found.length])
  for (const { indicator, figure } of only(answers, 'IndicatorTiles').tiles) {
    const right = oracle.figure(found, indicator)
    expect([what, indicator, figure.n]).toEqual([what, indicator, right.n])
    if (right.value === null) expect([what, figure.value]).toEqual([what, null])
    else expect(figure.value, what).toBeCloseTo(right.value, 8)
  }
  const told = rankingRows(only(answers, 'RankingTableComponent')).map(({ id, n }) => [id, n] as const)
  const below = (id: string) => found.filter(({ places }) => begins(places.units ?? [], [...line, id]))
  for (const [id, n] of told) expect([what, id, n]).toEqual([what, id, below(id).length])
  const met = new Set(found.flatMap(({ places }) => places.units?.[line.length] ?? []))
  expect([what, [...met].filter((id) => !told.some(([one]) => one === id))]).toEqual([what, []])
}

describe('figures by three trees', () => {
  it(`are those of the same interviews, placed as each tree says (${histories * turns} times)`, {
    timeout: 600_000,
  }, async () => {
    let otherwise = 0
    for (const [at, trees] of filled.entries())
      for (let turn = 0; turn < turns; turn++) {
        const random = new Random(seed + 1_000 * at + turn)
        const tree = choices[turn % choices.length] ?? { by: 'today' }
        const oracle = placedBy(trees, tree)
        const whole = random.pick(oracle.survey.interviews).places.units ?? []
        const line = whole.slice(0, random.whole(0, whole.length))
        const token = random.chance(0.5) ? '' : randomToken(random)
        const path = addressOf(line, token, tree)
        const what = `SEED=${seed} history ${at} ${path} ${JSON.stringify(trees.units)} ${JSON.stringify(trees.plans)}`
        const found = oracle.select(addressOf(line, token, { by: 'today' }), 'none').now
        expectSame(what, await answersTo(viewer, trees, path), oracle, found, line)
        const today = trees.oracle.survey.interviews.map((one) => lineOf(trees, { by: 'today' }, one).join())
        if (oracle.survey.interviews.some(({ places }, one) => places.units?.join() !== today[one])) otherwise += 1
      }
    expect(otherwise).toBeGreaterThan(histories * turns * 0.5)
  })

  it('are made of what a viewer may see as of today, and name no other place', { timeout: 600_000 }, async () => {
    let [seen, kept] = [0, 0]
    for (const [at, trees] of filled.entries())
      for (let turn = 0; turn < turns; turn++) {
        const random = new Random(seed + 500_000 + 1_000 * at + turn)
        const tree = choices[1 + (turn % (choices.length - 1))] ?? { by: 'then' }
        const today = placedBy(trees, { by: 'today' }).survey.interviews
        const who = randomViewer(random, universe, today)
        const rights = new OracleRights(`trees${at}`)
        if (rights.refusal(who, 'seeIndicators') !== null) continue
        const own = trees.units.filter(({ mergedInto }) => mergedInto === undefined)
        const lines = new Set(own.map(({ id }) => lineBy(trees, { by: 'today' }, id, null).join()))
        const exists = (view: string, path: readonly string[]) =>
          view === 'units' ? path.length === 0 || lines.has(path.join()) : trees.exists(view, path)
        const tops = rights.tops(who, 'seeIndicators', 'units', exists)
        const isOwn = (id: string) => tops.some((top) => begins(lineBy(trees, { by: 'today' }, id, null), top))
        const plan = trees.plans.find(({ id }) => tree.by === 'plan' && id === tree.plan)
        const isNamed = (id: string): boolean => {
          if (tops.some((top) => top.length === 0)) return true
          const unit = trees.units.find((one) => one.id === id)
          if (!unit) {
            const below = trees.units.filter((one) => lineBy(trees, tree, one.id, null).includes(id))
            return plan !== undefined && below.length > 0 && below.every((one) => isOwn(one.id))
          }
          const line = lineBy(trees, { by: 'today' }, id, null)
          return isOwn(id) || (unit.mergedInto === undefined && tops.some((top) => begins(top, line)))
        }
        const oracle = placedBy(trees, tree, isNamed)
        const permitted = new Set(
          today.filter((one) => rights.permits(who, 'seeIndicators', one)).map(({ number }) => number),
        )
        const mine = oracle.survey.interviews.filter(({ number }) => permitted.has(number))
        const whole = mine.length === 0 ? [] : (random.pick(mine).places.units ?? [])
        const line = whole.slice(0, random.whole(0, whole.length))
        const path = addressOf(line, '', tree)
        const what = `SEED=${seed} history ${at} ${path} ${JSON.stringify(who)} ${JSON.stringify(trees.units)} ${JSON.stringify(trees.plans)}`
        const found = mine.filter(({ places }) => begins(places.units ?? [], line))
        const told = await answersTo(who, trees, path)
        expectSame(what, told, oracle, found, line)
        const names = [...rankingRows(only(told.answers, 'RankingTableComponent')), ...told.place.segments.slice(1)]
        for (const { id } of names) expect([what, id, isNamed(id)]).toEqual([what, id, true])
        seen += 1
        if (!tops.some((top) => top.length === 0)) kept += 1
      }
    expect(seen).toBeGreaterThan((histories * turns) / 4)
    expect(kept).toBeGreaterThan((histories * turns) / 10)
  })

  it('are refused where there is no such plan, place or tree, with the place where it stands', async () => {
    const [trees] = filled
    if (!trees) throw new Error('nothing was filled')
    const told = async (path: string) =>
      answersTo(viewer, trees, path).then(
        () => null,
        (error: unknown) => (error instanceof Fault ? [error.code, error.reason?.key ?? '', error.details] : error),
      )
    expect(await told('units,whole;fplaces=plan:p3')).toEqual(['not_found', 'place.plan', []])
    expect(await told('stores,all;fplaces=plan:p1')).toEqual(['not_found', 'place.plan', []])
    expect(await told('units,whole;fplaces=later')).toEqual(['invalid', 'filter.value', []])
    expect(await told('units,whole;fplaces=then*plan:p1')).toEqual(['invalid', 'filter.value', []])
    expect(await told('stores,all;fplaces=then')).toBeNull()
    const line = lineBy(trees, { by: 'plan', plan: 'p1' }, 'n2a', null)
    expect(await told('units,whole,nowhere,n2a;fplaces=plan:p1')).toMatchObject([
      'not_found',
      'place.otherTree',
      [{ expected: ['units', 'whole', ...line].join() }],
    ])
  })
})
