import {
  type Task,
  type TaskState,
  type TaskStep,
  type TaskType,
  taskStates,
  taskSteps,
  taskTypes,
} from '@kaiku/contract/task.ts'
import { type ToldFault, toldFault } from '@kaiku/contract/told-fault.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { z } from 'zod'
import { inTransaction } from '../db/postgres.ts'
import { int8, json, jsonBy, nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { publishLiveEvent } from '../live-event/live-event.ts'
import { nameColumn } from '../person/person-name.ts'

const logged = z.object({ at: z.coerce.date(), step: z.enum(taskSteps), fault: z.string().optional() })

const columns = {
  id: text,
  universe: text,
  person: text,
  by: text,
  survey: nullable(number),
  extName: nullable(text),
  type: oneOf(...taskTypes),
  title: text,
  input: jsonBy((value) => value),
  output: nullable(jsonBy((value) => value)),
  state: oneOf(...taskStates),
  position: nullable(number),
  progress: number,
  attempts: number,
  at: time,
  endedAt: nullable(time),
  refusal: nullable(json(toldFault)),
  fault: nullable(text),
  fileName: nullable(text),
  fileType: nullable(text),
  fileSize: nullable(int8),
  expiresAt: nullable(time),
  log: json(z.array(logged)),
} satisfies Shape

/** A task as it is kept, with what there is of its file. */
export type StoredTask = RowOf<typeof columns>

/** In SQL over `task t`: what people see of its state. */
export const stateSql = `case when t.state <> 'waiting' then t.state
  when t.attempt is not null and t.next_at > now() then 'processing'
  when t.attempts > 0 then 'waiting' when t.next_at > now() then 'new' else 'ready' end`

const selected = `select t.id, t.universe, t.person, ${nameColumn('p')} as by, t.survey, s.ext_name as "extName", t.type, t.title, t.input, t.output,
    ${stateSql} as state,
    case when t.state = 'waiting' and t.attempt is null then (
      select count(*)::int from task o where o.universe = t.universe and o.state = 'waiting' and o.attempt is null
        and (o.next_at, o.id) < (t.next_at, t.id)) end as position,
    t.progress, t.attempts, t.at, t.ended_at as "endedAt", t.refusal, t.fault, f.name as "fileName", f.type as "fileType",
    f.size as "fileSize", f.expires_at as "expiresAt", t.log
  from task t join person p on p.id = t.person left join survey s on (s.universe, s.number) = (t.universe, t.survey)
    left join task_file f on (f.universe, f.task) = (t.universe, t.id) and f.expires_at > now()`

/** Lines of a task's log: the oldest go beyond. */
const mostLogged = 100
/** In SQL that updates a task: a line more in its log. `fault`: in SQL, why it broke. */
export const logSql = (step: TaskStep | { readonly sql: string }, fault = 'null::text'): string =>
  `log = case when jsonb_array_length(log) < ${mostLogged} then log else log - 0 end
     || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('at', clock_timestamp(),
       'step', ${typeof step === 'string' ? `'${step}'` : step.sql}, 'fault', ${fault})))`

/** How many somebody may have waiting in a universe. */
const mostWaiting = 50

export type NewTask = {
  readonly type: TaskType
  readonly person: string
  /** Whose it is; no survey: it is about all of the universe. */
  readonly survey: Pick<Dictionary, 'universe'> & { readonly survey: number | null }
  /** What it makes, in the language of its person. */
  readonly title: string
  /** Whether what it makes tells of single people: it goes where one of them is erased. */
  readonly tellsPeople: boolean
  readonly input: unknown
}

/** Puts something where nothing loses it, to be done in the background; its id. Throws Fault `busy` for too many. */
export const createTask = ({ service }: Stores, wanted: NewTask): Promise<string> =>
  inTransaction(service, (client) => putTask(client, wanted))

/** The same in a transaction: it is done if that is committed. */
export async function putTask(
  client: pg.PoolClient,
  { type, person, survey, title, tellsPeople, input }: NewTask,
): Promise<string> {
  // One after the other, so that nobody has more by asking at once.
  await client.query('select from person where id = $1 for update', [person])
  const { rows } = await query(
    client,
    { id: text },
    `insert into task (universe, survey, person, type, title, input, tells_people)
     select $1, $2, $3, $4, $5, $6, $7 where $8 > (
       select count(*) from task where universe = $1 and person = $3 and state = 'waiting') returning id`,
    [survey.universe, survey.survey, person, type, title, JSON.stringify(input), tellsPeople, mostWaiting],
  )
  const [made] = rows
  if (!made) throw refuse('busy', 'task.most', { most: mostWaiting })
  await tellOfTask(client, { ...survey, person, id: made.id })
  return made.id
}

/** Tells the open screens of its person, once the transaction of `client` is committed, that a task went on. */
export async function tellOfTask(
  client: pg.PoolClient | pg.Pool,
  task: { readonly universe: string; readonly survey: number | null; readonly person: string; readonly id: string },
): Promise<void> {
  if (task.survey === null) return
  const of = { universe: task.universe, survey: task.survey }
  await publishLiveEvent(client, of, { kind: 'task', taskId: task.id }, { person: task.person })
}

/** The tasks of somebody in a universe that are not forgotten yet, the newest first. */
export async function tasksOf({ service }: Stores, universe: string, person: string): Promise<StoredTask[]> {
  const { rows } = await query(
    service,
    columns,
    `${selected} where t.universe = $1 and t.person = $2 order by t.id desc limit ${mostShown}`,
    [universe, person],
  )
  return rows
}
const mostShown = 200

/** `person`: whose it has to be; null: anybody’s. Throws Fault `not_found`, for another’s as for one that does not exist. */
export async function taskOf(
  { service }: Stores,
  universe: string,
  person: string | null,
  id: string,
): Promise<StoredTask> {
  const { rows } = await query(
    service,
    columns,
    `${selected} where t.universe = $1 and ($2::uuid is null or t.person = $2) and t.id = $3`,
    [universe, person, id],
  )
  const [task] = rows
  if (!task) throw new Fault('not_found', 'There is no such task.')
  return task
}

/** Those of everybody: what waits or goes on first, then the newest. `universe` null: of any. */
export async function allTasks(
  { service }: Stores,
  { universe, state, type }: AllWanted,
  most: number,
): Promise<StoredTask[]> {
  const { rows } = await query(
    service,
    columns,
    `${selected} where ($1::uuid is null or t.universe = $1) and ($2::text is null or ${stateSql} = $2)
       and ($3::text is null or t.type = $3)
     order by t.state <> 'waiting', t.id desc limit $4`,
    [universe, state ?? null, type ?? null, most],
  )
  return rows
}
type AllWanted = {
  readonly universe: string | null
  readonly state?: TaskState | undefined
  readonly type?: TaskType | undefined
}

/** One by its id; null: there is none. */
export async function anyTask({ service }: Stores, id: string): Promise<StoredTask | null> {
  const { rows } = await query(service, columns, `${selected} where t.id::text = $1`, [id])
  return rows[0] ?? null
}

/** As its person sees it. */
export const shownTask = (task: StoredTask): Task => ({
  taskId: task.id,
  type: task.type,
  title: task.title,
  survey: task.extName,
  state: task.state,
  position: task.position,
  progress: task.progress,
  attempts: task.attempts,
  createdAt: task.at.toISOString(),
  endedAt: task.endedAt?.toISOString() ?? null,
  refusal: task.refusal,
  file: shownFile(task),
})

export const shownFile = ({ fileName, fileSize, expiresAt }: StoredTask): Task['file'] =>
  fileName === null || fileSize === null || expiresAt === null
    ? null
    : { name: fileName, size: Number(fileSize), expiresAt: expiresAt.toISOString() }

/** Days for which it is known what was done. */
const kept = 30

/** Removes files that have expired, pieces that never became one, and tasks that ended long ago. */
export async function forgetTasks({ service }: Stores): Promise<void> {
  await service.query(
    `with gone as (delete from task_file where expires_at < now() returning universe, task)
     delete from task_piece p using gone where (p.universe, p.task) = (gone.universe, gone.task)`,
  )
  await service.query(
    `delete from task_piece p using task t where (t.universe, t.id) = (p.universe, p.task) and t.state <> 'waiting'
       and not exists (select from task_file f where (f.universe, f.task, f.attempt) = (p.universe, p.task, p.attempt))`,
  )
  await service.query(`delete from task where ended_at < now() - make_interval(days => $1)`, [kept])
}

/** What a refusal says of itself, to be kept. */
export const toldOf = ({ code, message, reason }: Fault): ToldFault => ({
  code,
  message,
  reason: reason && { key: reason.key, values: { ...reason.values } },
})
