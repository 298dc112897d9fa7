import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inUniverse } from '../db/postgres.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { applyChanges } from '../projection/apply-changes.ts'
import { beginning, type Position } from '../projection/truth-rows.ts'
import { compareWithTruth, isEqual } from './compare.ts'
import { compareRollup } from './compare-rollup.ts'
import { catchUp, startFeed } from './feed.ts'
import {
  addInterviews,
  type Fixture,
  insertInterviews,
  moveInterviews,
  openFixture,
  removeInterviews,
} from './survey.fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const same = { missing: 0, extra: 0, different: 0, examples: [], rollup: [] }
const change = (use: Parameters<typeof inUniverse<void>>[2]) => inUniverse(fixture.stores.pool, fixture.universe, use)
const compared = async () => ({
  ...(await compareWithTruth(fixture.stores, fixture.survey)),
  rollup: await compareRollup(fixture.stores, fixture.survey),
})

describe('the feed', () => {
  it('carries tabs, line breaks, backslashes, quotes, emoji and \\N as they are', async () => {
    await addInterviews(fixture, 0, 3000)
    await catchUp(fixture.stores)
    expect(await compared()).toEqual({ interviews: 3000, ...same })
    const [row] = await fixture.stores.clickhouse.read(
      'select q10 as c0, q9 as c1, a9 as c2 from survey_1 final where id = 2',
    )
    expect(row).toEqual(["tab\tline\n\r \\N back\\slash \\t 'q' 😀 1", ['tv', 'it\'s "\\\t\n \\N', '😀ä1'], 1])
  })

  it('takes back the row an interview has left when its place or day moves', async () => {
    await change((client) => moveInterviews(client, fixture, 'number % 3 = 0'))
    await catchUp(fixture.stores)
    expect(await compared()).toEqual({ interviews: 3000, ...same })
    await change((client) => moveInterviews(client, fixture, 'number % 6 = 0'))
    await change((client) => moveInterviews(client, fixture, 'number % 12 = 0'))
    await catchUp(fixture.stores)
    expect(await compared()).toEqual({ interviews: 3000, ...same })
  })

  it('brings a change that says the same as an earlier one: a place that is corrected to and fro', async () => {
    const swap = () =>
      inUniverse(fixture.stores.pool, fixture.universe, async (client) => {
        await client.query(
          `with old as materialized (
            select number, leaves, day from interview where universe = $1 and survey = $2 and row_key = 'row 9001' for update),
          noted as (
            insert into interview_change (universe, survey, number, old_leaf, old_day)
            select $1, $2, number, leaves[1], day from old)
          update interview i set leaves = array[case old.leaves[1] when 3 then 4 else 3 end, old.leaves[2]],
            day = date '2031-05-05'
          from old where i.universe = $1 and i.survey = $2 and i.number = old.number`,
          [fixture.universe, fixture.survey],
        )
      })
    await addInterviews(fixture, 9001, 9002)
    for (let time = 0; time < 5; time++) {
      await swap()
      await catchUp(fixture.stores)
      expect(await compareWithTruth(fixture.stores, fixture.survey)).toMatchObject({
        different: 0,
        missing: 0,
        extra: 0,
      })
    }
  })

  it('loses none of many that are answered otherwise where they stand, time after time', async () => {
    for (const nps of [1, 2, 3, 4]) {
      await change(async (client) => {
        await client.query(
          `with said as (
            update interview set answers = answers || jsonb_build_object('nps', $3::int)
            where universe = $1 and survey = $2 and (day is null or number % 2 = 0) returning number)
          insert into interview_change (universe, survey, number) select $1, $2, number from said`,
          [fixture.universe, fixture.survey, nps],
        )
      })
      await catchUp(fixture.stores)
      expect(await compared()).toEqual({ interviews: 3001, ...same })
    }
  })

  it('takes back interviews that are gone, and one that came and went between two batches', async () => {
    await addInterviews(fixture, 3000, 3010)
    await change((client) => removeInterviews(client, fixture, 'number % 10 = 1'))
    await catchUp(fixture.stores)
    expect(await compared()).toEqual({ interviews: 2709, ...same })
  })

  it('doubles nothing where two bring the same changes at once', async () => {
    const { stores, survey } = fixture
    await catchUp(stores)
    const [dictionary, table] = [await fixture.dictionary(), tableOf(survey)]
    const { rows } = await stores.service.query<Position>('select tx, seq from projection_cursor')
    const range = { from: beginning, to: rows[0] ?? beginning }
    for (let time = 0; time < 5; time++) {
      const both = [applyChanges(stores, dictionary, range, table), applyChanges(stores, dictionary, range, table)]
      const done = await Promise.allSettled(both)
      expect(done.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
      expect(isEqual(await compareWithTruth(stores, survey))).toBe(true)
      const counted = await stores.clickhouse.read(
        `select sum(sign), (select count() from ${table} final) from ${table}`,
      )
      expect(counted[0]?.[0]).toBe(counted[0]?.[1])
    }
  })

  it('misses nothing and doubles nothing with four writers, rollbacks and a long transaction', async () => {
    const feed = startFeed(fixture.stores, () => {})
    let next = 10_000
    const writer = async (seed: number) => {
      for (let round = 0; round < 40; round++) {
        const size = 1 + ((seed * 31 + round * 17) % 60)
        const from = next
        next += size
        await change(async (client) => {
          await insertInterviews(client, fixture, from, from + Math.ceil(size / 2))
          await insertInterviews(client, fixture, from + Math.ceil(size / 2), from + size)
          if (round % 9 === 4) await client.query('select pg_sleep(0.03)')
          if (round % 5 === 2) await moveInterviews(client, fixture, `number % 97 = ${(seed * 7 + round) % 97}`)
          if (round % 13 === 5) throw new Error('rolled back on purpose')
        }).catch((error: Error) => {
          if (!/on purpose|deadlock/.test(error.message)) throw error
        })
      }
    }
    const long = change(async (client) => {
      await insertInterviews(client, fixture, 900_000, 900_010)
      await client.query('select pg_sleep(1.2)')
    })
    await Promise.all([1, 2, 3, 4].map(writer))
    await long
    await feed.caughtUp()
    const found = await compared()
    expect(found).toMatchObject(same)
    expect(found.interviews).toBeGreaterThan(4000)
    expect(feed.lag()).toBe(0)
    await feed.stop()
  })

  it('raises the load count after the rows are visible, at most once a second, and never forgets the last one', async () => {
    const loadCount = async () => (await fixture.dictionary()).loadCount
    await catchUp(fixture.stores)
    const before = await loadCount()
    const feed = startFeed(fixture.stores, () => {})
    const begun = performance.now()
    for (let k = 0; k < 12; k++) await addInterviews(fixture, 950_000 + k, 950_001 + k)
    await feed.caughtUp()
    const seconds = (performance.now() - begun) / 1000
    const raised = (await loadCount()) - before
    expect(raised).toBeGreaterThanOrEqual(1)
    expect(raised).toBeLessThanOrEqual(1 + Math.ceil(seconds))
    await addInterviews(fixture, 960_000, 960_001)
    await feed.caughtUp()
    expect(await loadCount()).toBe(before + raised + 1)
    await feed.stop()
    expect(await compared()).toMatchObject(same)
  })
})
