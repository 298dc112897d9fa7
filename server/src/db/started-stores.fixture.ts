import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { database } from '../embedded/postgres-cluster.ts'
import { type Embedded, openEmbedded } from '../embedded/supervisor.ts'
import { migrate } from './migrate.ts'
import { openPool } from './postgres.ts'

/**
 * Starts a PostgreSQL and a ClickHouse for each worker. No two workers share one: what the feed may pass on depends on
 * every transaction of a PostgreSQL, whatever its database.
 */
export async function startSharedStores(count: number) {
  const directory = mkdtempSync(join(tmpdir(), 'kaiku-shared-'))
  // As root, PostgreSQL runs as another user, who has to pass through.
  chmodSync(directory, 0o711)
  const started: Embedded[] = []
  const close = async () => {
    await Promise.all(started.map((one) => one.close()))
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const directories = Array.from({ length: count }, (_, worker) => join(directory, String(worker)))
    for (const data of directories) started.push(await open(data))
    await Promise.all(started.map(prepare))
    return { directories, close }
  } catch (error) {
    await close()
    throw error
  }
}

const open = (data: string) => openEmbedded({ data, own: 'must', postgres: true, clickhouse: true, log: console.error })

/** Brings the tables up to date in the database that is copied for each file. */
async function prepare({ socket, secrets }: Embedded) {
  const connection = { host: socket ?? '', database, max: 1 }
  const superuser = openPool({ ...connection, user: 'superuser', password: secrets?.superuser })
  const owner = openPool({ ...connection, user: 'owner', password: secrets?.owner })
  try {
    // What is in it is thrown away: it need not outlive a loss of power.
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await superuser.query(`alter system set ${setting} = off`)
    await superuser.query('select pg_reload_conf()')
    await migrate(owner)
  } finally {
    await Promise.all([superuser.end(), owner.end()])
  }
}
