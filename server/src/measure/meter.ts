import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What this process has counted since it began, by Prometheus's client. */
export const registry = new Registry()

const registers = [registry]
const seconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export const requests = new Counter({
  name: 'kaiku_requests_total',
  help: 'Requests that were answered, by the route that was found and the status.',
  labelNames: ['method', 'route', 'status'],
  registers,
})
export const requestSeconds = new Histogram({
  name: 'kaiku_request_duration_seconds',
  help: 'Seconds from the header of a request to the end of its answer.',
  labelNames: ['method', 'route'],
  buckets: seconds,
  registers,
})
export const faults = new Counter({
  name: 'kaiku_errors_total',
  help: 'What went wrong, by kind: calls that broke, stores that were away, work and statements that failed.',
  labelNames: ['kind', 'of'],
  registers,
})
export const statementSeconds = new Histogram({
  name: 'kaiku_statement_duration_seconds',
  help: 'Seconds that statements took, by store.',
  labelNames: ['store'],
  buckets: seconds,
  registers,
})
export const workSeconds = new Histogram({
  name: 'kaiku_work_duration_seconds',
  help: 'Seconds that one piece of background work took, by queue or recurring work.',
  labelNames: ['work'],
  buckets: [0.05, 0.25, 1, 5, 30, 120, 600, 3_600],
  registers,
})
export const lookups = new Counter({
  name: 'kaiku_cache_lookups_total',
  help: 'Answers that were looked for in memory, by cache and whether they were there.',
  labelNames: ['cache', 'outcome'],
  registers,
})

export type FaultKind = 'call' | 'unavailable' | 'work' | 'statement'

/** What the process counted of itself since its last sample. */
type Tally = { calls: number; broken: number; unavailable: number; workFaults: number; hits: number; misses: number }
const none = (): Tally => ({ calls: 0, broken: 0, unavailable: 0, workFaults: 0, hits: 0, misses: 0 })
let tally = none()

/** What was counted since this was asked last. */
export function takeTally(): Readonly<Tally> {
  const taken = tally
  tally = none()
  return taken
}

/** `route`: as it is declared, with the names of its parameters; null: none was found. */
export function countRequest(method: string, route: string | null, status: number, took: number): void {
  // Whoever asks for what is not there may write any method.
  const labels = route === null ? { method: 'any', route: 'none' } : { method, route }
  requests.inc(Object.assign({ status: String(status) }, labels))
  requestSeconds.observe(labels, took)
  tally.calls += 1
}

/** `of`: the store, the work or the code, of which there are few. */
export function countFault(kind: FaultKind, of: string): void {
  faults.inc({ kind, of })
  if (kind === 'call') tally.broken += 1
  if (kind === 'unavailable') tally.unavailable += 1
  if (kind === 'work') tally.workFaults += 1
}

export function countLookup(cache: string, isHit: boolean): void {
  lookups.inc({ cache, outcome: isHit ? 'hit' : 'miss' })
  if (isHit) tally.hits += 1
  else tally.misses += 1
}

let role = 'all'

/** Says which part of Kaiku this process is. */
export const nameProcess = (part: string): void => {
  role = part
}
export const processRole = (): string => role

let isCollecting = false

/** Has the process's own memory, processor time and event loop measured, too. */
export function measureProcess(): void {
  if (isCollecting) return
  isCollecting = true
  collectDefaultMetrics({ register: registry })
}
