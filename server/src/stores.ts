import type pg from 'pg'
import { type ClickHouse, openClickHouse } from './db/clickhouse.ts'
import { migrate } from './db/migrate.ts'
import { openPool } from './db/postgres.ts'
import { prepareForeignDatabase } from './db/roles.ts'
import { type DiskSpace, diskSpace } from './disk-space.ts'
import { database as usualDatabase } from './embedded/postgres-cluster.ts'
import { type Embedded, openEmbedded } from './embedded/supervisor.ts'

export type Stores = {
  /** Requests: role `app`, behind row-level security; use it through `inUniverse`. */
  pool: pg.Pool
  /** The feed, the worker and sign-in: role `service`, with policies of its own. */
  service: pg.Pool
  /** Migrations and maintenance: role `owner`. With DATABASE_URL the role that it names. */
  owner: pg.Pool
  clickhouse: ClickHouse
  /** The data directory's real path. */
  directory: string
  /** Where there is too little room, nobody changes anything. */
  disk: DiskSpace
  embedded: boolean
  /** Tells commands, and people who ask for the status, where the browser finds this Kaiku. */
  publish: (webAddress: string) => void
  close: () => Promise<void>
}

export type StoreOptions = {
  data: string
  databaseUrl?: string | undefined
  clickhouseUrl?: string | undefined
  /** Bytes. */
  diskReserve?: number
  /** The database of the embedded PostgreSQL; without it, the one that holds everything. */
  database?: string
  migrate?: boolean
  /** `must`: be the one that owns the data directory; `may`: use the running owner's stores, or own it meanwhile. */
  own?: 'must' | 'may'
  say?: (line: string) => void
}

/** Attaches to the running supervisor of this data directory, or becomes it. */
export async function openStores(options: StoreOptions): Promise<Stores> {
  const { data, databaseUrl, clickhouseUrl, own = 'may', say = silent } = options
  const embedded = await openEmbedded({ data, own, say, postgres: !databaseUrl, clickhouse: !clickhouseUrl })
  let closing = false
  // Connections that end because we stop the server are no news.
  const pools = openPools(embedded, options, (line) => closing || say(line))
  const clickhouse = clickhouseUrl
    ? openClickHouse(clickhouseUrl)
    : openClickHouse(`http://127.0.0.1:${embedded.clickhousePort}`, embedded.secrets?.clickhouse)
  const close = async () => {
    closing = true
    await Promise.allSettled([clickhouse.close(), pools.pool.end(), pools.service.end(), pools.owner.end()])
    await embedded.close()
  }
  try {
    if (databaseUrl) await prepareForeignDatabase(pools.owner)
    if (options.migrate) await migrate(pools.owner)
  } catch (error) {
    await close()
    throw error
  }
  const stores: Stores = {
    ...pools,
    clickhouse,
    directory: embedded.directory,
    disk: diskSpace(embedded.directory, options.diskReserve ?? 0),
    publish: embedded.publish,
    embedded: !databaseUrl || !clickhouseUrl,
    close,
  }
  return stores
}

const silent = () => {}

/** The role that DATABASE_URL names owns the tables, and takes the other two on where row-level security shall hold. */
function openPools(
  { socket, secrets }: Embedded,
  { databaseUrl, database = usualDatabase }: StoreOptions,
  say: (line: string) => unknown,
) {
  const connection = (role: 'app' | 'service' | 'owner'): pg.PoolConfig =>
    databaseUrl || socket === null || secrets === null
      ? { connectionString: databaseUrl, ...(role !== 'owner' && { options: `-c role=${role}` }) }
      : { host: socket, user: role, password: secrets[role], database }
  return {
    pool: openPool({ ...connection('app'), max: 20 }, say),
    service: openPool({ ...connection('service'), max: 10 }, say),
    owner: openPool({ ...connection('owner'), max: 2 }, say),
  }
}
