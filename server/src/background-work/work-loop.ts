import { setTimeout as sleep } from 'node:timers/promises'
import type { Stores } from '../db/stores.ts'
import { countFault } from '../measure/meter.ts'
import { type Lasting, waitAfter } from './back-off.ts'
import { loopNotes } from './loop-state.ts'

/** Something that goes on in the background until it is stopped; `stop` resolves when its last step is done. */
export type BackgroundJob = { stop: () => Promise<void> }

export type Say = (line: string) => void

export type Loop = {
  readonly stores: Pick<Stores, 'service'>
  /** How operators know it. */
  readonly name: string
  /** What waits where a step fails, as it is said. */
  readonly what: string
  /** Milliseconds until what failed is tried again. */
  readonly failed: Lasting
  readonly log: Say
  /** What has begun and is to end before the work is called stopped. */
  readonly ended?: () => Promise<void>
}

/** What a step may tell while it goes on; `failed`: of one part, the others go on. */
export type Telling = { readonly well: () => void; readonly failed: (error: unknown) => void }

/** What goes on all the time in this process, by name. */
export const runningLoops = new Set<string>()

/** Milliseconds until a process that stands by looks whether it is needed. */
const standby = 500

/** Waits so many milliseconds, or until the signal. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})

/**
 * Takes one step after the other as long as Kaiku runs; each answers the milliseconds until the next, null: another
 * process does it now. What fails is said, shown to operators, and tried again later and later.
 */
export function keepWorking(
  { stores, name, what, failed, log, ended }: Loop,
  step: (signal: AbortSignal, telling: Telling) => Promise<number | null>,
): BackgroundJob {
  const stopped = new AbortController()
  const { signal } = stopped
  const notes = loopNotes(stores, name)
  let failures = 0
  const telling: Telling = {
    well: () => {
      failures = 0
      notes.well()
    },
    // What is broken off by a stop is no news: the next start begins it again.
    failed: (error) => {
      if (signal.aborted) return
      const fault = error instanceof Error ? error.message : String(error)
      log(`${what}: ${fault}`)
      countFault('work', name)
      notes.failed(fault)
    },
  }
  const run = async () => {
    while (!signal.aborted)
      try {
        const wait = await step(signal, telling)
        if (wait !== null) telling.well()
        await pause(wait ?? standby, signal)
      } catch (error) {
        telling.failed(error)
        failures += 1
        await pause(waitAfter(failed, failures), signal)
      }
  }
  runningLoops.add(name)
  const running = run()
  return {
    stop: async () => {
      stopped.abort()
      await running
      runningLoops.delete(name)
      await ended?.()
      await notes.written()
    },
  }
}
