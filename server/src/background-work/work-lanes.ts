import { setTimeout as sleep } from 'node:timers/promises'
import { workSeconds } from '../measure/meter.ts'
import { inSpan } from '../measure/span.ts'

/** How much may be on its way at once: in all, for one universe, for one receiver. */
export type LaneLimits = { readonly all: number; readonly universe: number; readonly receiver: number }

/** Whose lane something goes in. */
export type WorkLane = { readonly universe: string; readonly receiver: string }

/**
 * What is on its way to others, each universe and each receiver in a lane of its own: one that hangs fills its own lane,
 * and nobody else waits for it.
 */
export class WorkLanes {
  readonly limits: LaneLimits
  readonly #failed: (error: unknown) => void
  readonly #workOf: (lane: WorkLane) => string
  readonly #running = new Map<Promise<void>, WorkLane>()

  /** `failed` hears what a work throws; `workOf`: as what it is measured. */
  constructor(limits: LaneLimits, failed: (error: unknown) => void, workOf: (lane: WorkLane) => string = () => 'work') {
    this.limits = limits
    this.#failed = failed
    this.#workOf = workOf
  }

  /** How much more may start. */
  get free(): number {
    return Math.max(0, this.limits.all - this.#running.size)
  }

  /** How much is on its way, by universe or by receiver: what may be taken next is limited by it. */
  busy(by: keyof WorkLane): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const lane of this.#running.values()) counts[lane[by]] = (counts[lane[by]] ?? 0) + 1
    return counts
  }

  start(lane: WorkLane, work: () => Promise<void>): void {
    const name = this.#workOf(lane)
    const end = workSeconds.startTimer({ work: name })
    const running = inSpan(`work ${name}`, { 'kaiku.work': name }, work)
      .catch(this.#failed)
      .finally(() => {
        end()
        this.#running.delete(running)
      })
    this.#running.set(running, lane)
  }

  /** Waits until something has arrived, so many milliseconds at most, or until the signal. */
  async oneEnds(milliseconds: number, signal: AbortSignal): Promise<void> {
    await Promise.race([
      sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {}),
      ...this.#running.keys(),
    ])
  }

  async allEnd(): Promise<void> {
    await Promise.all(this.#running.keys())
  }
}
