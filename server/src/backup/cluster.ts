import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { number, query, type Shape, text } from '../db/rows.ts'
import { openSecrets, readRunning } from '../embedded/data-directory.ts'
import { database } from '../embedded/postgres-cluster.ts'
import { UsageError } from '../fault/usage-error.ts'
import type { Repository } from './repository.ts'
import { isSegment, nextSegment, startOf } from './segment.ts'

/** Use the embedded PostgreSQL of a data directory that runs, as its superuser: nobody else may read its files and log. */
export async function asSuperuser<T>(directory: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const socket = readRunning(directory)?.socket
  if (!socket)
    throw new UsageError(
      'PostgreSQL is not Kaiku’s own here (DATABASE_URL): back it up with its own tools, such as pg_basebackup, pgBackRest or pg_dump',
    )
  const password = openSecrets(directory).superuser
  const client = new pg.Client({ host: socket, user: 'superuser', password, database, application_name: 'backup' })
  // What ends the connection is thrown by the statement that meets it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'`)
    return await use(client)
  } finally {
    await client.end()
  }
}

export async function oneRow<S extends Shape>(client: pg.Client, shape: S, sql: string, values: unknown[] = []) {
  const { rows } = await query(client, shape, sql, values)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL answered nothing')
  return row
}

/** Says which log is whose: a data directory that was restored goes on in a log of its own. */
const chainFile = 'backup.json'
const chainShape = z.strictObject({ chain: z.string() })

export async function chainOf(directory: string): Promise<string> {
  const file = join(directory, chainFile)
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known !== null) return chainShape.parse(JSON.parse(known)).chain
  const chain = randomBytes(8).toString('hex')
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify({ chain })}\n`, { mode: 0o600, flush: true })
  await rename(draft, file)
  return chain
}

/** What of a data directory is its own, or made anew by a start; the log is kept by itself. */
export const leftOut = [
  ...[chainFile, 'clickhouse', 'socket', 'run.json', 'supervisor.lock', 'postgres.log', 'postgres.log.1'],
  ...['postgres.new', 'postgres/postmaster.pid', 'postgres/postmaster.opts', 'postgres/pg_internal.init'],
]

/** Bytes of a segment of log. */
export async function segmentSizeOf(client: pg.Client): Promise<number> {
  const shape = { size: number }
  const sql = `select setting::float8 as size from pg_settings where name = 'wal_segment_size'`
  return (await oneRow(client, shape, sql)).size
}

/** Begins a new segment where anything was written; all before the one that it answers are whole. */
async function openSegment(client: pg.Client): Promise<string> {
  await client.query('select pg_switch_wal()')
  return (await oneRow(client, { name: text }, 'select pg_walfile_name(pg_current_wal_lsn()) as name')).name
}

/** Reads a segment; null: PostgreSQL has taken its file for a later one meanwhile. */
async function readSegment(file: string): Promise<Buffer | null> {
  const opened = await open(file, 'r').catch(() => null)
  if (opened === null) return null
  try {
    const { ino } = await opened.stat()
    const content = await opened.readFile()
    const now = await stat(file).catch(() => null)
    return now?.ino === ino ? content : null
  } finally {
    await opened.close()
  }
}

/**
 * Keeps the log up to this moment, as much of it as PostgreSQL still has, and lets PostgreSQL forget it. `from`: the
 * first segment that is needed, where none is kept yet. Answers the last that was kept.
 */
export async function fetchLog(client: pg.Client, directory: string, to: Repository, from: string | null) {
  const chain = await chainOf(directory)
  const size = await segmentSizeOf(client)
  const last = (await to.segments(chain)).at(-1)
  const end = await openSegment(client)
  const first = last === undefined ? from : nextSegment(last, size)
  const log = join(directory, 'postgres', 'pg_wal')
  const wanted = (await readdir(log)).filter((name) => isSegment(name) && name < end && (!first || name >= first))
  for (const segment of wanted.toSorted()) {
    const content = await readSegment(join(log, segment))
    if (content) await to.keepLog(chain, segment, content)
  }
  await client.query(
    `select pg_replication_slot_advance(slot_name, $2::pg_lsn) from pg_replication_slots
     where slot_name = $1 and not active and restart_lsn < $2::pg_lsn`,
    [slot, startOf(end, size)],
  )
  return (await to.segments(chain)).at(-1) ?? null
}

/** Lets PostgreSQL keep its log until it is fetched. */
const slot = 'kaiku_backup'

/** Sees to it that log is kept between backups. */
export async function holdLog(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and wal_status = 'lost'`,
    [slot],
  )
  await client.query(
    `select pg_create_physical_replication_slot($1, true)
     where not exists (select from pg_replication_slots where slot_name = $1)`,
    [slot],
  )
}

/** Where nothing fetches it any more, log must not fill the disk. */
export async function letLogGo(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [slot],
  )
}
