import { sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import { sampleSteps } from '@kaiku/core/sample-step.ts'
import { z } from 'zod'
import { call } from './call.ts'

/** What a table of samples can show beside what is known before, `background:` and the question's id. */
export const sampleTableColumns = [
  ...(['name', 'email', 'phone', 'street', 'postcode', 'town', 'country'] as const),
  ...(['externalId', 'contact', 'locale', 'timeZone', 'state', 'reason'] as const),
  ...(['place', 'invitedAt', 'respondedAt', 'createdAt', 'changedAt'] as const),
] as const
/** Counted of the samples of a group; `responseRate`: those who answered, of those who were reached, between 0 and 1. */
export const sampleMeasures = ['count', 'invited', 'reached', 'answered', 'responseRate'] as const
export const sampleGroups = ['state', 'reason', 'locale', 'place'] as const

const column = z.union([z.enum(sampleTableColumns), z.templateLiteral(['background:', z.string().min(1).max(200)])])
const survey = z.string().min(1).max(200)
const path = z.string().min(1).max(8000)
const format = z.enum(['csv', 'xlsx']).default('xlsx')

/** A table as it stands on a screen: its columns, or groups with what is counted of each. */
export const sampleTableSpecification = z.strictObject({
  columns: z
    .array(column)
    .min(1)
    .max(100)
    .default(['name', 'email', 'phone', 'place', 'state', 'reason', 'invitedAt', 'respondedAt', 'changedAt']),
  /** One row for each instead of one for each sample. `place`: each place right below. */
  groupBy: z.enum(sampleGroups).optional(),
  measures: z
    .array(z.enum(sampleMeasures))
    .min(1)
    .default([...sampleMeasures]),
  sort: z.enum(['changed', 'oldest', 'name']).default('changed'),
  filter: z
    .strictObject({
      state: z.array(z.enum(sampleStates)).optional(),
      reason: z.array(z.enum(sampleReasons)).optional(),
      step: z.enum(sampleSteps).optional(),
    })
    .default({}),
  /** A last row that says how many there are, of groups all of them together. */
  totals: z.boolean().default(true),
  /** Rows at most; absent: all. */
  limit: z.int().min(1).max(10_000_000).optional(),
  format,
  locale: z.string().max(20).optional(),
})
export type SampleTable = z.output<typeof sampleTableSpecification>

export const sampleTableCalls = {
  table: call({
    method: 'POST',
    path: 'vuejs/reports/sampletablereport/:survey/:table/:path',
    summary: 'A table of people who are or may be asked as a file, by its columns or in groups',
    params: z.strictObject({ survey, table: z.enum(['samples']), path }),
    query: z.strictObject({ filterterm: z.string().max(200).optional() }),
    body: sampleTableSpecification,
    reply: z.string(),
    changesNothing: true,
    needs: 'export',
  }),
}

export const sampleReportCalls = {
  report: call({
    method: 'GET',
    path: 'vuejs/reports/samplesreport/:survey/:path',
    summary: 'The samples of a place as a file; with `sampleId` everything that is stored about that person',
    params: z.strictObject({ survey, path }),
    query: z.strictObject({ sampleId: z.uuid().optional(), format, locale: z.string().max(20).optional() }),
    reply: z.string(),
    kind: 'file',
    needs: 'export',
  }),
}
