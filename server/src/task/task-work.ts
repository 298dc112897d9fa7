import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { TaskType } from '@kaiku/contract/task.ts'
import { Fault } from '@kaiku/core/fault.ts'
import {
  type Due,
  type Outcome,
  type Queue,
  settle,
  startQueue,
  takeDue,
  whileLeased,
} from '../background-work/queue.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { anyTask, logSql, type StoredTask, tellOfTask, toldOf } from './task.ts'
import { forgetEarlier, keepPieces } from './task-file.ts'

/** What a type of task makes: a file, and what is to be told of it. */
export type TaskMade = {
  readonly name: string
  readonly type: string
  readonly content: Readable
  /** Hours for which it is kept. */
  readonly hours: number
  readonly output: unknown
}

export type TaskRun = {
  readonly stores: Stores
  readonly task: StoredTask
  /** How far it is, from 0 to 1. */
  readonly progress: (share: number) => void
  /** Aborted where it was cancelled, or Kaiku stops. */
  readonly signal: AbortSignal
}

/** What does the tasks of a type. A Fault that it throws is final and told to its person; all else is tried again. */
export type TaskWorker = { readonly type: TaskType; readonly make: (run: TaskRun) => Promise<TaskMade> }

export const taskQueue: Queue = {
  name: 'tasks',
  what: 'Tasks wait',
  table: 'task',
  receiver: 'q.type',
  receivers: `select distinct q.type as receiver from task q where q.state = 'waiting' and q.next_at <= (select now from clock)`,
  // Two cores share the work with everybody who clicks; no universe has both for itself.
  limits: { all: 3, universe: 2, receiver: 3 },
  idle: 500,
  failed: 5_000,
  pause: { first: 5, longest: 300 },
  rests: true,
  lease: 30,
  mostAttempts: 5,
  taken: `state = q.state`,
  dead: `state = case when q.state = 'waiting' then 'failed' else q.state end,
    ended_at = coalesce(q.ended_at, now()), attempt = null`,
  givenUp: { state: 'failed', again: 'true' },
}

/** What is told to wait for passes by itself. */
const passing: readonly string[] = ['unavailable', 'busy']
/** Milliseconds between two notes of how far a task is, which is when it hears that it was cancelled. */
const noteEvery = 1_000

/** Does what waits for as long as Kaiku runs, in any number of processes. */
export const startTasks = (stores: Stores, log: Say, workers: readonly TaskWorker[]): BackgroundJob =>
  startQueue(stores, taskQueue, log, (lanes, stopped) => runTasks(stores, workers, log, lanes, stopped))

/** Starts what is due, as much as fits in the lanes; how much that was. */
export async function runTasks(
  stores: Stores,
  workers: readonly TaskWorker[],
  log: Say,
  lanes: WorkLanes,
  stopped: AbortSignal,
): Promise<number> {
  const due = await takeDue(stores, taskQueue, lanes)
  for (const one of due) lanes.start(one, () => runOne(stores, workers, log, one, stopped))
  return due.length
}

async function runOne(
  stores: Stores,
  workers: readonly TaskWorker[],
  log: Say,
  due: Due,
  stopped: AbortSignal,
): Promise<void> {
  const attempt = randomUUID()
  const task = await begin(stores, due, attempt)
  const worker = workers.find(({ type }) => type === due.receiver)
  // Cancelled meanwhile, or of a newer Kaiku.
  if (!task || !worker) return
  const outcome = await whileLeased(stores, taskQueue, due, async (): Promise<Outcome | null> => {
    const cancelled = new AbortController()
    const signal = AbortSignal.any([stopped, cancelled.signal])
    const notes = noting(stores, task, attempt, () => cancelled.abort())
    try {
      const made = await worker.make({ stores, task, progress: notes.progress, signal })
      signal.addEventListener('abort', () => made.content.destroy(), { once: true })
      if (signal.aborted) made.content.destroy()
      const size = await keepPieces(stores, { ...task, attempt }, made.content, () => {})
      await end(stores, task, attempt, made, size)
      return null
    } catch (error) {
      if (cancelled.signal.aborted) return null
      if (error instanceof Fault && !passing.includes(error.code)) return refusedBy(stores, task, attempt, error)
      const fault = error instanceof Error ? error.message : String(error)
      if (!stopped.aborted) {
        log(`${taskQueue.what}: ${task.type} ${task.id}: ${fault}`)
        await brokenBy(stores, task, attempt, fault)
      }
      return { fault }
    } finally {
      await notes.stop()
    }
  })
  await discard(stores, task, attempt)
  if (outcome === null) return
  await settle(stores, taskQueue, due, outcome, stopped)
  await tellOfTask(stores.service, task)
}

/** In SQL: whoever worked on it and is still named can have been killed alone. */
const begun = `case when attempt is null then 'begun' else 'takenOver' end`

/** Makes an attempt the one whose work is of effect; null: there is nothing to be done any more. */
async function begin(stores: Stores, { id }: Due, attempt: string): Promise<StoredTask | null> {
  const { rowCount } = await stores.service.query(
    `update task set attempt = $2, progress = 0, ${logSql({ sql: begun })} where id = $1 and state = 'waiting'`,
    [id, attempt],
  )
  if (rowCount === 0) return null
  const task = await anyTask(stores, id)
  if (!task) return null
  await forgetEarlier(stores.service, { ...task, attempt })
  await tellOfTask(stores.service, task)
  return task
}

/** Notes how far an attempt is; `lost`: it is not the one any more whose work is of effect. */
function noting(stores: Stores, task: StoredTask, attempt: string, lost: () => void) {
  let [share, last] = [0, Promise.resolve()]
  const note = async () => {
    const { rowCount } = await stores.service.query(
      `update task set progress = $3 where universe = $4 and id = $1 and attempt = $2 and state = 'waiting'`,
      [task.id, attempt, share, task.universe],
    )
    if (rowCount === 0) lost()
  }
  const timer = setInterval(() => {
    last = note().catch(() => {})
  }, noteEvery)
  return {
    progress: (reached: number) => {
      share = Math.min(1, Math.max(share, reached))
    },
    stop: async () => {
      clearInterval(timer)
      await last
    },
  }
}

/** What was made is there at once and whole, or not at all. */
async function end(
  { service }: Stores,
  task: StoredTask,
  attempt: string,
  { name, type, hours, output }: TaskMade,
  size: number,
): Promise<void> {
  await inTransaction(service, async (client) => {
    const { rowCount } = await client.query(
      `update task set state = 'done', progress = 1, ended_at = now(), output = $4, fault = null, attempt = null, ${logSql('done')}
       where universe = $1 and id = $2 and attempt = $3 and state = 'waiting'`,
      [task.universe, task.id, attempt, JSON.stringify(output)],
    )
    if (rowCount === 0) return
    await forgetEarlier(client, { ...task, attempt })
    await client.query(
      `insert into task_file (universe, task, attempt, name, type, size, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7))`,
      [task.universe, task.id, attempt, name, type, size, hours],
    )
    await tellOfTask(client, task)
  })
}

async function refusedBy({ service }: Stores, task: StoredTask, attempt: string, error: Fault): Promise<Outcome> {
  await service.query(
    `update task set refusal = $4, ${logSql('refused')} where universe = $1 and id = $2 and attempt = $3`,
    [task.universe, task.id, attempt, JSON.stringify(toldOf(error))],
  )
  return { fault: error.message, isFinal: true }
}

async function brokenBy({ service }: Stores, task: StoredTask, attempt: string, fault: string): Promise<void> {
  await service.query(
    `update task set ${logSql('broke', '$4::text')} where universe = $1 and id = $2 and attempt = $3`,
    [task.universe, task.id, attempt, fault],
  )
}

/** Removes the pieces of an attempt that made no file, and says that nobody works on the task now. */
async function discard({ service }: Stores, { universe, id }: StoredTask, attempt: string): Promise<void> {
  await service.query(
    `with stopped as (update task set attempt = null where universe = $1 and id = $2 and attempt = $3)
     delete from task_piece p where p.universe = $1 and p.task = $2 and p.attempt = $3
       and not exists (select from task_file f where f.universe = $1 and f.task = $2 and f.attempt = $3)`,
    [universe, id, attempt],
  )
}
