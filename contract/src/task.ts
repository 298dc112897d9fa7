import { z } from 'zod'
import { call } from './call.ts'
import { toldFault } from './told-fault.ts'

/** What Kaiku does for people in the background. */
export const taskTypes = [
  ...(['report', 'letters', 'recalculation', 'import', 'fetch', 'responseCheck'] as const),
  ...(['universeExport', 'universeImport', 'surveyExport', 'surveyImport'] as const),
] as const
export type TaskType = (typeof taskTypes)[number]

/**
 * `new`: its time is still to come; `ready`: it is next in turn; `processing`: a process works on it; `waiting`: an attempt
 * failed, another follows; the others are ends.
 */
export const taskStates = ['new', 'ready', 'processing', 'waiting', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof taskStates)[number]

/** What happened to a task; `takenOver`: the process that worked on it was gone, and another began. */
export const taskSteps = ['begun', 'takenOver', 'broke', 'done', 'refused', 'cancelled', 'again'] as const
export type TaskStep = (typeof taskSteps)[number]

/** What a task made, while that is kept. */
export const taskFile = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  expiresAt: z.iso.datetime(),
})

export const task = z
  .object({
    taskId: z.uuid(),
    type: z.enum(taskTypes),
    /** What it makes, in the language of who asked for it. */
    title: z.string(),
    /** The survey’s name in addresses; null: it is about none. */
    survey: z.string().nullable(),
    state: z.enum(taskStates),
    /** How many of the universe are before it; null: it does not wait in line. */
    position: z.int().nullable(),
    /** From 0 to 1. */
    progress: z.number(),
    attempts: z.int(),
    createdAt: z.iso.datetime(),
    /** Null: it goes on. */
    endedAt: z.iso.datetime().nullable(),
    /** Why it failed; null: it did not, or operators alone are told. */
    refusal: toldFault.nullable(),
    /** What it made, while that is kept. */
    file: taskFile.nullable(),
  })
  .meta({ id: 'Task' })
export type Task = z.output<typeof task>

const taskId = z.uuid()
export const taskCalls = {
  own: call({
    method: 'GET',
    path: 'task/own',
    summary: 'What Kaiku does or did for the viewer in the background, the newest first; of the last month',
    reply: z.array(task),
  }),
  cancel: call({
    method: 'POST',
    path: 'task/cancel/:taskId',
    summary: 'Stop a task of one’s own, or any of the universe that one looks after; one that has ended stays as it is',
    params: z.strictObject({ taskId }),
    reply: task,
  }),
  retry: call({
    method: 'POST',
    path: 'task/retry/:taskId',
    summary: 'Do a task again that failed or was stopped: one’s own, or any of the universe that one looks after',
    params: z.strictObject({ taskId }),
    reply: task,
  }),
}
