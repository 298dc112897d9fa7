import { setTimeout as sleep } from 'node:timers/promises'

/** Something that goes on in the background until it is stopped; `stop` resolves when its last step is done. */
export type BackgroundJob = { stop: () => Promise<void> }

type Loop = {
  /** What waits where a step fails, as it is said. */
  readonly what: string
  /** Milliseconds until what failed is tried again. */
  readonly failed: number
  readonly say: (line: string) => void
  /** What has begun and is to end before the work is called stopped. */
  readonly ended?: () => Promise<void>
}

/** Waits so many milliseconds, or until the signal. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})

/**
 * Takes one step after the other as long as Kaiku runs; each answers the milliseconds until the next. What fails is said
 * and tried again.
 */
export function keepWorking(
  { what, failed, say, ended }: Loop,
  step: (signal: AbortSignal) => Promise<number>,
): BackgroundJob {
  const stopped = new AbortController()
  const { signal } = stopped
  const run = async () => {
    while (!signal.aborted)
      try {
        await pause(await step(signal), signal)
      } catch (error) {
        if (!signal.aborted) say(`${what}: ${error instanceof Error ? error.message : String(error)}`)
        await pause(failed, signal)
      }
  }
  const running = run()
  return {
    stop: async () => {
      stopped.abort()
      await running
      await ended?.()
    },
  }
}
