import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { Fault } from '@kaiku/core/fault.ts'
import pg from 'pg'

// Of the system, and of PostgreSQL: it starts, stops, is full, or ended what took too long.
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '25P04',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
])
// What the clients of the stores say without a code.
const words =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|socket hang up|Timeout error)/

/** A store cannot be reached, is just starting or stopping, or does not answer: it comes back by itself. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Fault) return error.code === 'unavailable'
  const code = 'code' in error ? String(error.code) : ''
  if (codes.has(code) || words.test(error.message)) return true
  // The socket of a PostgreSQL that does not run.
  return code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
}

/** What is answered, or the fault once so many milliseconds have passed. */
export async function orAway<T>(asked: Promise<T>, within: number, name: string): Promise<T> {
  const over = new AbortController()
  const late = pause(within, undefined, { signal: over.signal, ref: false }).then(async () => {
    // Where this process itself stood still, the answer may be there and not read yet: timers come first.
    await turn(undefined, { signal: over.signal })
    throw new Fault('unavailable', `${name} does not answer: try again in a moment.`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([asked, late])
  } finally {
    over.abort()
  }
}

/** Milliseconds for which an answer holds, and after which silence means that it is away. */
const pulse = { holds: 250, within: 3_000 }
/** Milliseconds after which the connection gives up by itself: never before it is called away. */
const longest = 2 * pulse.within

/**
 * Asks PostgreSQL for a sign of life, over a connection of its own that no work keeps busy. Those who ask at the same
 * time share the answer. Throws Fault `unavailable`.
 */
export function pulseOf(connection: pg.PoolConfig): { beats: () => Promise<void>; end: () => Promise<void> } {
  const { within, holds } = pulse
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: longest, query_timeout: longest })
  pool.on('error', () => {})
  let asked: { readonly at: number; readonly beat: Promise<void> } | null = null
  const beat = async () => {
    try {
      await orAway(pool.query('select 1'), within, 'PostgreSQL')
    } catch {
      throw new Fault('unavailable', 'PostgreSQL is away: try again in a moment.')
    }
  }
  return {
    beats: () => {
      const now = performance.now()
      if (asked === null || now - asked.at > holds) asked = { at: now, beat: beat() }
      return asked.beat
    },
    end: () => pool.end(),
  }
}
