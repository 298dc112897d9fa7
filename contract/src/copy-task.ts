import { z } from 'zod'
import { taskFile, taskStates } from './task.ts'
import { toldFault } from './told-fault.ts'

/** What is told of a universe or a survey that goes into a file, or is made of one. */
export const copyTask = z.object({
  taskId: z.uuid(),
  kind: z.enum(['export', 'import']),
  title: z.string(),
  /** Of an export: whether answers go along, with contacts and people where a whole universe goes. */
  withAnswers: z.boolean().nullable(),
  state: z.enum(taskStates),
  /** From 0 to 1. */
  progress: z.number(),
  createdAt: z.iso.datetime(),
  /** Null: it goes on. */
  endedAt: z.iso.datetime().nullable(),
  refusal: toldFault.nullable(),
  /** The archive, or what is told of an import, while it is kept. */
  file: taskFile.nullable(),
})
