import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { UsageError } from '../fault/usage-error.ts'
import type { Secrets } from './data-directory.ts'
import { giveTo, type PostgresUser, runAs } from './postgres-user.ts'
import { limitRoles } from './roles.ts'

/** The database that holds everything. */
export const database = 'kaiku'

/** Creates the cluster when there is none, and refuses one of another major version than the program's. */
export function openCluster(cluster: string, binaries: string, secrets: Secrets, user: PostgresUser) {
  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(cluster, binaries, secrets, user)
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const own = /(\d+)/.exec(run(join(binaries, 'postgres'), ['--version'], user))?.[1]
  if (found !== own) {
    throw new UsageError(`${cluster} was written by PostgreSQL ${found}, but this Kaiku brings PostgreSQL ${own}`)
  }
}

/** Made beside its place and moved there when whole, so that a half-made cluster is never taken for one. */
function createCluster(cluster: string, binaries: string, secrets: Secrets, user: PostgresUser) {
  const draft = join(dirname(cluster), 'postgres.new')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  giveTo(user, draft)
  const password = join(draft, 'password')
  writeFileSync(password, secrets.superuser, { mode: 0o600 })
  giveTo(user, password)
  run(
    join(binaries, 'initdb'),
    [
      '-D',
      join(draft, 'cluster'),
      '-U',
      'superuser',
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    user,
  )
  renameSync(join(draft, 'cluster'), cluster)
  rmSync(draft, { recursive: true, force: true })
}

function run(file: string, words: string[], user: PostgresUser): string {
  const { program, args, options } = runAs(user, file, words)
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8' })
  if (error || status !== 0) throw new UsageError(`${file} failed: ${error?.message ?? stderr.trim()}`)
  return stdout
}

/** Roles, database and extensions; changes nothing that is there already. */
export async function prepareDatabase(socket: string, secrets: Secrets) {
  await asSuperuser(socket, secrets, 'postgres', async (client) => {
    for (const role of ['owner', 'app', 'service'] as const) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      if (rowCount === 0)
        await client.query(`create role ${role} login password ${client.escapeLiteral(secrets[role])}`)
    }
    await limitRoles(client)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database} owner owner`)
  })
  await asSuperuser(socket, secrets, database, async (client) => {
    await client.query('create extension if not exists citext')
    await client.query('alter schema public owner to owner')
    await client.query('grant usage on schema public to app, service')
    // What was erased leaves the statistics and the log as well.
    await client.query('grant pg_checkpoint, pg_maintain, pg_read_all_stats to owner')
    await client.query('grant alter system on parameter wal_recycle to owner')
    await client.query('grant execute on function pg_switch_wal(), pg_reload_conf(), pg_ls_waldir() to owner')
  })
}

async function asSuperuser(socket: string, secrets: Secrets, name: string, use: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ host: socket, user: 'superuser', password: secrets.superuser, database: name })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
