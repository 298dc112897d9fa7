import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inUniverse } from '../db/postgres.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { maintain } from '../maintenance/maintain.ts'
import { projectionStatus } from '../maintenance/projection-status.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { keptChanges } from '../projection/table.ts'
import { publish } from '../publishing/definition.ts'
import { compareWithTruth } from './compare.ts'
import { compareRollup } from './compare-rollup.ts'
import { catchUp, startFeed } from './feed.ts'
import { rebuild } from './rebuild.ts'
import { adapt } from './schema.ts'
import {
  addInterviews,
  definition,
  type Fixture,
  filesOf,
  moveInterviews,
  openFixture,
  removeInterviews,
} from './survey.fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  await addInterviews(fixture, 0, 2000)
  await catchUp(fixture.stores)
})
afterAll(() => fixture.close())

const change = (use: Parameters<typeof inUniverse<void>>[2]) => inUniverse(fixture.stores.pool, fixture.universe, use)

async function expectTruth() {
  const { stores, survey } = fixture
  await catchUp(stores)
  const found = await compareWithTruth(stores, survey)
  expect(found).toMatchObject({ missing: 0, extra: 0, different: 0, examples: [] })
  expect(await compareRollup(stores, survey)).toEqual([])
  return found.interviews
}

describe('a rebuild', () => {
  it('misses none of the changes that are made meanwhile', async () => {
    const { stores, survey } = fixture
    const feed = startFeed(stores, () => {})
    let isOver = false
    const write = async () => {
      for (let k = 0; !isOver; k++) {
        await addInterviews(fixture, 5000 + k * 20, 5020 + k * 20)
        await change((client) => moveInterviews(client, fixture, `number % 61 = ${k % 61}`))
        await change((client) => removeInterviews(client, fixture, `number % 67 = ${k % 67}`))
      }
    }
    const writing = write()
    const before = (await fixture.dictionary()).loadCount
    const seen: number[] = []
    await rebuild(stores, survey, (done) => seen.push(done))
    isOver = true
    await writing
    await feed.caughtUp()
    await feed.stop()
    expect(seen.at(-1)).toBeGreaterThan(1000)
    expect((await fixture.dictionary()).loadCount).toBeGreaterThan(before)
    expect(await expectTruth()).toBeGreaterThan(0)
  })

  it('mends whatever is wrong in the projection', async () => {
    const { stores, survey } = fixture
    await stores.clickhouse.command(
      `insert into ${tableOf(survey)} (id, day, v1) select 123456789, toDate32('2024-01-01'), 5`,
    )
    await stores.clickhouse.command(`insert into ${rollupTableOf(survey)} (view, leaf, month, indicator, n, version)
      select view, leaf, month, indicator, n + 1, version + 1000000 from ${rollupTableOf(survey)} final limit 1`)
    expect(await compareWithTruth(stores, survey)).toMatchObject({ extra: 1 })
    expect((await compareRollup(stores, survey)).length).toBeGreaterThan(0)
    await rebuild(stores, survey)
    await expectTruth()
  })

  it('happens by itself when the table is gone, also when the feed was first to find out', async () => {
    const { stores, survey } = fixture
    await stores.clickhouse.command(`drop table ${tableOf(survey)} sync`)
    await stores.clickhouse.command(`drop table ${rollupTableOf(survey)} sync`)
    await addInterviews(fixture, 980_000, 980_001)
    await catchUp(stores)
    const said: string[] = []
    await adapt(stores, await fixture.dictionary(), (line) => said.push(line))
    expect(said).toEqual(['Rebuilding visits: its table is missing.'])
    expect(await expectTruth()).toBeGreaterThan(0)
  })

  it('happens once to a table that may have lost changes', async () => {
    const { stores, survey } = fixture
    await stores.service.query('update projection_survey set filled = array_remove(filled, $1)', [keptChanges])
    await stores.clickhouse.command(
      `insert into ${tableOf(survey)} (id, day, v1) select 123456789, toDate32('2024-01-01'), 5`,
    )
    const said: string[] = []
    for (let time = 0; time < 2; time++) await adapt(stores, await fixture.dictionary(), (line) => said.push(line))
    expect(said).toEqual(['Rebuilding visits: changes of many interviews at once may have been lost.'])
    await expectTruth()
  })
})

describe('a published version', () => {
  const [date, weight, ...others] = definition['questions.json'].questions
  const publishWith = async (parts: object) => {
    const said: string[] = []
    const files = filesOf({ ...definition, ...parts })
    await publish(fixture.stores, fixture.universe, files, 'test', { log: (line) => said.push(line) })
    return said
  }

  it('with a new question needs no rebuild', async () => {
    const added = { id: 'extra', type: 'scale', title: 'Extra', min: 1, max: 5 }
    expect(await publishWith({ 'questions.json': { questions: [date, weight, ...others, added] } })).toEqual([])
    await change(async (client) => {
      await client.query(`update interview set answers = answers || '{"extra": 4}' where number % 5 = 0`)
      await client.query(
        'insert into interview_change (universe, survey, number) select universe, survey, number from interview where number % 5 = 0',
      )
    })
    await expectTruth()
  })

  it('with a question that was answered before rebuilds, and says so', async () => {
    await publishWith({})
    await change(async (client) => {
      await client.query(`update interview set answers = answers || '{"extra": 2}' where number % 10 = 0`)
      await client.query(
        'insert into interview_change (universe, survey, number) select universe, survey, number from interview where number % 10 = 0',
      )
    })
    await catchUp(fixture.stores)
    const added = { id: 'extra', type: 'scale', title: 'Extra', min: 1, max: 5 }
    const said = await publishWith({ 'questions.json': { questions: [date, weight, ...others, added] } })
    expect(said).toEqual(['Rebuilding visits: a question was answered before.'])
    await expectTruth()
  })

  it('with another topic hears its comments anew', async () => {
    const topics = [{ id: 'lift', title: 'Lift', terms: { any: ['lift'] } }]
    expect(await publishWith({ 'topics.json': { topics } })).toEqual([
      'Rebuilding visits: comments are looked through for other topics.',
    ])
    await expectTruth()
    expect(await publishWith({ 'topics.json': { topics } })).toEqual([])
  })

  it('with another first view needs no rebuild', async () => {
    const [stores, lines] = definition['views.json'].views
    await publishWith({})
    expect(await publishWith({ 'views.json': { views: [lines, stores] } })).toEqual([])
    await expectTruth()
  })

  it('lays out a table of before anew, beside the old one', async () => {
    const { stores, survey } = fixture
    const table = tableOf(survey)
    const { clickhouse } = stores
    const [[columns] = ['']] = await clickhouse.read<[string]>(
      `select arrayStringConcat(groupArray(concat(name, ' ', type)), ', ') from system.columns
       where database = currentDatabase() and table = {table: String} and default_kind != 'EPHEMERAL' and name != 'sign'`,
      { table },
    )
    const former = `interview_${survey}`
    await clickhouse.command(`create table ${former} (${columns}, version UInt64, deleted UInt8)
      engine = ReplacingMergeTree(version, deleted) partition by toYYYYMM(day) order by (v1, day, id)`)
    await clickhouse.command(`insert into ${former} select * except (sign), 1, 0 from ${table} final`)
    await clickhouse.command(`drop table ${table} sync`)
    // Looked at meanwhile, as a feed finds it that a new Kaiku starts before it lays anything out.
    await addInterviews(fixture, 985_000, 985_001)
    await catchUp(stores)
    const { interviews, missing } = await compareWithTruth(stores, survey)
    expect(missing).toBe(1)
    expect(await clickhouse.read(`select sum(sign) from ${table}`)).toEqual([[String(interviews - 1)]])
    expect(await publishWith({})).toEqual(['Rebuilding visits: its table is laid out anew.'])
    expect(await expectTruth()).toBe(interviews)
    const layout = `select engine, partition_key, sorting_key from system.tables
      where database = currentDatabase() and name in ({table: String}, {former: String})`
    expect(await clickhouse.read(layout, { table, former })).toEqual([
      ['CollapsingMergeTree', 'toYear(day)', 'day, id'],
    ])
  })

  it('with new indicators has them in the roll-up at once', async () => {
    const indicators = [
      ...definition['indicators.json'].indicators,
      { id: 'top', measure: 'topBox', title: 'Top', question: 'nps' },
    ]
    await publishWith({ 'indicators.json': { indicators } })
    await expectTruth()
    const { rows } = await fixture.stores.service.query<{ rolled: string[] }>('select rolled from projection_survey')
    expect(rows[0]?.rolled).toHaveLength(5)
  })
})

describe('the work of a night', () => {
  it('merges, forgets passed changes, and changes no figure', async () => {
    const { stores } = fixture
    const { trimmed, merged } = await maintain(stores, () => {})
    expect(trimmed + merged).toBeGreaterThan(0)
    await addInterviews(fixture, 990_000, 990_010)
    const interviews = await expectTruth()
    expect(await projectionStatus(stores)).toMatchObject([
      { universe: 'acme', extName: 'visits', interviews, projected: interviews, waiting: 0 },
    ])
  })
})
