import { z } from 'zod'
import { call } from './call.ts'

const survey = z.string().min(1).max(200)

const list = z.enum(['ranking', 'interview'])

/** Columns of rankings, or of lists of interviews, kept under a name, by one person in one survey. */
export const columnSet = z
  .object({
    columnSetId: z.uuid(),
    list,
    title: z.string(),
    /** As in an address: what stands behind `columns=`. */
    columns: z.string(),
  })
  .meta({ id: 'ColumnSet' })
export type ColumnSet = z.output<typeof columnSet>

export const columnSetCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/columns/:survey',
    summary: 'The viewer’s columns kept under names',
    params: z.strictObject({ survey }),
    query: z.strictObject({ list: list.default('ranking') }),
    reply: z.array(columnSet),
  }),
  save: call({
    method: 'PUT',
    path: 'vuejs/columns/:survey',
    summary: 'Keep columns under a name, in place of those that had it',
    params: z.strictObject({ survey }),
    body: z.strictObject({
      list: list.default('ranking'),
      title: z.string().trim().min(1).max(80),
      columns: z.string().max(4000),
    }),
    reply: columnSet,
  }),
  remove: call({
    method: 'DELETE',
    path: 'vuejs/columns/:survey/:columnSetId',
    summary: 'Keep these columns no longer',
    params: z.strictObject({ survey, columnSetId: z.uuid() }),
    reply: z.object({ removed: z.literal(true) }),
  }),
}
