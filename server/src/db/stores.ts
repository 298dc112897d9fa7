import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type DiskSpace, diskSpace } from '../configuration/disk-space.ts'
import { database as usualDatabase } from '../embedded/postgres-cluster.ts'
import { longestTransaction, prepareForeignDatabase } from '../embedded/roles.ts'
import { type Embedded, openEmbedded } from '../embedded/supervisor.ts'
import { pulseOf } from '../fault/away.ts'
import { refuseUnfitCluster } from '../shard/cluster-state.ts'
import { type ClickHouse, openClickHouse } from './clickhouse.ts'
import { migrate } from './migrate.ts'
import { openPool } from './postgres.ts'

export type Stores = {
  /** Requests: role `app`, behind row-level security; use it through `inUniverse`. */
  pool: pg.Pool
  /** The feed, the worker and sign-in: role `service`, with policies of its own. */
  service: pg.Pool
  /** Migrations and maintenance: role `owner`. With DATABASE_URL the role that it names. */
  owner: pg.Pool
  clickhouse: ClickHouse
  /** Resolves when PostgreSQL gives a sign of life; throws Fault `unavailable`. */
  reachPostgres: () => Promise<void>
  /** The data directory's real path. */
  directory: string
  /** Where there is too little room, nobody changes anything. */
  disk: DiskSpace
  /** Which of the stores are Kaiku’s own. */
  embedded: { readonly postgres: boolean; readonly clickhouse: boolean }
  /** Tells commands, and people who ask for the status, where the browser finds this Kaiku. */
  publish: (webAddress: string) => void
  /** Whether the process whose stores these are runs no more. */
  isGone: () => boolean
  close: () => Promise<void>
}

export type StoreOptions = {
  data: string
  databaseUrl?: string | undefined
  clickhouseUrl?: string | undefined
  clickhouseCluster?: string | undefined
  /** Bytes. */
  diskReserve?: number
  /** The database of the embedded PostgreSQL; without it, the one that holds everything. */
  database?: string
  migrate?: boolean
  /**
   * `must`: be the one that owns the data directory; `may`: use the running owner's stores, or own it meanwhile; `never`:
   * use the running owner's.
   */
  own?: 'must' | 'may' | 'never'
  log?: (line: string) => void
}

/** Milliseconds that statements may take to end before their store does. */
const patience = 500

/** Attaches to the running supervisor of this data directory, or becomes it. */
export async function openStores(options: StoreOptions): Promise<Stores> {
  const { data, databaseUrl, clickhouseUrl, clickhouseCluster, own = 'may', log = silent } = options
  const embedded = await openEmbedded({ data, own, log, postgres: !databaseUrl, clickhouse: !clickhouseUrl })
  let closing = false
  // Connections that end because we stop the server are no news.
  const pools = openPools(embedded, options, (line) => closing || log(line))
  const pulse = pulseOf(connectionOf(embedded, options, 'app'))
  const clickhouse = clickhouseUrl
    ? openClickHouse(clickhouseUrl, undefined, clickhouseCluster ?? null)
    : openClickHouse(`http://127.0.0.1:${embedded.clickhousePort}`, embedded.secrets?.clickhouse)
  const close = async () => {
    closing = true
    const ends = [clickhouse.close(), pulse.end(), pools.pool.end(), pools.service.end(), pools.owner.end()]
    await Promise.race([Promise.allSettled(ends), sleep(patience)])
    await embedded.close()
  }
  try {
    if (databaseUrl) await prepareForeignDatabase(pools.owner)
    if (options.migrate) await migrate(pools.owner)
    // One that is away is waited for, as everywhere.
    if (clickhouseUrl && options.migrate && (await clickhouse.ping())) await refuseUnfitCluster(clickhouse)
  } catch (error) {
    await close()
    throw error
  }
  const stores: Stores = {
    ...pools,
    clickhouse,
    reachPostgres: pulse.beats,
    directory: embedded.directory,
    disk: diskSpace(embedded.directory, options.diskReserve ?? 0),
    publish: embedded.publish,
    isGone: embedded.isGone,
    embedded: { postgres: !databaseUrl, clickhouse: !clickhouseUrl },
    close,
  }
  return stores
}

const silent = () => {}

type Role = 'app' | 'service' | 'owner'

/** The role that DATABASE_URL names owns the tables, and takes the other two on where row-level security shall hold. */
const connectionOf = (
  { socket, secrets }: Embedded,
  { databaseUrl, database = usualDatabase }: StoreOptions,
  role: Role,
): pg.PoolConfig =>
  databaseUrl || socket === null || secrets === null
    ? { connectionString: databaseUrl, ...(role !== 'owner' && { options: `-c role=${role}` }) }
    : { host: socket, user: role, password: secrets[role], database }

/** Milliseconds. PostgreSQL itself ends what a request takes too long for; this is for one that says nothing any more. */
const silence = longestTransaction.app + 5_000

function openPools(embedded: Embedded, options: StoreOptions, log: (line: string) => unknown) {
  const connection = (role: Role) => connectionOf(embedded, options, role)
  return {
    pool: openPool({ ...connection('app'), max: 20, query_timeout: silence }, log),
    service: openPool({ ...connection('service'), max: 10 }, log),
    owner: openPool({ ...connection('owner'), max: 2 }, log),
  }
}
