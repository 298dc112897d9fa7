import { z } from 'zod'
import { call } from './call.ts'

const universe = z.string().min(1).max(80)
const one = z.strictObject({ universe })

/** A universe that was deleted, or is being deleted. Moments are null until it is gone from there. */
export const universeDeletion = z
  .object({
    deletionId: z.uuid(),
    name: z.string(),
    title: z.string(),
    by: z.string(),
    askedAt: z.iso.datetime(),
    /** From PostgreSQL: what it defined, who was in it, what was answered. */
    deletedAt: z.iso.datetime().nullable(),
    /** From ClickHouse. */
    figuresAt: z.iso.datetime().nullable(),
    /** From every page and log on the disk, by the night’s work. */
    purgedAt: z.iso.datetime().nullable(),
    /** How many rows, of all tables. */
    rows: z.number().max(Number.MAX_SAFE_INTEGER),
  })
  .meta({ id: 'UniverseDeletion' })
export type UniverseDeletion = z.output<typeof universeDeletion>

export const certificateFormats = ['pdf', 'json'] as const

export const universeDeletionCalls = {
  suspend: call({
    method: 'POST',
    path: 'backend/universes/:universe/suspend',
    summary: 'Let nobody into a universe but root, and send nothing for it; its data stays',
    params: one,
    reply: z.object({ suspended: z.literal(true) }),
    needs: 'openBackend',
  }),
  resume: call({
    method: 'POST',
    path: 'backend/universes/:universe/resume',
    summary: 'Let people into a suspended universe again; what waited is sent',
    params: one,
    reply: z.object({ suspended: z.literal(false) }),
    needs: 'openBackend',
  }),
  remove: call({
    method: 'POST',
    path: 'backend/universes/:universe/delete',
    summary: 'Delete a suspended universe with everything in it, for good',
    params: one,
    body: z.strictObject({
      /** Its name once more, as whoever deletes it has typed it. */
      name: universe,
    }),
    reply: universeDeletion,
    needs: 'openBackend',
  }),
  list: call({
    method: 'GET',
    path: 'backend/deletions',
    summary: 'The universes that were deleted, the newest first',
    reply: z.array(universeDeletion),
    needs: 'openBackend',
  }),
  certificate: call({
    method: 'GET',
    path: 'backend/deletions/:deletionId/certificate',
    summary: 'What was deleted, when and by whom, signed by this installation: to be read, or to be checked',
    params: z.strictObject({ deletionId: z.uuid() }),
    query: z.strictObject({
      format: z.enum(certificateFormats),
      locale: z.string().max(20).optional(),
    }),
    reply: z.string(),
    kind: 'file',
    needs: 'openBackend',
  }),
}
