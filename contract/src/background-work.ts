import { z } from 'zod'
import { call } from './call.ts'
import { task, taskStates, taskSteps, taskTypes } from './task.ts'

/** What waits to be sent, told or made. */
export const queueNames = [
  'mail',
  'webhook',
  'push',
  'notice',
  'tasks',
  'mailings',
  'campaigns',
  'sms',
  'effects',
] as const
export type QueueName = (typeof queueNames)[number]

const queue = z.object({
  queue: z.enum(queueNames),
  waiting: z.int(),
  /** Tried so often that it is not tried again by itself. */
  givenUp: z.int(),
  /** Since when the oldest waits; null: nothing does. */
  since: z.iso.datetime().nullable(),
  /** Whether what was given up can be tried again. */
  canRetry: z.boolean(),
  /** What was said last of what is not sent, for operators: it may name addresses. */
  fault: z.string().nullable(),
})

/** What goes on all the time, or is done again and again. */
const step = z.object({
  name: z.string(),
  doneAt: z.iso.datetime().nullable(),
  /** Null: it goes on all the time. */
  nextAt: z.iso.datetime().nullable(),
  isFailing: z.boolean(),
  /** Changes that it has yet to follow; null: it follows none. */
  behind: z.int().nullable(),
  fault: z.string().nullable(),
})

const standing = z
  .object({
    queues: z.array(queue),
    /** Of the universe; for operators of all of Kaiku, too. */
    steps: z.array(step),
  })
  .meta({ id: 'BackgroundWork' })
export type BackgroundWork = z.output<typeof standing>
export type QueueStanding = BackgroundWork['queues'][number]
export type StepStanding = BackgroundWork['steps'][number]

/** A task as who looks after the universe sees it. */
const listedTask = task
  .extend({
    by: z.string(),
    /** What happened to it since it was asked for, the oldest first. */
    log: z.array(z.object({ at: z.iso.datetime(), step: z.enum(taskSteps) })),
  })
  .meta({ id: 'ListedTask' })
export type ListedTask = z.output<typeof listedTask>

const wanted = z.strictObject({ state: z.enum(taskStates).optional(), type: z.enum(taskTypes).optional() })
export type TasksWanted = z.output<typeof wanted>

/** Tasks that are changed by one call. */
export const mostTasksChanged = 200
const taskId = z.uuid()
const taskIds = z.strictObject({ taskIds: z.array(taskId).min(1).max(mostTasksChanged) })
/** Where people bring tasks; all other states are the work's own. */
export const newTaskStates = ['ready', 'cancelled'] as const
/** `left`: those that are gone, or for which there is no such step. */
const changed = z.object({ changed: z.array(taskId), left: z.array(taskId) })

export const backgroundWorkCalls = {
  standing: call({
    method: 'GET',
    path: 'backgroundwork/standing',
    summary: 'What waits in the universe, what was given up, when each part of the background work ran last',
    reply: standing,
    needs: 'manageUniverse',
  }),
  retry: call({
    method: 'POST',
    path: 'backgroundwork/retry/:queue',
    summary: 'Try again what was given up in the universe',
    params: z.strictObject({ queue: z.enum(queueNames) }),
    reply: z.object({ again: z.int() }),
    needs: 'manageUniverse',
  }),
  tasks: call({
    method: 'GET',
    path: 'vuejs/tasks/list',
    summary:
      'The tasks of everybody in the universe: those that wait or go on first, then the newest; of the last month',
    query: wanted,
    reply: z.array(listedTask),
    needs: 'manageUniverse',
  }),
  process: call({
    method: 'POST',
    path: 'vuejs/tasks/process',
    summary: 'Do tasks now: those that wait for their time, and again those that failed or were cancelled',
    body: taskIds,
    reply: changed,
    needs: 'manageUniverse',
  }),
  assignState: call({
    method: 'POST',
    path: 'vuejs/tasks/assignstate',
    summary: 'Bring tasks into a state: `ready` does them now, `cancelled` stops them; a step that is none is left out',
    body: taskIds.extend({ newstate: z.enum(newTaskStates) }),
    reply: changed,
    needs: 'manageUniverse',
  }),
  deleteSingle: call({
    method: 'POST',
    path: 'vuejs/tasks/deletesingle/:taskId',
    summary: 'Delete a task and the file that it made; never one that is in progress',
    params: z.strictObject({ taskId }),
    reply: z.object({}),
    needs: 'manageUniverse',
  }),
  deleteAll: call({
    method: 'POST',
    path: 'vuejs/tasks/delete',
    summary: 'Delete all tasks of a state and type, and their files; never one that is in progress',
    /** How many that are, as whoever deletes them was told: if there are others by now, none is deleted. */
    body: wanted.extend({ count: z.int().min(1).max(1_000_000) }),
    reply: z.object({}),
    needs: 'manageUniverse',
  }),
  taskReport: call({
    method: 'GET',
    path: 'vuejs/tasks/report',
    summary: 'The same as a workbook',
    query: wanted.extend({ locale: z.string().max(20).optional() }),
    reply: z.string(),
    kind: 'file',
    needs: 'manageUniverse',
  }),
}
