import { setTimeout as pause } from 'node:timers/promises'
import { type Component, component } from '@kaiku/contract/page.ts'
import type { Who } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataState } from '../aggregate/data-state.ts'
import { inUniverse } from '../db/postgres.ts'
import { tableOf, variableNamed } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { rebuild } from '../feed/rebuild.ts'
import {
  addInterviews,
  definition,
  type Fixture,
  filesOf,
  moveInterviews,
  openFixture,
  removeInterviews,
} from '../feed/survey.fixture.ts'
import { publish } from '../publishing/definition.ts'
import { figuresFor, type Options, questionFor } from '../result/result.ts'
import { valid } from '../selection/validity.ts'
import { heldCodeCounts } from './code-counts.ts'

const filter = (question: string) => ({ extName: question, title: question, question, multipleSelections: true })
const filtered = {
  ...definition,
  'filters.json': {
    standard: {
      filterGroups: [
        { title: 'All', filters: [...['store', 'nps', 'seen'].map(filter), { ...filter('comment'), submatch: true }] },
      ],
    },
    time: { filterGroups: [] },
  },
}

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  await publish(fixture.stores, fixture.universe, filesOf(filtered), 'test')
  await addInterviews(fixture, 0, 2000)
  await catchUp(fixture.stores)
})
afterAll(() => fixture.close())

const indicators = ['nps', 'spent']
const page: readonly Component[] = [
  { type: 'IndicatorTiles', indicators },
  { type: 'Trend', indicators, by: 'month' },
  { type: 'Distribution', question: 'nps' },
  { type: 'RankingTableComponent', indicators, of: 'children' },
].map((one) => component.parse(one))

const paths = [
  'stores,all',
  'stores,all;store=store%203*store%2017*store%2030',
  'stores,all;nps=9*10;ftime=20240301_20240430',
  'lines,all;seen=tv',
]

async function questionOn(path: string) {
  const { stores, universe } = fixture
  const who: Who = {
    ...{ userId: 'test', username: 'test', universe, universes: [universe], locale: 'en', grants: [] },
    ...{ isUserAdmin: true, isRoot: true, isReadOnly: false },
  }
  const asked = { path, compare: 'previous' } as const
  return questionFor(stores, who, await fixture.dictionary(), asked, Date.parse('2024-06-30'))
}

/** The figures, and what was asked of ClickHouse or of memory for them. */
async function asked(path: string, options: Options, components = page) {
  const { stores, survey } = fixture
  const question = await questionOn(path)
  const statements: string[] = []
  const { answers } = await figuresFor(question, components, await dataState(stores, survey), {
    rollup: false,
    onStatement: (sql) => statements.push(sql),
    ...options,
  })
  return { answers, isFromMemory: statements.every((one) => one.startsWith('-- from interview_')) }
}

async function expectSame() {
  for (const path of paths) {
    const [memory, stored] = [await asked(path, { held: 'awaited' }), await asked(path, { held: false })]
    expect(memory.answers).toEqual(stored.answers)
    expect([memory.isFromMemory, stored.isFromMemory]).toEqual([true, false])
    expect(memory.answers.some(({ type }) => type === 'Failed')).toBe(false)
  }
}

describe('interviews in memory', () => {
  it('are read once somebody has asked, who does not wait for it', async () => {
    expect((await asked('stores,all', {})).isFromMemory).toBe(false)
    while (!(await asked('stores,all', {})).isFromMemory) await pause(20)
  })

  it('say what ClickHouse says', expectSame)

  it('are those of the next state as soon as it is asked for, whatever changed', async () => {
    const { stores, universe } = fixture
    const before = await asked('stores,all', { held: 'awaited' })
    await addInterviews(fixture, 2000, 2300)
    await inUniverse(stores.pool, universe, (client) => moveInterviews(client, fixture, 'number % 7 = 0'))
    await inUniverse(stores.pool, universe, (client) => removeInterviews(client, fixture, 'number % 40 = 3'))
    await catchUp(stores)
    const after = await asked('stores,all', {})
    expect(after.isFromMemory).toBe(true)
    expect(after.answers).not.toEqual(before.answers)
    await expectSame()
  })

  it('are followed through many small changes while others ask', async () => {
    const { stores, universe } = fixture
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([
        inUniverse(stores.pool, universe, (client) => moveInterviews(client, fixture, `number % 23 = ${round}`)),
        ...paths.map((path) => asked(path, {})),
      ])
      await catchUp(stores)
      const [memory, stored] = [await asked('stores,all', {}), await asked('stores,all', { held: false })]
      expect(memory.answers).toEqual(stored.answers)
    }
    await expectSame()
  })

  it('are read anew when a rebuild exchanges the table', async () => {
    const { stores, survey } = fixture
    await stores.service.query('delete from interview where survey = $1 and number % 3 = 0', [survey])
    await rebuild(stores, survey)
    await catchUp(stores)
    while (!(await asked('stores,all', {})).isFromMemory) await pause(20)
    await expectSame()
  })

  it.each(['store', 'nps', 'rating', 'spent'])('are counted by their answers to %s', async (id) => {
    const { stores, survey } = fixture
    const { dictionary, selection } = await questionOn('stores,all')
    const kept = variableNamed(dictionary, id)
    if (!kept) throw new Error(`no question ${id}`)
    const counts = async () =>
      (await heldCodeCounts(stores, [{ kept, selection }], await dataState(stores, survey)))[0]?.counts ?? null
    while ((await counts()) === null) await pause(20)
    const rows = await stores.clickhouse.read<[string, string, string]>(
      `select ifNull(toString(${kept.column}), ''), count(), sum(${valid(kept)}) from ${tableOf(survey)} final group by 1`,
    )
    expect(rows.length).toBeGreaterThan(5)
    expect(await counts()).toEqual(new Map(rows.map(([code, n, ok]) => [code, { n: Number(n), valid: Number(ok) }])))
  })

  it('leave to ClickHouse what texts and weights say', async () => {
    expect((await asked('stores,all;comment=~tab', { held: 'awaited' })).isFromMemory).toBe(false)
    const weighted = [component.parse({ type: 'IndicatorTiles', indicators: ['rating'] })]
    expect((await asked('stores,all', { held: 'awaited' }, weighted)).isFromMemory).toBe(false)
  })
})
