import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { sqlLimits } from '@kaiku/contract/sql-limit.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { ownProgram } from '../configuration/installation.ts'
import type { Stores } from '../db/stores.ts'
import { type SqlAnswer, type SqlOrder, sqlAnswer, sqlLoaded } from './sql-message.ts'

/** What a process is to hold. `file`: Parquet, which is closed once it is read. */
export type SqlTables = {
  readonly file: FileHandle
  readonly names: readonly string[]
  readonly codes: readonly (readonly [string, string, string, boolean])[]
}

/** Processes at the same time, and statements that may wait for one of them. */
const most = { processes: 2, waiting: 4 }
/** Milliseconds: for a statement, beyond it until its process is ended, and without one until it goes. */
const usualTimes = { statement: 20_000, grace: 3_000, idle: 5 * 60_000 }
/** As the process sees the file that it is given. */
const given = 4

type Held = {
  readonly ask: (statement: string) => Promise<SqlAnswer>
  readonly end: () => void
  waiting: number
  usedAt: number
}

/** Processes that hold interviews, each those that one viewer may see of one selection. */
export type SqlProcesses = {
  /** `key`: whose and which interviews. Throws Fault `busy` where too many others ask. */
  ask(key: string, load: () => Promise<SqlTables>, statement: string): Promise<SqlAnswer>
  end(): void
}

const shared = new WeakMap<Stores, SqlProcesses>()

/** The processes that everything on these stores shares. */
export function sharedProcesses(stores: Stores): SqlProcesses {
  const known = shared.get(stores) ?? sqlProcesses()
  shared.set(stores, known)
  return known
}

export function sqlProcesses(times = usualTimes): SqlProcesses {
  const held = new Map<string, Held>()
  const opening = new Map<string, Promise<Held>>()

  const makeRoom = () => {
    if (held.size + opening.size < most.processes) return
    const [longest] = [...held].filter(([, { waiting }]) => waiting === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (!longest) throw refuse('busy', 'sql.busy')
    longest[1].end()
    held.delete(longest[0])
  }

  async function open(key: string, load: () => Promise<SqlTables>): Promise<Held> {
    const child = await childWith(await load())
    const drop = () => {
      if (held.get(key) === one) held.delete(key)
      child.kill('SIGKILL')
    }
    const idle = setTimeout(drop, times.idle)
    idle.unref()
    let turn: Promise<unknown> = Promise.resolve()
    const one: Held = {
      waiting: 0,
      usedAt: Date.now(),
      end: drop,
      ask(statement) {
        const answer = turn.then(() => answerOf(child, statement, times))
        turn = answer.catch(() => {})
        return answer.finally(() => {
          idle.refresh()
          one.usedAt = Date.now()
        })
      },
    }
    child.once('exit', drop)
    held.set(key, one)
    return one
  }

  async function processOf(key: string, load: () => Promise<SqlTables>): Promise<Held> {
    const found = held.get(key) ?? opening.get(key)
    if (found) return found
    makeRoom()
    const made = open(key, load)
    opening.set(key, made)
    try {
      return await made
    } finally {
      opening.delete(key)
    }
  }

  return {
    async ask(key, load, statement) {
      const one = await processOf(key, load)
      if (one.waiting >= most.waiting) throw refuse('busy', 'sql.busy')
      one.waiting++
      try {
        return await one.ask(statement)
      } finally {
        one.waiting--
      }
    },
    end() {
      for (const one of held.values()) one.end()
    },
  }
}

/** Throws Error where the tables cannot be read. */
async function childWith({ file, names, codes }: SqlTables): Promise<ChildProcess> {
  const { words } = ownProgram('sql/sql-process')
  const child = spawn(process.execPath, ['--max-old-space-size=256', ...words], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', file.fd],
    env: {},
  })
  try {
    const load = { file: `/dev/fd/${given}`, names: [...names], codes: [...codes] }
    const loaded = sqlLoaded.parse(await replyOf(child, { load }))
    if (!loaded.loaded) throw new Error(`sql: ${loaded.said}`)
    return child
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    await file.close()
  }
}

async function answerOf(child: ChildProcess, statement: string, times: typeof usualTimes): Promise<SqlAnswer> {
  const late: SqlAnswer = { fault: { kind: 'late', said: '' } }
  const timer = setTimeout(() => child.kill('SIGKILL'), times.statement + times.grace)
  const { rows, columns } = sqlLimits
  try {
    const reply = await replyOf(child, { ask: { statement, rows, columns, milliseconds: times.statement } })
    return reply === null ? late : sqlAnswer.parse(reply)
  } finally {
    clearTimeout(timer)
  }
}

/** What a process answers; null: it ended before. Nobody's end waits for one that is not asked. */
async function replyOf(child: ChildProcess, order: SqlOrder): Promise<unknown> {
  const gone = new AbortController()
  const { signal } = gone
  const ended = Promise.race([once(child, 'exit', { signal }), once(child, 'error', { signal })]).then(() => null)
  const said = once(child, 'message', { signal }).then(([message]: unknown[]) => message)
  ended.catch(() => {})
  said.catch(() => {})
  child.ref()
  child.channel?.ref()
  try {
    if (!child.connected) return null
    child.send(order)
    return await Promise.race([said, ended])
  } finally {
    gone.abort()
    child.unref()
    child.channel?.unref()
  }
}
