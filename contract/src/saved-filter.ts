import { z } from 'zod'
import { call } from './call.ts'
import { version } from './version.ts'

const survey = z.string().min(1).max(200)
const token = z.string().max(500_000)
const fields = {
  title: z.string().trim().min(1).max(80),
  /** What it selects, as in an address: `country=fi;ftime=rmonths-11+0`. Empty only together with a page. */
  token,
  /** A page and how it was shown, as behind `shown=` in an address: `alerts:0.state.all`; null: filters for any page. */
  asShown: z
    .string()
    .regex(/^[^:]+:/)
    .max(4000)
    .nullable()
    .default(null),
  /** For everybody of the survey, else for who made it. */
  isShared: z.boolean(),
}
const newSavedFilter = z.strictObject(fields)

/** Filters kept under a name. */
export const savedFilter = z
  .object({
    savedFilterId: z.uuid(),
    ...fields,
    version: z.int(),
    /** Whether the viewer may change it. */
    isOwn: z.boolean(),
    /** False: the survey no longer has its filters, or the viewer may not use them. */
    isUsable: z.boolean(),
  })
  .meta({ id: 'SavedFilter' })
export type SavedFilter = z.output<typeof savedFilter>

const at = z.strictObject({ survey, savedFilterId: z.uuid() })

export const savedFilterCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/filters/saved/:survey',
    inPreview: true,
    summary: 'Filters kept under names, the viewer’s own and shared ones, and what the viewer filtered by last',
    params: z.strictObject({ survey }),
    reply: z.object({
      saved: z.array(savedFilter),
      /** A token; empty where nothing is remembered. */
      last: z.string(),
      /** Whether the viewer may make filters for everybody of the survey. */
      mayShare: z.boolean(),
    }),
  }),
  create: call({
    method: 'POST',
    path: 'vuejs/filters/saved/:survey',
    summary: 'Keep filters under a name',
    params: z.strictObject({ survey }),
    body: newSavedFilter,
    reply: savedFilter,
  }),
  save: call({
    method: 'PUT',
    path: 'vuejs/filters/saved/:survey/:savedFilterId',
    summary: 'Rename kept filters, share them or take that back, or keep others under the name',
    params: at,
    body: newSavedFilter.extend({ version }),
    reply: savedFilter,
  }),
  remove: call({
    method: 'DELETE',
    path: 'vuejs/filters/saved/:survey/:savedFilterId',
    summary: 'Keep these filters no longer',
    params: at,
    reply: z.object({ removed: z.literal(true) }),
  }),
  remember: call({
    method: 'PUT',
    path: 'vuejs/filters/last/:survey',
    summary: 'Remember what the viewer filters by, to offer it at the next visit',
    params: z.strictObject({ survey }),
    body: z.strictObject({ token }),
    reply: z.object({ remembered: z.literal(true) }),
  }),
}
