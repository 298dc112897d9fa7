import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { addCodes, codedColumns, codedType, mostCodes } from './coded-column.ts'

let test: TestStores
beforeAll(async () => {
  test = await openTestStores()
  const { clickhouse } = test.stores
  await clickhouse.command(
    `create table coded (id UInt64, a ${codedType(["it's", 'b\\c'])}, b ${codedType([])}) engine = MergeTree order by id`,
  )
  await clickhouse.command('create table told (id UInt64, a String, b String) engine = MergeTree order by id')
})
afterAll(() => test?.close())

async function bring(rows: readonly (readonly [number, string, string])[]) {
  const { clickhouse } = test.stores
  await clickhouse.command('truncate table told')
  await clickhouse.insert(
    'told',
    rows.map(([id, a, b]) => ({ id, a, b })),
  )
  await addCodes(clickhouse, 'coded', 'told', await codedColumns(clickhouse, 'coded'))
  await clickhouse.command('insert into coded select * from told')
}
const there = () => test.stores.clickhouse.read<[string, string, string]>('select * from coded order by id')

describe('a coded column', () => {
  it('takes codes that nobody has listed, whatever they are made of, and keeps those it had', async () => {
    const odd = ["it's", 'b\\c', '', "d' = 5, 'e", 'ääkkönen', '👍', ' ', 'a,b(c)', '\t', '\n', '\0', '\b', "\\'"]
    const rows = odd.map((code, id) => [id, code, `b ${code}`] as const)
    await bring(rows)
    const more = [[100, 'new', "it's"] as const]
    await bring(more)
    expect(await there()).toEqual([...rows, ...more].map(([id, ...codes]) => [String(id), ...codes]))
    const known = await codedColumns(test.stores.clickhouse, 'coded')
    expect(new Set(known.get('a'))).toEqual(new Set([...odd.filter((code) => code !== ''), 'new']))
  })

  it('becomes text where there are too many', async () => {
    const many = Array.from({ length: mostCodes + 1 }, (_, at) => [1000 + at, '', `code ${at}`] as const)
    const before = await there()
    await bring(many)
    expect(await there()).toEqual([...before, ...many.map(([id, ...codes]) => [String(id), ...codes])])
    expect([...(await codedColumns(test.stores.clickhouse, 'coded')).keys()]).toEqual(['a'])
  })
})
