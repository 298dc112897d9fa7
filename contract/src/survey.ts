import { z } from 'zod'
import { call } from './call.ts'
import { shownIndicator } from './indicator.ts'
import { day, localised, name } from './localised.ts'
import { page } from './page.ts'
import { systemMessage } from './system-message.ts'

const reportFlags = {
  enableExcelBenchmarkReport: z.boolean().default(false),
  enableInterviewsReport: z.boolean().default(false),
  enableAlertsReport: z.boolean().default(false),
  enableActionsReport: z.boolean().default(false),
  enableSamplesReport: z.boolean().default(false),
  enableIndicatorsReport: z.boolean().default(false),
  enablePDFBenchmarkReport: z.boolean().default(false),
  enableSingleInterviewReport: z.boolean().default(false),
}

/** Rules that flag interviews which may not have been answered with care. Null: the rule is off. */
const quality = z
  .strictObject({
    /** The number question that holds how many seconds answering took. */
    duration: name.optional(),
    /** Too fast: below this share of the survey's median duration. */
    tooFast: z.number().gt(0).lt(1).nullable().default(0.33),
    /** Straight-lining: the same step on every question of one scale, of at least so many. */
    straightLining: z.int().min(3).max(200).nullable().default(6),
    /** Duplicate: an earlier interview of the same contact, or with the same answers, at most so many days apart. */
    duplicateDays: z.int().min(0).max(31).nullable().default(1),
  })
  .meta({ id: 'QualityRules' })

/** How one interview stands in a document: questions under headings, in this order; what is named nowhere is left out. */
const interviewLayout = z
  .strictObject({
    sections: z
      .array(z.strictObject({ title: localised, questions: z.array(name).min(1).max(200) }))
      .min(1)
      .max(50),
    /** Its scores, before the first of them. */
    scores: z.boolean().default(true),
    /** What people noted about it, behind the last of them. */
    notes: z.boolean().default(false),
    /** Questions without an answer, too. */
    unanswered: z.boolean().default(false),
  })
  .meta({ id: 'InterviewLayout' })

const kept = z.int().min(1).max(36_500).optional()
const retention = z
  .strictObject({
    /** Whole interviews, from their day. */
    retentionDays: kept,
    /** Contacts in interviews and samples, and what was written to them. */
    contactDays: kept,
    /** Answers to questions with the role `pii` or `identifier`. */
    personalDays: kept,
  })
  .meta({ id: 'Retention' })

/** `settings.json` */
export const settingsFile = z
  .strictObject({
    $schema: z.string().optional(),
    extName: name,
    title: localised,
    locale: z.string().default('en'),
    /** IANA zone that decides an interview's day. */
    timeZone: z.string().default('UTC'),
    /** Off: figures below minimum n are greyed. On: nobody can be told apart (`docs/protection.md`). Absent, here and below: the universe's. */
    protection: z.boolean().optional(),
    minimumN: z.int().min(1).max(1000).optional(),
    /** Comments of a protected survey are told where so many people of a group wrote some. */
    minimumNComments: z.int().min(1).max(1000).optional(),
    /** The period in which people of a protected survey are counted together. */
    protectionPeriod: z.enum(['month', 'quarter', 'year']).default('quarter'),
    /** Days for which things are kept; what is absent, the universe says. */
    retention: retention.optional(),
    /** A filter token written by sign-in, home and reset. */
    startFilter: z.string().default(''),
    alertFilter: z.string().optional(),
    /** Absent: no interview is marked. */
    quality: quality.optional(),
    /** Indicators of tiles and rankings where a page names none; the first one tells the trend sentence. */
    mainIndicators: z.array(name).default([]),
    /** What happened on a day, marked in every trend. */
    events: z
      .array(z.strictObject({ day, title: localised }))
      .max(200)
      .default([]),
    /** Absent: comments, answers and what tells who it is, each as asked. */
    interviewLayout: interviewLayout.optional(),
    ...reportFlags,
  })
  .meta({ id: 'Settings' })
export type Settings = z.output<typeof settingsFile>

/** `texts.json`: overrides of the product's texts, per locale. */
export const textsFile = z.strictObject({
  $schema: z.string().optional(),
  texts: z.record(z.string(), z.record(z.string(), z.string())),
})

export const surveySummary = z
  .object({ extName: z.string(), title: z.string(), loadCount: z.int() })
  .meta({ id: 'SurveySummary' })

/** The Survey entity, in the viewer's locale. */
export const survey = surveySummary
  .extend({
    locale: z.string(),
    views: z.array(
      z.object({
        extName: z.string(),
        title: z.string(),
        /** The place a tab opens, without filters. */
        startPath: z.string(),
        levelTitles: z.array(z.string()),
        /** The trees by which its figures may be seen beside today's: by the places as they were, and by plans. */
        trees: z.object({
          history: z.boolean(),
          plans: z.array(z.object({ id: z.string(), title: z.string(), from: z.string().nullable() })),
        }),
      }),
    ),
    startPath: z.string(),
    startFilter: z.string(),
    alertFilter: z.string().nullable(),
    pages: z.array(page.extend({ title: z.string() })),
    indicators: z.array(shownIndicator),
    questions: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        type: z.string(),
        /** How many groups its answers fall into; null where only the data tell. */
        groups: z.int().nullable(),
      }),
    ),
    /** What a list of interviews shows beside their answers: tags, notes. Empty: the viewer may open none. */
    marks: z.array(z.object({ id: z.string(), title: z.string() })),
    localeText: z.record(z.string(), z.string()),
    systemMessage: systemMessage.nullable(),
    /** Its interviews have days, so that there are periods, trends and changes. */
    isDated: z.boolean(),
    protection: z.boolean(),
    minimumN: z.int(),
    minimumNComments: z.int(),
    /** Where weeks (1 is Monday) and fiscal years (1 is January) begin. */
    calendar: z.object({ weekStart: z.int(), fiscalYearStart: z.int() }),
    /** Day that `today` means in this survey. */
    today: z.iso.date(),
    timeZone: z.string(),
    ...reportFlags,
  })
  .meta({ id: 'Survey' })
export type Survey = z.output<typeof survey>

/** Dictionary of a survey: variables, codes, labels, hierarchies, indicators, filters, counts. */
export const metadata = z
  .object({
    survey: z.string(),
    loadCount: z.int(),
    /** Null, here and below: the survey is protected and there are too few. */
    nInterviews: z.int().nullable(),
    variables: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        type: z.string(),
        roles: z.array(z.string()),
        codes: z.array(z.object({ code: z.string(), title: z.string(), missing: z.boolean(), n: z.int().nullable() })),
        nValid: z.int().nullable(),
        nMissing: z.int().nullable(),
        min: z.number().nullable(),
        max: z.number().nullable(),
      }),
    ),
    hierarchies: z.array(
      z.object({ extName: z.string(), title: z.string(), levels: z.array(z.string()), nodes: z.int() }),
    ),
    indicators: z.array(shownIndicator.extend({ formula: z.string() })),
    filters: z.array(
      z.object({ extName: z.string(), title: z.string(), question: z.string().nullable(), set: z.string() }),
    ),
  })
  .meta({ id: 'Metadata' })

const one = z.strictObject({ survey: z.string().min(1).max(200) })
const locale = z.string().max(20).optional()

export const surveyCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/surveys/list/:universe',
    inPreview: true,
    summary:
      'The surveys of the universe of the request (`all`), or of another of the viewer’s, that they may see there',
    params: z.strictObject({ universe: z.string().min(1).max(200) }),
    query: z.strictObject({ locale }),
    reply: z.array(surveySummary),
  }),
  one: call({
    method: 'GET',
    path: 'vuejs/surveys/one/:survey',
    inPreview: true,
    summary: 'A survey with its views, pages and indicators',
    params: one,
    query: z.strictObject({ locale }),
    reply: survey,
  }),
  loadCount: call({
    method: 'GET',
    path: 'vuejs/surveys/loadcount/:survey',
    inPreview: true,
    summary: 'The data state of a survey',
    params: one,
    reply: z.object({ loadCount: z.int() }),
  }),
  metadata: call({
    method: 'GET',
    path: 'vuejs/surveys/metadata/:survey',
    summary: 'The dictionary of a survey',
    params: one,
    /** `csv`: one line per code of each variable, as a file. `sav`: an SPSS file without cases. */
    query: z.strictObject({ locale, format: z.enum(['json', 'csv', 'sav']).default('json') }),
    reply: metadata,
    kind: 'figures',
  }),
}
