import { mkdirSync } from 'node:fs'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { openSecrets, readRunning } from '../embedded/data-directory.ts'
import { database } from '../embedded/postgres-cluster.ts'
import { openStores, type Stores } from './stores.ts'

/** Databases made by this worker. */
let made = 0
/** The test file that has them now. */
let holder: string | undefined
const testFile = () => expect.getState().testPath

/** Whether this test file has them already: a second time they would not be empty. */
export const areSharedStoresTaken = () => holder !== undefined && holder === testFile()

/**
 * Empty stores of what runs for this worker: a copy of the migrated database, and ClickHouse without a table. Files of
 * the caller go into `directory`.
 */
export async function openSharedStores(directory: string, log?: (line: string) => void): Promise<Stores> {
  const data = inject('sharedStores')[Number(process.env.VITEST_POOL_ID) - 1]
  if (data === undefined) throw new Error(`no stores run for worker ${process.env.VITEST_POOL_ID}`)
  mkdirSync(directory, { recursive: true })
  const name = `test_${process.pid}_${++made}`
  await asSuperuser(data, (client) => client.query(`create database ${name} template ${database} owner owner`))
  const stores = await openStores({ data, own: 'may', database: name, ...(log && { log }) })
  holder = testFile()
  await dropTables(stores)
  return {
    ...stores,
    directory,
    async close() {
      await stores.close()
      await asSuperuser(data, (client) => client.query(`drop database ${name} with (force)`))
      holder = undefined
    },
  }
}

/** Those of the file before. */
async function dropTables({ clickhouse }: Stores) {
  const tables = await clickhouse.read<[string]>('select name from system.tables where database = currentDatabase()')
  for (const [table] of tables) await clickhouse.command(`drop table ${table} sync`)
}

async function asSuperuser(data: string, use: (client: pg.Client) => Promise<unknown>) {
  const password = openSecrets(data).superuser
  const client = new pg.Client({
    host: readRunning(data)?.socket ?? '',
    user: 'superuser',
    password,
    database: 'postgres',
  })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
