import { z } from 'zod'
import { call } from './call.ts'
import { comparison } from './page.ts'
import { orientations, papers, reportKindNames } from './report-kind.ts'
import { taskStates } from './task.ts'
import { toldFault } from './told-fault.ts'

const kind = z.enum(reportKindNames)

/** `FINISHED`: it can be fetched until it expires; `EXPIRED`: it could be. */
export const reportStatuses = ['QUEUED', 'PROCESSING', 'FINISHED', 'FAILED', 'CANCELLED', 'EXPIRED'] as const
export type ReportStatus = (typeof reportStatuses)[number]

const status = z
  .object({
    reportUUID: z.uuid(),
    status: z.enum(reportStatuses),
    /** How many of the universe are made before it; null: it does not wait in line. */
    position: z.int().nullable(),
    /** From 0 to 1. */
    progress: z.number(),
  })
  .meta({ id: 'ReportState' })
export type ReportState = z.output<typeof status>

const report = status
  .extend({
    survey: z.string(),
    kind,
    title: z.string(),
    /** What it was asked of: a filtered drill path, and what changes are told against. */
    path: z.string(),
    compare: comparison,
    /** The page that shows the same; null: the first one of the survey. */
    page: z.string().nullable(),
    paper: z.enum(papers),
    orientation: z.enum(orientations),
    /** For whom. */
    by: z.string(),
    state: z.enum(taskStates),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    refusal: toldFault.nullable(),
    file: z.object({ name: z.string(), size: z.number(), expiresAt: z.iso.datetime() }).nullable(),
    /** What it is of, as on its first sheet, without title and address: what is said, and of what. Empty until it is made. */
    facts: z.array(z.object({ title: z.string(), text: z.string() })),
  })
  .meta({ id: 'Report' })
export type Report = z.output<typeof report>

const survey = z.string().min(1).max(200)
const path = z.string().min(1).max(8000)
const more = {
  compare: comparison.default('yearBefore'),
  /** The page on which it is asked for: the report tells the address of the page that shows the same. */
  page: z.string().max(200).optional(),
  locale: z.string().max(20).optional(),
  /** Of a document. */
  paper: z.enum(papers).default('a4'),
  orientation: z.enum(orientations).default('portrait'),
}
const ofPath = z.strictObject({ survey, drillPathFiltered: path })
const ofKind = z.strictObject({ survey, path, kind })
const one = z.strictObject({ survey, reportUUID: z.uuid() })

/** A call that begins a report; by GET as in old addresses, and by POST. */
const beginning = <P extends z.ZodObject>(address: string, params: P, what: string) => ({
  get: call({
    method: 'GET',
    path: `vuejs/reports/${address}`,
    summary: `Begin to make ${what}`,
    params,
    query: z.strictObject(more),
    reply: status,
    needs: 'export',
    changes: true,
  }),
  post: call({
    method: 'POST',
    path: `vuejs/reports/${address}`,
    summary: `Begin to make ${what}`,
    params,
    body: z.strictObject(more),
    reply: status,
    needs: 'export',
  }),
})

const ranking = beginning('rankingreport/:survey/:drillPathFiltered', ofPath, 'the ranking of a place as a workbook')
const indicators = beginning(
  'indicatorsreport/:survey/:drillPathFiltered',
  ofPath,
  'the indicators of each place below a place, period by period, as a workbook',
)
const interviews = beginning(
  'interviewsreport/:survey/:drillPathFiltered',
  ofPath,
  'the interviews of a selection as a workbook',
)
const alerts = beginning('alertsreport/:survey/:drillPathFiltered', ofPath, 'the alerts of a selection as a workbook')
const actions = beginning(
  'actionsreport/:survey/:drillPathFiltered',
  ofPath,
  'what was done about the alerts of a selection as a workbook',
)
const any = beginning('createreport/:survey/:path/:kind', ofKind, 'a report of a kind')

export const reportCalls = {
  ranking: ranking.get,
  beginRanking: ranking.post,
  indicators: indicators.get,
  beginIndicators: indicators.post,
  interviews: interviews.get,
  beginInterviews: interviews.post,
  alerts: alerts.get,
  beginAlerts: alerts.post,
  actions: actions.get,
  beginActions: actions.post,
  create: any.get,
  begin: any.post,
  status: call({
    method: 'GET',
    path: 'vuejs/reports/status/:survey/:reportUUID',
    summary: 'How far a report of one’s own is',
    params: one,
    reply: status,
  }),
  one: call({
    method: 'GET',
    path: 'vuejs/reports/one/:survey/:reportUUID',
    summary: 'A report of one’s own: what it is of, how far it is, until when it can be fetched',
    params: one,
    reply: report,
  }),
  ticket: call({
    method: 'POST',
    path: 'vuejs/reports/ticket/:survey/:reportUUID',
    summary: 'An address under which a report of one’s own can be fetched once',
    params: one,
    reply: z.object({ address: z.string() }),
    needs: 'export',
    changesNothing: true,
  }),
  download: call({
    method: 'GET',
    path: 'vuejs/reports/download/:survey/:reportUUID/:ticket',
    summary: 'A report, by a ticket that works once',
    params: one.extend({ ticket: z.string().min(1).max(200) }),
    reply: z.string(),
    auth: 'none',
  }),
}
