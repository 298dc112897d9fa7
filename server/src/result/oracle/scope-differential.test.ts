import { component } from '@kaiku/contract/page.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { Answer } from '@kaiku/contract/result.ts'
import { fullGrant, type Permission, type Viewer } from '@kaiku/core/access.ts'
import { layOver } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataState } from '../../aggregate/data-state.ts'
import { openTestStores, type TestStores } from '../../app/app.fixture.ts'
import type { Stores } from '../../db/stores.ts'
import { createUniverse } from '../../universe/universe.ts'
import { figuresFor, placeFor, questionFor } from '../result.ts'
import { openServer } from '../served.ts'
import { type FilledOracle, fillOracle } from './filled-oracle.fixture.ts'
import { Random } from './random.ts'
import { randomPath, randomToken } from './random-selection.ts'
import * as survey from './random-survey.ts'
import { begins, OracleRights, randomViewer } from './random-viewer.ts'

const seed = Number(process.env.SEED ?? 20_261_122)
const viewers = Number(process.env.VIEWERS ?? 80)
const rows = 500
const minimumN = 5
const now = Date.parse(`${survey.today}T12:00:00Z`)

let opened: TestStores
let stores: Stores
let open: FilledOracle
let guarded: typeof open

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  const universe = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  open = await fillOracle(stores, universe, 'open', { seed, rows })
  guarded = await fillOracle(stores, universe, 'guarded', {
    seed,
    rows,
    settings: { protection: true, minimumN, minimumNComments: 10 },
  })
})
afterAll(async () => {
  await opened?.close()
})

const rights = new OracleRights('open')
const viewerOf = (random: Random, { dictionary, oracle }: FilledOracle): Viewer =>
  randomViewer(random, dictionary.universe, oracle.survey.interviews)

const plain = (path: string) =>
  path
    .split(',')
    .map((segment) => decodeURIComponent(segment.replaceAll('\u2044', '/').replaceAll('\uFF06', '&')))
    .filter((_, at) => at !== 1)

const parsed = (asked: object) => component.parse(asked)

/** What a selection takes: one by what people wrote takes the right to read it. */
const needed = (token: string): Permission[] =>
  /(^|;)comment=/.test(token) ? ['seeIndicators', 'seeComments'] : ['seeIndicators']

let turns = 0

async function answersTo(who: Viewer, { dictionary }: typeof open, path: string, asked: readonly object[]) {
  const question = questionFor(stores, who, dictionary, { path, compare: 'none', locale: 'en' }, now)
  const state = await dataState(stores, dictionary.survey)
  // By turns from interviews alone, and as every request is answered.
  turns += 1
  const options = turns % 2 === 0 ? { rollup: false } : {}
  const { answers } = await figuresFor(question, asked.map(parsed), state, options)
  return { answers, place: await placeFor(question, state, options) }
}

const only = <T extends Answer['type']>(answers: readonly Answer[], type: T): Extract<Answer, { type: T }> => {
  const found = answers.find((answer): answer is Extract<Answer, { type: T }> => answer.type === type)
  if (!found) throw new TypeError(`no ${type} among ${answers.map((answer) => JSON.stringify(answer)).join()}`)
  return found
}

const faultOf = async (asking: Promise<unknown>): Promise<string | null> =>
  asking.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Fault) return error.code
      throw error
    },
  )

const components = [
  { type: 'IndicatorTiles', indicators: ['count', 'ratingWeighted', 'npsOwn', 'amountMedian'], spark: false },
  { type: 'Distribution', question: 'channel' },
  { type: 'RankingTableComponent', indicators: ['count', 'rating'], of: 'children', spark: false },
]

describe('random roles', () => {
  it(`make figures of the permitted interviews alone (${viewers} viewers)`, { timeout: 600_000 }, async () => {
    const { oracle } = open
    let [refused, seen] = [0, 0]
    for (let at = 0; at < viewers; at++) {
      const random = new Random(seed + at)
      const who = viewerOf(random, open)
      const token = randomToken(random)
      const place = randomPath(random, oracle.survey.interviews)
      const path = place + (token === '' ? '' : `;${token}`)
      const what = `SEED=${seed} viewer ${at} ${path} ${JSON.stringify(who)}`
      const expected =
        rights.refusal(who, ...needed(token)) ?? (rights.tells(who, plain(place), open.exists) ? null : 'not_found')
      if (expected !== null) {
        refused += 1
        expect([what, await faultOf(answersTo(who, open, path, components))]).toEqual([what, expected])
        continue
      }
      seen += 1
      const found = oracle
        .select(path, 'none')
        .now.filter((one) => needed(token).every((permission) => rights.permits(who, permission, one)))
      const { answers, place: told } = await answersTo(who, open, path, components)
      expect([what, told.nInterviews]).toEqual([what, found.length])
      for (const { indicator, figure } of only(answers, 'IndicatorTiles').tiles) {
        const right = oracle.figure(found, indicator)
        expect([what, indicator, figure.n]).toEqual([what, indicator, right.n])
        if (right.value === null) expect([what, figure.value]).toEqual([what, null])
        else expect(figure.value, what).toBeCloseTo(right.value, 8)
      }
      for (const bar of only(answers, 'Distribution').bars.filter(({ missing }) => !missing))
        expect([what, bar.code, bar.n]).toEqual([
          ...[what, bar.code],
          found.filter((one) => oracle.groups(one, 'channel').includes(bar.code)).length,
        ])
      const line = plain(place)
      for (const row of rankingRows(only(answers, 'RankingTableComponent'))) {
        const own = [...line, row.id]
        expect([what, row.id, rights.tells(who, own, open.exists)]).toEqual([what, row.id, true])
        const [view = '', ...ids] = own
        const inRow = found.filter(({ places }) => begins(places[view] ?? [], ids))
        expect([what, row.id, row.n]).toEqual([what, row.id, inRow.length])
      }
    }
    expect(refused).toBeGreaterThan(viewers / 20)
    expect(seen).toBeGreaterThan(viewers / 3)
  })

  it('let comments be read where comments may be read, and scores beside them where scores may be seen', async () => {
    let read = 0
    for (let at = 0; at < viewers / 3; at++) {
      const random = new Random(seed + 70_000 + at)
      const who = viewerOf(random, open)
      if (rights.refusal(who, 'seeIndicators', 'seeComments') !== null) continue
      const what = `SEED=${seed} viewer ${at} ${JSON.stringify(who)}`
      if (!rights.tells(who, ['units'], open.exists)) continue
      const asked = [{ type: 'Comments', limit: 200 }]
      const found = only((await answersTo(who, open, 'units,whole', asked)).answers, 'Comments')
      const said = open.oracle.survey.interviews.filter(
        (one) => typeof one.answers.comment === 'string' && rights.permits(who, 'seeComments', one),
      )
      expect([what, found.total]).toEqual([what, said.length])
      read += 1
    }
    expect(read).toBeGreaterThan(3)
  })

  it("look through a component's own filter as through the path's, in place of filters of the same name", {
    timeout: 600_000,
  }, async () => {
    let narrowed = 0
    for (let at = 0; at < viewers / 4; at++) {
      const random = new Random(seed + 210_000 + at)
      const who = viewerOf(random, open)
      const place = randomPath(random, open.oracle.survey.interviews)
      const [page, filter] = [randomToken(random), randomToken(random)]
      if (filter === '') continue
      const path = page === '' ? place : `${place};${page}`
      const what = `SEED=${seed} viewer ${at} ${path} under ${filter} ${JSON.stringify(who)}`
      const laid = layOver(path, filter)
      if (!laid.ok) throw new TypeError(what)
      if ((await faultOf(answersTo(who, open, path, components))) !== null) {
        const asking = answersTo(
          who,
          open,
          path,
          components.map((one) => ({ ...one, filter })),
        )
        expect([what, await faultOf(asking)]).not.toEqual([what, null])
        continue
      }
      if ((await faultOf(answersTo(who, open, laid.value, components))) !== null) continue
      const [plainOne = {}] = components
      const mixed = [plainOne, ...components.map((one) => ({ ...one, filter }))]
      const { answers } = await answersTo(who, open, path, mixed)
      expect([what, answers.slice(1)]).toEqual([what, (await answersTo(who, open, laid.value, components)).answers])
      expect([what, answers[0]]).toEqual([what, (await answersTo(who, open, path, [plainOne])).answers[0]])
      const within = open.oracle
        .select(laid.value, 'none')
        .now.filter((one) => needed(laid.value).every((permission) => rights.permits(who, permission, one)))
      const bars = only(answers, 'Distribution').bars.filter(({ missing }) => !missing)
      for (const bar of bars)
        expect([what, bar.code, bar.n]).toEqual([
          ...[what, bar.code],
          within.filter((one) => open.oracle.groups(one, 'channel').includes(bar.code)).length,
        ])
      narrowed += 1
    }
    expect(narrowed).toBeGreaterThan(viewers / 20)
  })

  it('have answers of their own in the cache', async () => {
    const server = openServer(stores)
    const ask = async (who: Viewer) => {
      const question = questionFor(stores, who, open.dictionary, { path: 'stores,all', compare: 'none' }, now)
      const answer = async () =>
        figuresFor(question, [parsed(components[0] ?? {})], await dataState(stores, open.dictionary.survey))
      return (await server.serve(question, 'tiles', {}, answer)).etag
    }
    const of = (id: string): Viewer => ({
      ...viewerOf(new Random(1), open),
      grants: [{ role: id, permissions: ['seeIndicators'], surveys: null, rows: { stores: [[id]] }, figures: null }],
    })
    const [fi, se, again] = [await ask(of('fi')), await ask(of('se')), await ask(of('fi'))]
    expect(fi).not.toBe(se)
    expect(again).toBe(fi)
  })
})

describe('in a protected survey', () => {
  it('no answer and its tree tell of a hidden group, whatever the viewer may see', { timeout: 600_000 }, async () => {
    const { oracle } = guarded
    let hiddenGroups = 0
    for (let at = 0; at < viewers; at++) {
      const random = new Random(seed + 140_000 + at)
      const who = viewerOf(random, guarded)
      const path = randomPath(random, oracle.survey.interviews)
      const what = `SEED=${seed} viewer ${at} ${path} ${JSON.stringify(who)}`
      const asking = answersTo(who, guarded, path, [components[0] ?? {}, components[2] ?? {}])
      if ((await faultOf(asking)) !== null) continue
      const { answers, place } = await asking
      const ranking = only(answers, 'RankingTableComponent')
      const found = rankingRows(ranking)
      const within = oracle.select(path, 'none').now.filter((one) => rights.permits(who, 'seeIndicators', one))
      for (const { n } of found) if (n !== null) expect([what, n >= minimumN]).toEqual([what, true])
      expect([what, place.nInterviews === null || place.nInterviews >= minimumN]).toEqual([what, true])
      const all = only(answers, 'IndicatorTiles').tiles[0]?.figure.n ?? 0
      // What rows and the whole leave when they are subtracted, nobody or enough: whole groups, whatever the viewer sees.
      const rest = all - found.reduce((sum, { n }) => sum + (n ?? 0), 0)
      expect([what, rest === 0 || rest >= minimumN]).toEqual([what, true])
      expect([what, within.length >= all]).toEqual([what, true])
      if (all > 0 && found.some(({ n }) => n === null)) hiddenGroups += 1
    }
    expect(hiddenGroups).toBeGreaterThan(viewers / 30)
  })

  it("a component's own minimum hides more and never less, and its own filter may not tell either", async () => {
    const of = async (own: object, path = 'stores,all') => {
      const who: Viewer = { ...viewerOf(new Random(1), guarded), grants: [fullGrant('all')] }
      const asked = [components[0], components[2]].map((one) => ({ ...one, ...own }))
      return (await answersTo(who, guarded, path, asked)).answers
    }
    const shown = (answers: readonly Answer[]) =>
      rankingRows(only(answers, 'RankingTableComponent')).flatMap(({ n }) => (n === null || n === 0 ? [] : [n]))
    const usual = await of({})
    expect(await of({ minimumN: 1 })).toEqual(usual)
    expect(await of({ minimumN: minimumN - 1 })).toEqual(usual)
    const [least = 0] = shown(usual).sort((a, b) => a - b)
    const stricter = await of({ minimumN: least + 1 })
    expect(shown(stricter).length).toBeLessThan(shown(usual).length)
    expect(Math.min(...shown(stricter))).toBeGreaterThan(least)
    expect(
      (await of({ minimumN: rows + 1 })).flatMap((one) => (one.type === 'IndicatorTiles' ? one.tiles : [])),
    ).toEqual(
      only(usual, 'IndicatorTiles').tiles.map(({ indicator }) => expect.objectContaining({ indicator, change: null })),
    )
    for (const { figure } of only(await of({ minimumN: rows + 1 }), 'IndicatorTiles').tiles)
      expect(figure.state === 'hidden' || figure.state === 'none').toBe(true)

    let found = 0
    for (let at = 0; at < 60 && found < 2; at++) {
      const filter = randomToken(new Random(seed + 280_000 + at))
      const alone = of({}, `stores,all;${filter}`)
      if (filter === '' || (await faultOf(alone)) !== 'forbidden') continue
      found += 1
      for (const answer of await of({ filter })) expect(answer).toMatchObject({ type: 'Failed', code: 'forbidden' })
    }
    expect(found).toBeGreaterThan(0)
  })
})
