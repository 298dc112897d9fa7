import { type Component, component } from '@kaiku/contract/page.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataState } from '../aggregate/data-state.ts'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { compareRollup } from '../feed/compare-rollup.ts'
import { dropFigures } from '../feed/drop-figures.ts'
import { catchUp } from '../feed/feed.ts'
import { rebuild } from '../feed/rebuild.ts'
import { storeInterviews } from '../import/import.ts'
import { removeInterviews } from '../interview-change/remove-interview.ts'
import { maintain } from '../maintenance/maintain.ts'
import { projectionStatus } from '../maintenance/projection-status.ts'
import { publish } from '../publishing/definition.ts'
import type { OracleInterview } from '../result/oracle/oracle.ts'
import { Random } from '../result/oracle/random.ts'
import { randomPath, randomToken } from '../result/oracle/random-selection.ts'
import * as random from '../result/oracle/random-survey.ts'
import { figuresFor, questionFor } from '../result/result.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { keptName } from './cluster.ts'
import { openTwoShards, type TwoShards } from './two-shards.fixture.ts'

const seed = Number(process.env.SEED ?? 20_261_128)
const count = Number(process.env.SELECTIONS ?? (process.env.KAIKU_SOAK === '1' ? 1_000 : 40))
const loaded = 300
const now = Date.parse(`${random.today}T12:00:00Z`)

let opened: TestStores
let shards: TwoShards
/** The same PostgreSQL with figures in one table, and over two shards. */
let one: Stores
let two: Stores
let universe: string
let survey: number
const answers = new Map<number, OracleInterview['answers']>()

/** Answers as they are stored: numbers as whole numbers in the question's smallest unit. */
const stored = (own: OracleInterview['answers']) =>
  Object.fromEntries(
    Object.entries(own).map(([id, value]) => {
      const decimals = random.questions.find((question) => question.id === id)?.decimals ?? 0
      return [id, typeof value === 'number' ? Math.round(value * 10 ** decimals) : value]
    }),
  )

async function load(some: ReadonlyMap<number, OracleInterview['answers']>, label: string) {
  for (const [key, own] of some) answers.set(key, own)
  const rows = async function* () {
    for (const [key, own] of some) yield { key: `row ${key}`, answers: stored(own) }
  }
  const { rejected } = await storeInterviews(two, await findSurvey(two, universe, 'random'), rows(), { import: label })
  expect(rejected).toBe(0)
  await catchUp(two)
}

const anew = (chance: Random, keys: Iterable<number>) =>
  new Map([...keys].map((key) => [key, random.randomAnswers(chance)] as const))

beforeAll(async () => {
  opened = await openTestStores({ sharded: false })
  shards = await openTwoShards()
  one = opened.stores
  two = Object.assign({}, one, { clickhouse: shards.clickhouse })
  universe = (await createUniverse(two, { name: 'random', title: 'Random', timeZone: 'UTC' })).id
  await publish(two, universe, random.definitionFiles('random'), 'test')
  survey = (await findSurvey(two, universe, 'random')).survey
  const chance = new Random(seed)
  const keys = Array.from({ length: loaded }, (_, at) => at)
  await load(anew(chance, keys), 'first')
  const some = keys.filter((key) => key % 4 === 0)
  const [there, back] = [anew(chance, some), anew(chance, some)]
  // To and fro: the same rows come a second time, and have to be written a second time.
  for (const [at, each] of [there, back, there, back].entries()) await load(each, `correction ${at}`)
}, 600_000)
afterAll(async () => {
  await shards?.close()
  await opened?.close()
})

/** Held by each of the two. */
const heldByEach = async () =>
  (
    await two.clickhouse.read<[string]>(
      `select toString(uniqExact(id)) from ${tableOf(survey)} group by shardNum() order by shardNum()`,
    )
  ).map(([ids]) => Number(ids))

const isAsTheTruth = async (stores: Stores) =>
  isEqual(await compareWithTruth(stores, survey)) && (await compareRollup(stores, survey)).length === 0

function anyOf(chance: Random): Component {
  const chosen = [
    ...new Set(
      chance.some(
        random.indicators.map(({ id }) => id),
        4,
      ),
    ),
  ]
  const question = chance.pick(['channel', 'rating', 'seen', 'tags', 'age', 'free', 'worry'])
  const of = chance.pick<unknown>(['children', 'leaves', { depth: 2 }, { question }])
  const indicator = chance.pick(chosen)
  return component.parse(
    chance.pick<object>([
      { type: 'IndicatorTiles', indicators: chosen },
      {
        type: 'Trend',
        indicators: chosen,
        by: chance.pick(['day', 'week', 'month', 'year']),
        places: chance.chance(0.5),
      },
      { type: 'Distribution', question },
      { type: 'Distribution', question: 'rating', split: 'channel' },
      { type: 'RankingTableComponent', indicators: chosen, of },
      { type: 'Crosstab', rows: { question }, columns: 'children', weight: 'role', indicator },
      { type: 'HeatMap', indicators: chosen, questions: ['nps', 'rating'], of },
      { type: 'ChangeDecomposition', indicator, segment: 'channel' },
      { type: 'KeyDrivers', outcome: 'rating' },
      { type: 'Topics', question: 'comment' },
      { type: 'GeographyTiles', indicator, of: 'leaves' },
      { type: 'Comments', limit: 50 },
      { type: 'InterviewList', limit: 50 },
      { type: 'Targets', indicators: chosen },
    ]),
  )
}

describe('figures over two shards', () => {
  it('hold each interview on one of them, and all as the truth has it', async () => {
    expect(await isAsTheTruth(two)).toBe(true)
    const held = await heldByEach()
    expect(held).toHaveLength(2)
    expect(held.reduce((sum, each) => sum + each, 0)).toBe(loaded)
    for (const each of held) expect(each).toBeGreaterThan(loaded / 4)
  })

  it('are those of one table, whatever is asked', { timeout: 600_000 }, async () => {
    await rebuild(one, survey)
    const who: Viewer = {
      ...{ userId: 'test', username: 'test', universe, universes: [universe], isUserAdmin: true, isRoot: true },
      ...{ locale: 'en', grants: [], isReadOnly: false },
    }
    const interviews = [...answers.values()].map((own, at) => ({
      number: at,
      answers: own,
      places: random.placesOf(own),
    }))
    const chance = new Random(seed + 1)
    const wrong: string[] = []
    let figures = 0
    for (let at = 0; at < count; at++) {
      const path = `${randomPath(chance, interviews)};${randomToken(chance)}`.replace(/;$/, '')
      const asked = { path, compare: chance.pick(['none', 'previous', 'yearBefore'] as const), locale: 'en' as const }
      const [wanted, rollup] = [anyOf(chance), chance.chance(0.5)]
      const ask = async (stores: Stores) => {
        const dictionary = await findSurvey(stores, universe, 'random')
        const question = questionFor(stores, who, dictionary, asked, now)
        const options = { rollup, cached: false, onBug: raise }
        return JSON.stringify((await figuresFor(question, [wanted], await dataState(stores, survey), options)).answers)
      }
      const [single, sharded] = [await ask(one), await ask(two)]
      figures += single.match(/"n":[1-9]/g)?.length ?? 0
      if (single !== sharded)
        wrong.push(`${JSON.stringify([asked, wanted, rollup])}\n${sharded}\ninstead of\n${single}`)
    }
    expect(wrong.map((text) => text.slice(0, 2_000)).slice(0, 2)).toEqual([])
    expect(figures).toBeGreaterThan(count)
  })

  it('are made anew beside the old ones, on shard tables of another name, and exchanged', async () => {
    const before = await keptName(two.clickhouse, tableOf(survey))
    await rebuild(two, survey)
    const after = await keptName(two.clickhouse, tableOf(survey))
    expect([before, after].toSorted()).toEqual([`survey_${survey}_shard_a`, `survey_${survey}_shard_b`])
    expect(await isAsTheTruth(two)).toBe(true)
    const left = await two.clickhouse.read('select name from system.tables where name in {names: Array(String)}', {
      names: [before, `${tableOf(survey)}_next`],
    })
    expect(left).toEqual([])
  })

  it('forget on every shard what is erased', async () => {
    const numbers = await inUniverse(two.pool, universe, (client) =>
      client.query<{ number: string }>('select number::text from interview where universe = $1 limit 20', [universe]),
    )
    const gone = numbers.rows.map(({ number }) => number)
    const dictionary = await findSurvey(two, universe, 'random')
    await inUniverse(two.pool, universe, (client) => removeInterviews(client, dictionary, gone, 'test'))
    await catchUp(two)
    const said: string[] = []
    expect((await maintain(two, (line) => said.push(line))).purged).toBe(gone.length)
    expect(said).toEqual([])
    expect(await two.clickhouse.read(`select id from ${tableOf(survey)} where id in (${gone.join(', ')})`)).toEqual([])
    expect(await isAsTheTruth(two)).toBe(true)
    const [status] = await projectionStatus(two)
    expect(status).toMatchObject({ interviews: loaded - gone.length, projected: loaded - gone.length })
    expect(status?.bytes).toBeGreaterThan(0)
  })

  it('go whole when a survey does', async () => {
    await dropFigures(two, survey)
    expect(await two.clickhouse.read('select name from system.tables where database = currentDatabase()')).toEqual([])
  })

  it('ask for replicated tables on the cluster, of which each statement was read by the engine', () => {
    const kinds = shards.sent
      .filter((sql) => sql.includes("'two'") && !sql.startsWith('select'))
      .map((sql) =>
        sql
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/survey_\d+|rollup_\d+/g, 'T')
          .replaceAll(/_shard_[ab]/g, '_shard'),
      )
      .map((sql) => sql.replace(/ \(.*\) engine/, ' (…) engine').replace(/ (?:modify|add) column .*/, ' …column'))
      .map((sql) => sql.replace(/id in \(.*\)/, 'id in (…)').replace(/partition id '\d+'/, "partition id '…'"))
    // Whether parts are left to merge, or to remove, is ClickHouse's own affair.
    const always = kinds.filter((sql) => !/^optimize|^system| setting old_parts_lifetime/.test(sql))
    expect([...new Set(always)].toSorted()).toMatchInlineSnapshot(`
      [
        "alter table T_shard on cluster 'two' delete where id in (…)",
        "create table T on cluster 'two' as T_shard engine = Distributed('two', 'default', 'T_shard', sipHash64(id))",
        "create table T on cluster 'two' as T_shard engine = Distributed('two', 'default', 'T_shard', sipHash64(leaf))",
        "create table T_next on cluster 'two' as T_shard engine = Distributed('two', 'default', 'T_shard', sipHash64(id))",
        "create table T_next on cluster 'two' as T_shard engine = Distributed('two', 'default', 'T_shard', sipHash64(leaf))",
        "create table if not exists T_shard on cluster 'two' (…) engine = ReplicatedCollapsingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', sign) partition by toYear(day) order by (day, id) settings replicated_deduplication_window = 0, fsync_after_insert = 1, fsync_part_directory = 1",
        "create table if not exists T_shard on cluster 'two' (…) engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version) order by (view, indicator, leaf, month) settings replicated_deduplication_window = 0, fsync_after_insert = 1, fsync_part_directory = 1",
        "drop table if exists T on cluster 'two' sync",
        "drop table if exists T_next on cluster 'two' sync",
        "drop table if exists T_shard on cluster 'two' sync",
        "exchange tables T and T_next on cluster 'two'",
      ]
    `)
  })
})

function raise(error: unknown): never {
  throw error
}
