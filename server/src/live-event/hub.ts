import { Fault } from '@kaiku/core/fault.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { listen } from './listen.ts'
import {
  eventsAfter,
  isKept,
  liveEventChannel,
  page,
  presentPosition,
  type StoredLiveEvent,
} from './live-event.store.ts'
import { isAfter, type LivePosition, later } from './position.ts'

/** An event with the survey in which it happened. */
export type PlacedEvent = StoredLiveEvent & { readonly dictionary: Dictionary }
/** Events in the order of commits, and up to where there are no others. */
type EventBatch = { readonly events: readonly PlacedEvent[]; readonly to: LivePosition }

/** Hears of all universes for every stream of this process. */
export type Hub = {
  /** Where a stream begins: the position it names while nothing after it is forgotten; else now. */
  begin(wanted: LivePosition | null): Promise<{ readonly from: LivePosition; readonly resumed: boolean }>
  /** What happened in a universe after a position; waits so many milliseconds for it. Null: aborted, or the hub is closed. */
  next(universe: string, from: LivePosition, within: number, signal: AbortSignal): Promise<EventBatch | null>
  close(): Promise<void>
}

/** Milliseconds to wait for a running transaction whose events would come before those that are there. */
const unsettled = 20
/** Milliseconds that a stream waits for the hub's first look. */
const firstLook = 10_000
/** Events kept in memory; a stream further behind reads the table. */
const most = 2_000

/** Begins to listen when the first stream asks. */
export function openHub(stores: Stores, log: (error: unknown) => void): Hub {
  const closed = new AbortController()
  const waiting = new Set<() => void>()
  const recent: PlacedEvent[] = []
  /** `recent` holds everything after `base` up to `head`. */
  let [base, head]: [LivePosition, LivePosition] = [nowhere, nowhere]
  let listening: Promise<void> | null = null

  async function look(): Promise<number | null> {
    if (head === nowhere) base = head = await presentPosition(stores)
    const { events, waits } = await eventsAfter(stores, head)
    recent.push(...(await withSurveys(stores, events)))
    head = events.at(-1)?.at ?? head
    const dropped = recent.splice(0, Math.max(0, recent.length - most))
    base = dropped.at(-1)?.at ?? base
    for (const tell of waiting) tell()
    if (events.length === page) return 0
    return waits ? unsettled : null
  }

  /** Resolves after the next look, or sooner: after so many milliseconds, by the signal, when the hub is closed. */
  const looked = (within: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, within)
      waiting.add(done)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    })

  function atHand(universe: string, from: LivePosition): EventBatch {
    const first = recent.findLastIndex(({ at }) => !isAfter(at, from)) + 1
    return { events: recent.slice(first).filter((event) => event.universe === universe), to: later(from, head) }
  }

  async function readFrom(universe: string, from: LivePosition): Promise<EventBatch> {
    const upTo = head
    const { events } = await eventsAfter(stores, from, universe)
    const last = events.at(-1)?.at ?? upTo
    return { events: await withSurveys(stores, events), to: events.length === page ? last : later(upTo, last) }
  }

  return {
    async begin(wanted) {
      listening ??= listen(stores, liveEventChannel, look, log, closed.signal)
      if (head === nowhere) await looked(firstLook, closed.signal)
      if (head === nowhere) throw new Fault('unavailable', 'What happens cannot be heard at the moment.')
      const resumed = wanted !== null && (await isKept(stores, wanted))
      return { from: resumed ? wanted : head, resumed }
    },
    async next(universe, from, within, signal) {
      const until = performance.now() + within
      for (let at = from; ; ) {
        const heard = isAfter(base, at) ? await readFrom(universe, at) : atHand(universe, at)
        if (closed.signal.aborted || signal.aborted) return null
        const left = until - performance.now()
        if (heard.events.length > 0 || left <= 0) return heard
        at = heard.to
        if (!isAfter(head, at)) await looked(left, signal)
      }
    },
    async close() {
      closed.abort()
      for (const tell of waiting) tell()
      await listening
    },
  }
}

const nowhere: LivePosition = { tx: 0n, seq: 0n }

async function withSurveys(stores: Stores, events: readonly StoredLiveEvent[]): Promise<PlacedEvent[]> {
  const surveys = new Map<number, Dictionary>()
  for (const number of new Set(events.map(({ survey }) => survey)))
    surveys.set(number, await surveyByNumber(stores, number))
  return events.flatMap((event) => {
    const dictionary = surveys.get(event.survey)
    return dictionary ? [{ ...event, dictionary }] : []
  })
}
