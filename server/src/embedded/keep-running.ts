import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Watchdog } from './watchdog.ts'

export type Started = { child: ChildProcess; watchdog: Watchdog }

export type KeptProcess = {
  /** The process as it is now. */
  pid: () => number
  /** Resolves when the process that `ask` has asked to end has done so. */
  stop: (ask: Ask) => Promise<void>
}

type Ask = (child: ChildProcess) => void

const restartPause = 100

type Keep = {
  name: string
  start: () => Promise<Started>
  /** Says of an error that processes of a dead owner are still ending: they are waited for. */
  busy: RegExp
  log: (line: string) => void
}

/** Starts a process and starts it again whenever it ends by itself. Throws when the first start fails. */
export async function keepRunning({ name, start, busy, log }: Keep): Promise<KeptProcess> {
  let now = await firstStart(start, busy)
  let ask: Ask | null = null
  const asked = (): Ask | null => ask
  const live = async () => {
    for (;;) {
      const how = await end(now.child)
      now.watchdog.release()
      if (asked()) return
      log(`${name} ended (${how}); starting it again`)
      const next = await startAgain()
      if (next === null) return
      now = next
      // The request to stop came while it started, so this process has not received it.
      asked()?.(now.child)
    }
  }
  const startAgain = async () => {
    while (!asked()) {
      try {
        return await start()
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await pause(restartPause)
      }
    }
    return null
  }
  const over = live()
  return {
    pid: () => now.child.pid ?? 0,
    stop: async (how) => {
      ask = how
      if (hasEnded(now.child) === null) how(now.child)
      await over
    },
  }
}

/** Milliseconds that the processes of a dead owner may take to end. */
const patience = 10_000

async function firstStart(start: () => Promise<Started>, busy: RegExp): Promise<Started> {
  for (let waited = 0; ; waited += restartPause) {
    try {
      return await start()
    } catch (error) {
      if (waited >= patience || !(error instanceof Error && busy.test(error.message))) throw error
      await pause(restartPause)
    }
  }
}

const hasEnded = (child: ChildProcess): string | number | null => child.signalCode ?? child.exitCode

/** The signal or code that it ended with. */
function end(child: ChildProcess): Promise<string | number | null> {
  const already = hasEnded(child)
  if (already !== null) return Promise.resolve(already)
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
}
