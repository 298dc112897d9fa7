import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { ClickHouse } from '../db/clickhouse.ts'
import {
  alterColumns,
  createFigureTable,
  dropFigureTable,
  dropUnsharded,
  exchangeTables,
  keptIn,
  keptName,
  onAllNodes,
  onEachShard,
  systemStatement,
} from './cluster.ts'
import { clusterTroubles, readCluster, refuseUnfitCluster } from './cluster-state.ts'
import { openTwoShards, type TwoShards, withoutKeeper } from './two-shards.fixture.ts'

let test: TestStores
let shards: TwoShards
beforeAll(async () => {
  test = await openTestStores({ sharded: false })
  shards = await openTwoShards()
})
afterAll(async () => {
  await shards?.close()
  await test?.close()
})

const table = {
  shardBy: 'sipHash64(id)',
  create: ({ name, engine }: { name: string; engine: (kind: string, parameters: string) => string }) =>
    `create table if not exists ${name} (id UInt64, sign Int8) engine = ${engine('CollapsingMergeTree', 'sign')} order by id settings fsync_after_insert = 1`,
}

describe('one ClickHouse alone', () => {
  it('is asked what it was asked before there were clusters, word for word, and nothing else', async () => {
    const sent: string[] = []
    const { clickhouse } = test.stores
    const recorded: ClickHouse = Object.assign({}, clickhouse, {
      read: (sql: string) => {
        sent.push(sql)
        return clickhouse.read(sql)
      },
      command: (sql: string) => {
        sent.push(sql)
        return clickhouse.command(sql)
      },
    })
    for (const name of ['t', 't_next']) await createFigureTable(recorded, name, table)
    await alterColumns(recorded, 't', 'add column if not exists v Int16')
    await exchangeTables(recorded, 't', 't_next')
    await dropUnsharded(recorded, ['t'])
    await clickhouse.command(await systemStatement(recorded, 'start merges', 't'))
    expect([await keptName(recorded, 't'), await keptIn(recorded, 't')]).toEqual(['t', 't'])
    expect([onAllNodes(recorded, 'system.parts'), onEachShard(recorded, 'system.parts')]).toEqual([
      'system.parts',
      'system.parts',
    ])
    for (const name of ['t', 't_next']) await dropFigureTable(recorded, name)
    expect(sent).toEqual([
      'create table if not exists t (id UInt64, sign Int8) engine = CollapsingMergeTree(sign) order by id settings fsync_after_insert = 1',
      'create table if not exists t_next (id UInt64, sign Int8) engine = CollapsingMergeTree(sign) order by id settings fsync_after_insert = 1',
      'alter table t add column if not exists v Int16',
      'exchange tables t and t_next',
      'drop table if exists t sync',
      'drop table if exists t_next sync',
    ])
  })
})

describe('a cluster', () => {
  it('replaces a table that was made before it was named, and remembers no blocks', async () => {
    const { clickhouse } = shards
    await clickhouse.command('create table t (id UInt64, sign Int8) engine = MergeTree order by id')
    await dropUnsharded(clickhouse, ['t'])
    await createFigureTable(clickhouse, 't', table)
    await dropUnsharded(clickhouse, ['t'])
    const made = await clickhouse.read(
      `select name, engine from system.tables where database = currentDatabase() and startsWith(name, 't') order by name`,
    )
    expect(made).toEqual([
      ['t', 'Distributed'],
      ['t_shard_a', 'CollapsingMergeTree'],
    ])
    const codes = (text: string) => `column c Enum16(${text}) codec(NONE)`
    await alterColumns(clickhouse, 't', `add ${codes("'' = -32768")}`)
    await alterColumns(clickhouse, 't', `modify ${codes("'' = -32768, 'a' = -32767")}`, {
      settings: { mutations_sync: 2 },
    })
    await clickhouse.command(`insert into t (id, sign, c) select number, 1, 'a' from numbers(10)`)
    expect(await clickhouse.read('select c, toString(count()), count(distinct shardNum()) from t group by c')).toEqual([
      ['a', '10', '2'],
    ])
    const replicated = `create table a on cluster 'two' (id Int8) engine = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', id) order by id settings fsync_after_insert = 1`
    expect(withoutKeeper(replicated)).toBe(
      'create table a (id Int8) engine = MergeTree(id) order by id settings fsync_after_insert = 1, non_replicated_deduplication_window = 10000',
    )
    await dropFigureTable(clickhouse, 't')
  })

  it('fits where it is known, each machine has its macros, and one replica hands on to the others', async () => {
    const state = await readCluster(shards.clickhouse)
    expect(state).toMatchObject({
      cluster: 'two',
      shards: 2,
      nodes: 2,
      unreplicated: 0,
      macros: { shard: 2, replica: 2 },
    })
    expect(clusterTroubles(state)).toEqual([])
    const told = (change: object) => clusterTroubles(Object.assign({}, state, change)).map(({ found }) => found)
    expect(told({ unreplicated: 1 })).toEqual(['the cluster two has shards without internal_replication'])
    expect(told({ macros: { shard: 2, replica: 1 } })).toEqual([
      '1 of 2 machines of the cluster two have no macro {replica}',
    ])
  })

  it('that is unknown, or whose machines have no macros, ends the start', async () => {
    const unknown = Object.assign({}, shards.clickhouse, { cluster: 'three' })
    await expect(refuseUnfitCluster(unknown)).rejects.toThrow('knows no cluster three (it knows: two)')
    const bare = await openTwoShards(false)
    try {
      await expect(refuseUnfitCluster(bare.clickhouse)).rejects.toThrow(
        /2 of 2 machines of the cluster two have no macro \{shard\}[\s\S]*\{replica\}/,
      )
    } finally {
      await bare.close()
    }
  })

  it('that is named no more, while figures are spread over it, ends the start', async () => {
    await createFigureTable(shards.clickhouse, 't', table)
    const alone = Object.assign({}, shards.clickhouse, { cluster: null })
    await expect(refuseUnfitCluster(alone)).rejects.toThrow('1 tables of figures are spread over a cluster')
    await dropFigureTable(shards.clickhouse, 't')
    await refuseUnfitCluster(alone)
  })

  it('is one of an outside ClickHouse', () => {
    const named = { CLICKHOUSE_CLUSTER: 'figures' }
    expect(() => readConfiguration(named)).toThrow('it needs CLICKHOUSE_URL')
    const { clickhouseCluster } = readConfiguration({ CLICKHOUSE_CLUSTER: 'figures', CLICKHOUSE_URL: 'http://c:8123' })
    expect(clickhouseCluster).toBe('figures')
    expect(() => readConfiguration({ CLICKHOUSE_CLUSTER: "it's", CLICKHOUSE_URL: 'http://c:8123' })).toThrow(
      'the name of a cluster',
    )
  })
})
