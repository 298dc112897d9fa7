import type { newTaskStates, TasksWanted } from '@kaiku/contract/background-work.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { inTransaction } from '../db/postgres.ts'
import { nullable, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { anyTask, logSql, type StoredTask, stateSql, taskOf, tellOfTask } from './task.ts'

/** Stops a task: whoever works on it hears of it, and what was made of it goes. One that has ended stays as it is. */
export async function cancelTask({ service }: Stores, task: StoredTask): Promise<boolean> {
  return inTransaction(service, async (client) => {
    const { rowCount } = await client.query(
      `update task set state = 'cancelled', ended_at = now(), attempt = null, ${logSql('cancelled')}
       where universe = $1 and id = $2 and state = 'waiting'`,
      [task.universe, task.id],
    )
    if (rowCount === 0) return false
    await client.query('delete from task_piece where universe = $1 and task = $2', [task.universe, task.id])
    await tellOfTask(client, task)
    return true
  })
}

/** Does a task again from the start, or at once where it waits for its time. One that was done or goes on stays as it is. */
async function doTaskNow({ service }: Stores, task: StoredTask): Promise<boolean> {
  return inTransaction(service, async (client) => {
    const { rowCount } = await client.query(
      `update task t set state = 'waiting', ended_at = null, next_at = now(), attempts = 0, attempt = null, progress = 0,
         refusal = null, fault = null, ${logSql('again')}
       where t.universe = $1 and t.id = $2 and ${stateSql} in ('new', 'waiting', 'failed', 'cancelled')`,
      [task.universe, task.id],
    )
    if (rowCount === 0) return false
    await tellOfTask(client, task)
    return true
  })
}

/** Does one task again. Throws Fault `conflict` for one that was done or goes on. */
export async function retryTask(stores: Stores, task: StoredTask): Promise<void> {
  if (!(await doTaskNow(stores, task))) throw refuse('conflict', 'task.ended')
}

const steps = { ready: doTaskNow, cancelled: cancelTask } satisfies Record<(typeof newTaskStates)[number], unknown>

/** Brings tasks of a universe into a state; those for which there was such a step. */
export async function assignState(
  stores: Stores,
  universe: string,
  ids: readonly string[],
  state: keyof typeof steps,
): Promise<StoredTask[]> {
  const changed: StoredTask[] = []
  for (const id of new Set(ids)) {
    const task = await anyTask(stores, id)
    if (task?.universe === universe && (await steps[state](stores, task))) changed.push(task)
  }
  return changed
}

/** What is deleted of `task t`: nobody works on it now. */
const deletable = `${stateSql} <> 'processing'`

/** Removes a task and what it made. Throws Fault `not_found`, and `conflict` for one that is in progress. */
export async function deleteTask(stores: Stores, universe: string, id: string): Promise<StoredTask> {
  const task = await taskOf(stores, universe, null, id)
  const deleted = await inTransaction(stores.service, (client) =>
    remove(client, 't.universe = $1 and t.id = $2', [universe, id]),
  )
  if (deleted === 0) throw refuse('conflict', 'task.inProgress')
  return task
}

/** Removes all of a state and type. Throws Fault `conflict` where they are not `count`: then none is removed. */
export async function deleteTasks(
  { service }: Stores,
  { universe, state, type, count }: TasksWanted & { readonly universe: string; readonly count: number },
): Promise<void> {
  await inTransaction(service, async (client) => {
    const matches = `t.universe = $1 and ($2::text is null or ${stateSql} = $2) and ($3::text is null or t.type = $3)`
    const n = await remove(client, matches, [universe, state ?? null, type ?? null])
    if (n !== count) throw refuse('conflict', 'task.others', { n })
  })
}

async function remove(client: pg.PoolClient, where: string, values: unknown[]): Promise<number> {
  const { rows } = await query(
    client,
    { id: text, universe: text, survey: nullable(number), person: text },
    `delete from task t where ${where} and ${deletable} returning t.id, t.universe, t.survey, t.person`,
    values,
  )
  for (const task of rows) await tellOfTask(client, task)
  return rows.length
}
