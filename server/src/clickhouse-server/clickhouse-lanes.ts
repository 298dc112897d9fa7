/** Sessions by kind of work, so that a user never queues behind a report, an insert or another universe. */
export const lanes = ['user', 'heavy', 'insert', 'feed', 'control'] as const
export type ClickHouseLane = (typeof lanes)[number]

/**
 * Each session runs one statement at a time. Statements that change interviews read them first, so only one of those runs at a time.
 */
export const sessions: Record<ClickHouseLane, number> = { user: 3, heavy: 1, insert: 2, feed: 1, control: 1 }

/** A part of an answer. */
export type AnswerChunk = { numBytes: number; raw(): Uint8Array }

/** What is used of a chDB session. */
export type ClickHouseSession = {
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>
  queryBindAsync(sql: string, params: object, options: { format: string }): Promise<{ bytes(): Uint8Array }>
  queryStreamBind(
    sql: string,
    params: object,
    options: { format: string; signal: AbortSignal },
  ): AsyncIterable<AnswerChunk>
  insert(options: {
    table: string
    values: Buffer
    format: string
    columns?: string[]
    settings?: Record<string, string>
  }): Promise<{ rowsWritten: number }>
  close(): void
}

export type Pools = Record<ClickHouseLane, LanePool>

type TakeSession = (session: ClickHouseSession) => void

/** Sessions of one lane; those who wait are served in turn by universe, and within one in order of arrival. */
export class LanePool {
  readonly #open: () => ClickHouseSession
  readonly #free: ClickHouseSession[]
  readonly #waiting = new Map<string, TakeSession[]>()

  constructor(size: number, open: () => ClickHouseSession) {
    this.#open = open
    this.#free = Array.from({ length: size }, open)
  }

  /**
   * Uses a session alone. When `use` throws, the session is closed and replaced: its next answer could begin with rows
   * of the failed statement.
   */
  async with<T>(tenant: string, signal: AbortSignal, use: (session: ClickHouseSession) => Promise<T>): Promise<T> {
    const session = await this.#take(tenant)
    try {
      signal.throwIfAborted()
    } catch (error) {
      this.#give(session)
      throw error
    }
    try {
      const result = await use(session)
      this.#give(session)
      return result
    } catch (error) {
      session.close()
      this.#give(this.#open())
      throw error
    }
  }

  close() {
    for (const session of this.#free) session.close()
  }

  #take(tenant: string): Promise<ClickHouseSession> {
    const free = this.#free.pop()
    if (free) return Promise.resolve(free)
    return new Promise((resolve) => {
      const queue = this.#waiting.get(tenant)
      if (queue) queue.push(resolve)
      else this.#waiting.set(tenant, [resolve])
    })
  }

  #give(session: ClickHouseSession) {
    const next = this.#waiting.entries().next()
    if (next.done) {
      this.#free.push(session)
      return
    }
    const [tenant, queue] = next.value
    const served = queue.shift()
    // Back to the end of the round.
    this.#waiting.delete(tenant)
    if (queue.length > 0) this.#waiting.set(tenant, queue)
    served?.(session)
  }
}
