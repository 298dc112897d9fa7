import { z } from 'zod'
import { call } from './call.ts'
import { copyTask } from './copy-task.ts'

const universe = z.string().min(1).max(80)
const needs = 'openBackend'

/** Made-up interviews of one survey. */
export const mostMadeUp = 20_000
const largestSeed = 2 ** 31 - 1

/** What a copy with made-up answers is to be. */
export const copyWanted = z.strictObject({
  name: universe,
  /** Absent: as the other one. It says in any case that the answers are made up. */
  title: z.string().trim().min(1).max(120).optional(),
  /** Interviews of each survey; null: as many as it has, at most 20,000. */
  answers: z.int().min(0).max(mostMadeUp).nullable().default(null),
  /** The same seed makes the same answers; absent: any. */
  seed: z.int().min(0).max(largestSeed).optional(),
})

/** A universe that goes into a file, or is made of one. */
export const universeCopy = copyTask
  .extend({
    /** The universe’s name: of the one that is exported, or that is made. */
    universe: z.string(),
    by: z.string(),
    /** The universe whose configuration it gets, with made-up answers; null: it is no such copy. */
    copyOf: z.string().nullable(),
    /** What came of an import; null until it is done. */
    made: z
      .object({
        interviews: z.number(),
        /** User names that belong to somebody else here: these people were left out. */
        taken: z.array(z.string()),
        notCarried: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: 'UniverseCopy' })
export type UniverseCopy = z.output<typeof universeCopy>

export const universeCopyCalls = {
  exportUniverse: call({
    method: 'POST',
    path: 'backend/universes/:universe/export',
    summary: 'Write a universe into a file: its configuration, or with answers, contacts and people',
    params: z.strictObject({ universe }),
    body: z.strictObject({ withAnswers: z.boolean() }),
    reply: universeCopy,
    needs,
  }),
  importUniverse: call({
    method: 'POST',
    path: 'backend/copies',
    summary: 'Make a new universe of an export (multipart field `file`), suspended until it is resumed',
    query: z.strictObject({ name: universe, title: z.string().trim().min(1).max(120).optional() }),
    reply: universeCopy,
    kind: 'upload',
    needs,
  }),
  copyUniverse: call({
    method: 'POST',
    path: 'backend/universes/:universe/copy',
    summary: 'Make a new universe with the configuration of another and made-up answers, suspended until it is resumed',
    params: z.strictObject({ universe }),
    body: copyWanted,
    reply: universeCopy,
    needs,
  }),
  list: call({
    method: 'GET',
    path: 'backend/copies',
    summary: 'Universes that were written into files or made of them lately, the newest first',
    reply: z.array(universeCopy),
    needs,
  }),
  file: call({
    method: 'GET',
    path: 'backend/copies/:taskId/file',
    summary: 'The file of an export, or what is told of an import',
    params: z.strictObject({ taskId: z.uuid() }),
    reply: z.string(),
    kind: 'file',
    needs,
  }),
}
