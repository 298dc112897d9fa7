import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sessions } from './clickhouse-lanes.ts'
import { Refusal } from './refusal.ts'
import { type Watchdog, watch } from './watchdog.ts'

export type EmbeddedClickHouse = {
  /** On loopback; stays the same when the process is replaced. */
  port: number
  /** The process as it is now: a crash or a hang brings another one. */
  pid(): number
  stop(): Promise<void>
}

/** Starts the ClickHouse process of a data directory and replaces it whenever it dies or falls silent. */
export async function startClickHouse(
  directory: string,
  password: string,
  say: (line: string) => void,
): Promise<EmbeddedClickHouse> {
  const data = join(directory, 'clickhouse')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  let port = 0
  let stopping = false
  let now = await spawnClickHouse({ directory: data, port, password })
  port = now.port
  const keepRunning = () => {
    now.child.once('exit', async (code, signal) => {
      now.end()
      while (!stopping) {
        say(`ClickHouse ended (${signal ?? code}); starting it again`)
        try {
          now = await spawnClickHouse({ directory: data, port, password })
          keepRunning()
          return
        } catch (error) {
          say(error instanceof Error ? error.message : String(error))
          await pause(restartPause)
        }
      }
    })
  }
  keepRunning()
  const stop = async () => {
    stopping = true
    const { child } = now
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.send('stop')
    const late = setTimeout(() => child.kill('SIGKILL'), patience)
    await ended
    clearTimeout(late)
  }
  return { port, pid: () => now.child.pid ?? 0, stop }
}

const restartPause = 100
/** Milliseconds that running queries may take to end. */
const patience = 5_000

type Options = { directory: string; port: number; password: string }
type Started = { child: ChildProcess; port: number; end(): void }

const tick = 100
/** Ticks without a sign of life after which the process is taken for hung. */
const silence = 12

/** For files and names, beside one for each session that may be busy. */
const spareThreads = 5

function spawnClickHouse(options: Options): Promise<Started> {
  const threads = Object.values(sessions).reduce((sum, size) => sum + size) + spareThreads
  const program = fileURLToPath(new URL('./clickhouse-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
    cwd: '/',
    env: { ...process.env, KAIKU_CLICKHOUSE: JSON.stringify(options), UV_THREADPOOL_SIZE: String(threads) },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (text) => {
    errors = (errors + text).slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(new Refusal(`ClickHouse does not start (${signal ?? code}): ${errors.trim()}`))
    })
    let watchdog: Watchdog | null = null
    if (child.pid !== undefined) watchdog = watch({ pid: child.pid, signal: 'KILL' })
    child.on('message', (message) => {
      if (typeof message !== 'object' || !('ready' in message)) return
      const stopListening = listenForBeats(child)
      const end = () => {
        stopListening()
        watchdog?.release()
      }
      resolve({ child, port: Number(message.ready), end })
    })
  })
}

/** Counts our own ticks rather than the clock, so that a pause of the whole machine is not taken for a hang. */
function listenForBeats(child: ChildProcess): () => void {
  let silent = 0
  child.on('message', () => {
    silent = 0
  })
  const timer = setInterval(() => {
    if (++silent > silence) child.kill('SIGKILL')
  }, tick)
  timer.unref()
  return () => clearInterval(timer)
}
