import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sessions } from '../clickhouse-server/clickhouse-lanes.ts'
import { ownProgram } from '../configuration/installation.ts'
import { UsageError } from '../fault/usage-error.ts'
import { keepRunning, type Started } from './keep-running.ts'
import { anyThreadComputes, computes } from './process-identity.ts'
import { watch } from './watchdog.ts'

export type EmbeddedClickHouse = {
  /** On loopback; stays the same when the process is replaced. */
  port: number
  /** The process as it is now: a crash or a hang brings another one. */
  pid: () => number
  stop: () => Promise<void>
}

/** Starts the ClickHouse process of a data directory and replaces it whenever it dies or falls silent. */
export async function startClickHouse(
  directory: string,
  password: string,
  log: (line: string) => void,
): Promise<EmbeddedClickHouse> {
  const data = join(directory, 'clickhouse')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  let port = 0
  const start = async () => {
    const started = await spawnClickHouse({ directory: data, port, password })
    port = started.port
    return started
  }
  const kept = await keepRunning({ name: 'ClickHouse', start, busy: /Cannot lock file/, log })
  const stop = () =>
    kept.stop((child) => {
      if (child.connected) child.send('stop')
      else child.kill('SIGKILL')
      const late = setTimeout(() => child.kill('SIGKILL'), patience)
      child.once('exit', () => clearTimeout(late))
    })
  return { port, pid: kept.pid, stop }
}

/** Milliseconds that running queries may take to end. */
const patience = 1_500

type Options = { directory: string; port: number; password: string }

const tick = 100
/** Ticks without a sign of life after which the process is taken for hung: asleep, and at work on something long. */
const silence = { asleep: 30, busy: 150 }
/** While it opens its data, thousands of tables maybe, it says nothing and may wait long for a disk. */
const firstSilence = { asleep: 100, busy: 6_000 }

/** Threads for files and name look-ups, besides one for each session that may be busy. */
const spareThreads = 5

function spawnClickHouse(options: Options): Promise<Started & { port: number }> {
  const threads = Object.values(sessions).reduce((sum, size) => sum + size) + spareThreads
  const child = spawn(process.execPath, ownProgram('clickhouse-server/clickhouse-process').words, {
    cwd: '/',
    env: { ...process.env, KAIKU_CLICKHOUSE: JSON.stringify(options), UV_THREADPOOL_SIZE: String(threads) },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (text) => {
    errors = (errors + text).slice(-2_000)
  })
  const watchdog = watch(child.pid ?? 0, 'KILL')
  killWhenSilent(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      watchdog.release()
      reject(new UsageError(`ClickHouse does not start (${signal ?? code}): ${errors.trim()}`))
    })
    child.on('message', (message) => {
      if (typeof message !== 'object' || !('ready' in message)) return
      resolve({ child, watchdog, port: Number(message.ready) })
    })
  })
}

/** Counts our own ticks rather than the clock, so that a pause of the whole machine is not taken for a hang. */
function killWhenSilent(child: ChildProcess) {
  let silent = { asleep: 0, busy: 0 }
  let [allowed, isAtWork] = [firstSilence, anyThreadComputes]
  child.on('message', () => {
    silent = { asleep: 0, busy: 0 }
    allowed = silence
    isAtWork = computes
  })
  const timer = setInterval(() => {
    // A main thread that runs or waits for a processor is late but alive; one that hangs is asleep.
    if (child.pid !== undefined && isAtWork(child.pid)) silent.busy++
    else silent.asleep++
    if (silent.asleep > allowed.asleep || silent.busy > allowed.busy) child.kill('SIGKILL')
  }, tick)
  child.once('exit', () => clearInterval(timer))
}
