import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { type Dictionary, tableOf } from '../dictionary/dictionary.ts'
import { Random } from '../result/oracle/random.ts'
import { singleRows } from './single-rows.ts'
import { rowStatement } from './statement.ts'

const seed = Number(process.env.SEED ?? 20_261_125)
const survey = 990_001
const table = tableOf(survey)
const source = {
  dictionary: { survey } as Dictionary,
  conditions: { where: '1', now: '1', before: null },
}

let test: TestStores
beforeAll(async () => {
  test = await openTestStores()
  const { clickhouse } = test.stores
  await clickhouse.command(
    `create table ${table} (id UInt64, day Date32, v UInt8, sign Int8) engine = CollapsingMergeTree(sign)
     partition by toYear(day) order by (day, id)`,
  )
  await clickhouse.command(`system stop merges ${table}`)
})
afterAll(() => test?.close())

type Version = { readonly id: number; readonly day: string; readonly v: number }

/** Interviews that come, are corrected and go, in many small parts. */
async function fill(random: Random) {
  const there = new Map<number, Version>()
  const anew = (id: number): Version => ({
    id,
    day: `202${random.whole(4, 6)}-01-0${random.whole(1, 4)}`,
    v: random.whole(0, 3),
  })
  for (let part = 0; part < 12; part += 1) {
    const rows: (Version & { sign: number })[] = []
    for (let at = 0; at < 25; at += 1) {
      const id = random.whole(1, 90)
      // A part changes an interview once, as the feed does.
      if (rows.some((row) => row.id === id)) continue
      const known = there.get(id)
      if (known) rows.push({ ...known, sign: -1 })
      there.delete(id)
      if (known && random.chance(0.2)) continue
      const version = known && random.chance(0.5) ? { ...known, v: random.whole(0, 3) } : anew(id)
      rows.push({ ...version, sign: 1 })
      there.set(id, version)
    }
    await test.stores.clickhouse.insert(table, rows)
  }
}

it('answers what FINAL answers, in any order and of any length, however much was corrected', {
  timeout: 300_000,
}, async () => {
  const { clickhouse } = test.stores
  const orders = ['day desc, id desc', 'v = 0, v desc, day desc, id desc', 'v, day desc, id desc']
  const columns = ['id', 'toString(day)', 'v']
  let taken = 0
  for (let round = 0; round < 4; round += 1) {
    const random = new Random(seed + round)
    await clickhouse.command(`truncate table ${table}`)
    await fill(random)
    for (const order of orders)
      for (const limit of [1, 2, 7, 30, 70, 1_000])
        for (const where of ['1', 'v != 2', `day < '2025-06-01'`]) {
          const wanted = { order, limit, where }
          const right = await clickhouse.read(rowStatement(source, columns, wanted, 'standing'), {}, {})
          const found = await singleRows(clickhouse, source, columns, wanted, {})
          expect([seed + round, wanted, found]).toEqual([seed + round, wanted, right])
          taken += found.length
        }
  }
  expect(taken).toBeGreaterThan(1_000)
  const [all] = await clickhouse.read(`select countIf(sign < 0) from ${table}`, {}, {})
  expect(Number(all?.[0])).toBeGreaterThan(50)
})
