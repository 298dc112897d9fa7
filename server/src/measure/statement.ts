import { countFault, statementSeconds } from './meter.ts'
import { shapeOf } from './shape.ts'
import { beginSpan } from './span.ts'

export type StoreName = 'postgres' | 'clickhouse'

/** How statements of one shape fared. Times in seconds. */
export type SlowStatement = {
  readonly store: StoreName
  readonly shape: string
  readonly count: number
  readonly total: number
  readonly longest: number
}

/** Seconds from which on a statement is slow. */
const slow = 0.2
const mostShapes = 200
let shapes = new Map<string, SlowStatement>()

/** The slow statements since this was asked last: those that took the longest altogether first. */
export function takeSlowStatements(most: number): readonly SlowStatement[] {
  const taken = [...shapes.values()].sort((a, b) => b.total - a.total).slice(0, most)
  shapes = new Map()
  return taken
}

function noteSlow(store: StoreName, sql: string, took: number) {
  const shape = shapeOf(sql)
  const key = `${store} ${shape}`
  const { count = 0, total = 0, longest = 0 } = shapes.get(key) ?? {}
  if (count === 0 && shapes.size >= mostShapes) return
  shapes.set(key, { store, shape, count: count + 1, total: total + took, longest: Math.max(longest, took) })
}

/** Measures a statement from now on; what it answers is told that it ended, and by which error. */
export function beginStatement(store: StoreName, sql: string): (error: unknown) => void {
  const begun = performance.now()
  const end = beginSpan(store, () => ({ 'db.system.name': store, 'db.query.text': shapeOf(sql) }))
  return (error) => {
    const took = (performance.now() - begun) / 1_000
    statementSeconds.observe({ store }, took)
    if (took >= slow) noteSlow(store, sql, took)
    if (error) countFault('statement', store)
    end(error)
  }
}

export async function measured<T>(store: StoreName, sql: string, ask: () => Promise<T>): Promise<T> {
  const end = beginStatement(store, sql)
  try {
    const answer = await ask()
    end(null)
    return answer
  } catch (error) {
    end(error ?? true)
    throw error
  }
}

type Asking = (...given: unknown[]) => unknown
/** A connection of `pg`, as far as it is measured. */
type Connection = { query: unknown }

/** Measures every statement of a connection; streams of COPY, which last as long as somebody reads, are left out. */
export function measureConnection(connection: Connection): void {
  const ask = (connection.query as Asking).bind(connection)
  connection.query = (...given: unknown[]): unknown => {
    const sql = textOf(given[0])
    if (sql === null) return ask(...given)
    const end = beginStatement('postgres', sql)
    const done = given.at(-1)
    if (typeof done === 'function') {
      const told = (error: unknown, ...answer: unknown[]) => {
        end(error)
        done(error, ...answer)
      }
      return ask(...given.slice(0, -1), told)
    }
    const answered = ask(...given)
    if (!(answered instanceof Promise)) return answered
    return answered.then(
      (answer: unknown) => {
        end(null)
        return answer
      },
      (error: unknown) => {
        end(error)
        throw error
      },
    )
  }
}

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  const isPlain = typeof statement === 'object' && statement !== null && !('submit' in statement)
  return isPlain && 'text' in statement && typeof statement.text === 'string' ? statement.text : null
}
