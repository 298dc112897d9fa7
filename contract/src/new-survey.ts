import { z } from 'zod'
import { call } from './call.ts'
import { questionTypes } from './question.ts'
import { toldFault } from './told-fault.ts'

/** What people come from: programs whose exports are recognised by their heads. */
export const exportSources = [
  'qualtrics',
  'surveyMonkey',
  'googleForms',
  'typeform',
  'limeSurvey',
  'formbricks',
] as const
export type ExportSource = (typeof exportSources)[number]

const header = z.string().max(10_000)
const columnRoles = ['none', 'date', 'weight', 'contact', 'comment', 'identifier', 'pii', 'background'] as const
export type ColumnRole = (typeof columnRoles)[number]

/** What somebody settled of a column; what is absent stays as Kaiku understood it. */
const columnDecision = z.strictObject({
  leftOut: z.boolean().optional(),
  title: z.string().trim().min(1).max(4000).optional(),
  type: z.enum(questionTypes).optional(),
  role: z.enum(columnRoles).optional(),
  /** Of a scale: whether its lowest number is best. */
  falling: z.boolean().optional(),
  min: z.int().min(-1000).max(1000).optional(),
  max: z.int().min(-1000).max(1000).optional(),
  /** Texts of the file that are no answer. */
  missing: z.array(z.string().max(200)).max(200).optional(),
  /** Whether it is the question of recommending. */
  nps: z.boolean().optional(),
  /** Of dates that can be read in two ways. */
  dayFirst: z.boolean().optional(),
})
export type ColumnDecision = z.output<typeof columnDecision>

/** What somebody settled of a file before a survey is made of it. */
export const fileDecisions = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  /** By the names of columns. */
  columns: z.record(header, columnDecision).default({}),
  /** The column that names a row; null: none does. */
  key: header.nullable().optional(),
  /** The columns that make places, the widest first; none: the file is the only place. */
  levels: z.array(header).max(12).optional(),
  /** Answers to doubts, by what is in doubt. */
  answers: z.record(z.string().max(10_100), z.string().max(10_100)).default({}),
})
export type FileDecisions = z.output<typeof fileDecisions>

export const doubtKinds = [
  'day',
  'dayOrder',
  'outside',
  'direction',
  'codes',
  'nps',
  'key',
  'personal',
  'places',
  'change',
] as const
export type DoubtKind = (typeof doubtKinds)[number]

/** Something that the file does not say, to be answered by a click. */
const fileDoubt = z
  .object({
    id: z.string(),
    kind: z.enum(doubtKinds),
    columns: z.array(z.object({ column: z.string(), title: z.string() })),
    /** What is in doubt: texts of the file. */
    values: z.array(z.string()),
    /** What can be answered; `column:` and a name where a column is. */
    answers: z.array(z.string()),
    /** What Kaiku goes by unless somebody says otherwise. */
    assumed: z.string(),
    answered: z.string().nullable(),
  })
  .meta({ id: 'FileDoubt' })
export type FileDoubt = z.output<typeof fileDoubt>

const understoodColumn = z
  .object({
    column: z.string(),
    title: z.string(),
    /** Null: it is not read. */
    question: z.string().nullable(),
    type: z.enum(questionTypes).nullable(),
    role: z.enum(columnRoles),
    /** Types that its answers can be read as. */
    fits: z.array(z.enum(questionTypes)),
    /** Why it is not read; `technical`: the program that wrote the file keeps it for itself. */
    leftOut: z.enum(['decided', 'technical', 'empty', 'counts']).nullable(),
    isKey: z.boolean(),
    /** Where it stands among the levels of the first view, from 1; null: nowhere. */
    level: z.int().nullable(),
    /** The first column of those that are read as one question; null: it stands alone, or is the first. */
    partOf: z.string().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    falling: z.boolean(),
    missing: z.array(z.string()),
    filled: z.int(),
    /** The commonest texts, and in how many rows they stand. */
    values: z.array(z.object({ text: z.string(), rows: z.int() })),
    /** Whether it has more texts than these. */
    more: z.boolean(),
    /** What was assumed and why, in English. */
    notes: z.array(z.object({ assumption: z.string(), reason: z.string() })),
  })
  .meta({ id: 'UnderstoodColumn' })
export type UnderstoodColumn = z.output<typeof understoodColumn>

export const understoodFile = z.object({
  name: z.string(),
  /** The survey's name in addresses. */
  extName: z.string(),
  rows: z.int(),
  blankRows: z.int(),
  source: z.enum(exportSources).nullable(),
  /** How the letters were read; null where the file itself says. */
  encoding: z.string().nullable(),
  doubts: z.array(fileDoubt),
  columns: z.array(understoodColumn),
})
export type UnderstoodFile = z.output<typeof understoodFile>

const newSurveySummary = z
  .object({
    newSurveyId: z.uuid(),
    file: z.string(),
    /** Bytes. */
    size: z.int(),
    at: z.iso.datetime(),
    /** Until when file and decisions are kept. */
    expiresAt: z.iso.datetime(),
    /** The survey that was made of it, and its import; null: none yet. */
    published: z.object({ survey: z.string(), taskId: z.uuid().nullable() }).nullable(),
  })
  .meta({ id: 'NewSurveySummary' })

const newSurvey = newSurveySummary
  .extend({ decisions: fileDecisions, understood: understoodFile })
  .meta({ id: 'NewSurvey' })
export type NewSurvey = z.output<typeof newSurvey>

const measuresShown = [
  ...(['mean', 'index', 'nps', 'topBox', 'bottomBox', 'share', 'sum', 'count'] as const),
  ...(['median', 'rate', 'composite', 'pooled'] as const),
] as const

const figure = z.object({
  id: z.string(),
  title: z.string(),
  measure: z.enum(measuresShown),
  decimals: z.int(),
  /** Null: nobody answered it. */
  value: z.number().nullable(),
  n: z.int(),
})

/** What the first page will show, computed from the first rows of the file. */
const newSurveyPreview = z
  .object({
    /** Rows that were read for it, and whether these are all. */
    rows: z.int(),
    isWhole: z.boolean(),
    indicators: z.array(figure),
    /** The first indicator by month; empty without dates. */
    trend: z.array(z.object({ month: z.string(), value: z.number().nullable(), n: z.int() })),
    /** The first indicator in the largest places of the first view. */
    places: z.object({
      title: z.string(),
      rows: z.array(z.object({ place: z.string(), value: z.number().nullable(), n: z.int() })),
    }),
    distributions: z.array(
      z.object({ question: z.string(), title: z.string(), bars: z.array(z.object({ title: z.string(), n: z.int() })) }),
    ),
    comments: z.array(z.string()),
    pages: z.array(z.string()),
    rejected: z.int(),
    rejects: z.array(z.object({ line: z.int(), column: z.string(), value: z.string(), reason: z.string() })),
    /** What keeps the definition from being published. */
    faults: z.array(z.object({ place: z.string(), expected: z.string(), found: z.string() })),
  })
  .meta({ id: 'NewSurveyPreview' })
export type NewSurveyPreview = z.output<typeof newSurveyPreview>

const one = z.strictObject({ newSurveyId: z.uuid() })
const needs = 'addSurvey'

export const newSurveyCalls = {
  list: call({
    method: 'GET',
    path: 'newsurvey',
    summary: 'Files that the viewer would make surveys of, the newest first; each is kept for a day',
    reply: z.array(newSurveySummary),
    needs,
  }),
  upload: call({
    method: 'POST',
    path: 'newsurvey',
    summary: 'Take a file of answers (multipart field `file`) and say what it holds; nothing is published',
    reply: newSurvey,
    kind: 'upload',
    needs,
  }),
  one: call({
    method: 'GET',
    path: 'newsurvey/:newSurveyId',
    summary: 'What is understood of a file, and what was decided of it',
    params: one,
    reply: newSurvey,
    needs,
  }),
  decide: call({
    method: 'PUT',
    path: 'newsurvey/:newSurveyId',
    summary: 'Settle what a file holds: answers to doubts, types, roles, titles, places, key',
    params: one,
    body: z.strictObject({ decisions: fileDecisions }),
    reply: newSurvey,
    needs,
  }),
  preview: call({
    method: 'GET',
    path: 'newsurvey/:newSurveyId/preview',
    summary: 'Figures of the first page and the rows that will be rejected',
    params: one,
    reply: newSurveyPreview,
    needs,
  }),
  definition: call({
    method: 'GET',
    path: 'newsurvey/:newSurveyId/definition',
    summary: 'The definition as `kaiku try` would write it, as a ZIP file',
    params: one,
    reply: z.any(),
    kind: 'file',
    needs,
  }),
  publish: call({
    method: 'POST',
    path: 'newsurvey/:newSurveyId/publish',
    summary: 'Publish the survey and import the file in the background; never over a survey that exists',
    params: one,
    reply: newSurveySummary,
    needs,
  }),
  standing: call({
    method: 'GET',
    path: 'newsurvey/:newSurveyId/standing',
    summary: 'How far the import of a published file is',
    params: one,
    reply: z.object({
      survey: z.string(),
      state: z.enum(['importing', 'done', 'failed']),
      /** From 0 to 1. */
      progress: z.number(),
      /** What was read; null until that is done. */
      report: z
        .object({ rows: z.int(), inserted: z.int(), corrected: z.int(), unchanged: z.int(), rejected: z.int() })
        .nullable(),
      refusal: toldFault.nullable(),
      /** Address of the first page. */
      path: z.string(),
    }),
    needs,
  }),
  drop: call({
    method: 'DELETE',
    path: 'newsurvey/:newSurveyId',
    summary: 'Forget a file and what was decided of it; a survey that was made of it stays',
    params: one,
    reply: z.object({ dropped: z.literal(true) }),
    needs,
  }),
}
