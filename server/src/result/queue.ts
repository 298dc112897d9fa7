import { Fault } from '@kaiku/core/fault.ts'

export type QueueLimits = {
  /** Questions worked on at the same time. */
  readonly running: number
  /** Questions that may wait per universe; one more is refused as `busy`. */
  readonly waiting: number
}

/** Lets work wait in front of ClickHouse; universes are served in turn, so that none waits behind another's crowd. */
export type FairQueue = { run<T>(universe: string, work: () => Promise<T>): Promise<T> }

export function fairQueue(limits: QueueLimits): FairQueue {
  const waiting = new Map<string, (() => void)[]>()
  let running = 0
  const next = () => {
    if (running >= limits.running) return
    for (const [universe, line] of waiting) {
      const start = line.shift()
      // The universe goes to the end of the round.
      waiting.delete(universe)
      if (line.length > 0) waiting.set(universe, line)
      if (start) {
        running += 1
        start()
        return
      }
    }
  }
  return {
    async run(universe, work) {
      const line = waiting.get(universe) ?? []
      if (line.length >= limits.waiting)
        throw new Fault('busy', 'Too many questions are waiting. Try again in a moment.')
      await new Promise<void>((start) => {
        waiting.set(universe, line)
        line.push(start)
        next()
      })
      try {
        return await work()
      } finally {
        running -= 1
        next()
      }
    },
  }
}
