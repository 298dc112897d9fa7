import { z } from 'zod'
import { call } from './call.ts'
import { askedDay, day } from './localised.ts'
import { comparison } from './page.ts'
import { reportKindNames } from './report-kind.ts'
import { version } from './version.ts'

/** What a mail brings beside its figures; `figures`: nothing. */
export const scheduledKinds = ['figures', ...reportKindNames] as const
/** What stands in the mail itself, whole: no report comes with it, and no right to take anything along is asked for. */
export const isMailAlone = (kind: (typeof scheduledKinds)[number]): kind is 'figures' | 'card' =>
  kind === 'figures' || kind === 'card'
export type ScheduledKind = (typeof scheduledKinds)[number]

const minutes = z.int().min(0).max(1_439)
/** On which days, and at how many minutes of the day. */
export const scheduleRule = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('day'), minutes }),
  z.strictObject({
    every: z.literal('week'),
    /** 1 is Monday. */
    days: z.array(z.int().min(1).max(7)).min(1).max(7),
    minutes,
  }),
  z.strictObject({
    every: z.literal('month'),
    /** The last one where the month is shorter. */
    day: z.int().min(1).max(31),
    minutes,
  }),
  z.strictObject({ every: z.literal('fiscalQuarter'), minutes }),
  z.strictObject({ every: z.literal('fiscalYear'), minutes }),
])
export type ScheduleRule = z.output<typeof scheduleRule>

/** As a file in the mail, or by a link behind which it waits. */
export const deliveries = ['attachment', 'link'] as const

const id = z.uuid()
const fields = z.strictObject({
  title: z.string().trim().min(1).max(120),
  kind: z.enum(scheduledKinds),
  /** A filtered drill path: who does not see its place gets their own. */
  path: z.string().min(1).max(8_000),
  compare: comparison.default('yearBefore'),
  page: z.string().max(200).nullable().default(null),
  rule: scheduleRule,
  /** IANA zone. */
  zone: z.string().max(80),
  delivery: z.enum(deliveries).default('attachment'),
  /** Whether it is sent only if there is something new. */
  onlyNew: z.boolean().default(true),
  /** Who gets it: these people, and whoever has these roles when it is sent. */
  people: z.array(id).max(500).default([]),
  roles: z.array(id).max(50).default([]),
  /**
   * And whoever looks after a place of these levels, at or below the place of the path: a role is theirs there, and not
   * above. 1: the level below the root.
   */
  ownerLevels: z.array(z.int().min(1).max(50)).max(50).default([]),
})
export type ScheduleFields = z.output<typeof fields>

export const scheduleStates = ['waiting', 'paused', 'ended'] as const
/** Why it ended: somebody ended it, who made it left, or they may not have it themselves any more. */
export const endReasons = ['ended', 'makerLeft', 'makerRight'] as const

/**
 * `waiting`: it is made soon; `made`: it waits for the mail server; `unknown`: whether the server took it was not heard, so
 * it is not sent again; `left`: its reader wants no more of it. The others say why nothing was sent.
 */
export const mailingStates = [
  ...([
    'waiting',
    'made',
    'sent',
    'nothingNew',
    'tooFew',
    'noRight',
    'noAddress',
    'left',
    'failed',
    'unknown',
  ] as const),
] as const
export type MailingState = (typeof mailingStates)[number]

const named = z.object({ id, name: z.string() })
/** A level of a view, such as stores. */
const level = z.object({ view: z.string(), level: z.int(), title: z.string() })
const schedule = z
  .object({
    scheduleId: id,
    survey: z.string(),
    surveyTitle: z.string(),
    title: z.string(),
    kind: z.enum(scheduledKinds),
    rule: scheduleRule,
    zone: z.string(),
    delivery: z.enum(deliveries),
    onlyNew: z.boolean(),
    state: z.enum(scheduleStates),
    endReason: z.enum(endReasons).nullable(),
    /** Null: it is due no more, or paused. */
    nextAt: z.iso.datetime().nullable(),
    /** Who made it; empty: their account is gone. */
    by: z.string(),
    /** Whether the viewer may change it. */
    isOwn: z.boolean(),
    /** Whether the viewer gets it, and whether they said that they want no more of it. */
    isReader: z.boolean(),
    hasLeft: z.boolean(),
    /** The day from which they get it again by themselves; null: they do not. */
    leftUntil: day.nullable(),
    /** What is shown to who made it and to administrators alone; null for its readers. */
    more: z
      .object({
        path: z.string(),
        compare: comparison,
        page: z.string().nullable(),
        people: z.array(named),
        roles: z.array(named),
        owners: z.array(level),
      })
      .nullable(),
    /** Of the last run: when, and how many mails in each state; null: none yet. For its readers of their own mail alone. */
    last: z.object({ at: z.iso.datetime(), states: z.partialRecord(z.enum(mailingStates), z.int()) }).nullable(),
    version,
  })
  .meta({ id: 'ReportSchedule' })
export type ReportSchedule = z.output<typeof schedule>

const mailing = z
  .object({
    mailingId: id,
    runAt: z.iso.datetime(),
    isByHand: z.boolean(),
    reader: z.string(),
    state: z.enum(mailingStates),
    endedAt: z.iso.datetime().nullable(),
    /** When its reader first came by a link in it; null: never. */
    openedAt: z.iso.datetime().nullable(),
    /** What was sent: of what place, with what file. The place is told to its reader and to administrators. */
    place: z.string().nullable(),
    fileName: z.string().nullable(),
    /** What the mail server or Kaiku said against it. */
    fault: z.string().nullable(),
  })
  .meta({ id: 'ReportMailing' })
export type ReportMailing = z.output<typeof mailing>

const one = z.strictObject({ scheduleId: id })
const inLocale = z.strictObject({ locale: z.string().max(20).optional() })
/** So many schedules come at once. */
export const schedulesAtOnce = 50
const inSurvey = z.strictObject({ survey: z.string().min(1).max(200) })

/** What the link of a mail tells of its schedule. */
export const scheduleByLink = z
  .object({
    title: z.string(),
    /** Who made it; empty: their account is gone. */
    by: z.string(),
    /** Whoever the mail was to gets no more of them. */
    hasLeft: z.boolean(),
    leftUntil: day.nullable(),
    hasEnded: z.boolean(),
  })
  .meta({ id: 'ScheduleByLink' })
export type ScheduleByLink = z.output<typeof scheduleByLink>
const leaving = z.strictObject({ hasLeft: z.boolean(), until: askedDay.nullable().default(null) })
const byLink = z.strictObject({ token: z.string().min(1).max(600) })

export const reportScheduleCalls = {
  own: call({
    method: 'GET',
    path: 'report-schedule/own',
    summary: 'Reports that are mailed again and again which the viewer made, or gets',
    query: inLocale,
    reply: z.array(schedule),
  }),
  all: call({
    method: 'GET',
    path: 'report-schedule/all',
    summary:
      'The reports that are mailed again and again in the universe, the newest first: what goes to whom, when last, when next',
    /** `after`: those older than this one. */
    query: inLocale.extend({ after: id.optional() }),
    reply: z.array(schedule),
    needs: 'manageUniverse',
  }),
  readers: call({
    method: 'GET',
    path: 'report-schedule/readers/:survey',
    summary:
      'To whom reports of a survey can be mailed: members with a mail address who see it, roles, and levels of places',
    params: inSurvey,
    query: inLocale,
    reply: z.object({ people: z.array(named), roles: z.array(named), levels: z.array(level) }),
    needs: 'export',
  }),
  create: call({
    method: 'POST',
    path: 'report-schedule/create/:survey',
    summary: 'Have a report mailed again and again, to each as they may see it',
    params: inSurvey,
    body: fields,
    reply: schedule,
    needs: 'export',
  }),
  change: call({
    method: 'PUT',
    path: 'report-schedule/change/:scheduleId',
    summary: 'Change a schedule of one’s own; refused where it was changed meanwhile',
    params: one,
    body: fields.extend({ version }),
    reply: schedule,
    needs: 'export',
  }),
  pause: call({
    method: 'POST',
    path: 'report-schedule/pause/:scheduleId',
    summary: 'Pause a schedule, or go on with it',
    params: one,
    body: z.strictObject({ isPaused: z.boolean() }),
    reply: schedule,
  }),
  end: call({
    method: 'POST',
    path: 'report-schedule/end/:scheduleId',
    summary: 'End a schedule for everybody, for good',
    params: one,
    reply: schedule,
  }),
  leave: call({
    method: 'POST',
    path: 'report-schedule/leave/:scheduleId',
    summary: 'Get no more of the mails of a schedule, for good or until a day, or get them again',
    params: one,
    body: leaving,
    reply: schedule,
  }),
  readByLink: call({
    method: 'GET',
    path: 'report-schedule/by-link/:token',
    summary: 'What is mailed to whoever has the link of one of its mails',
    params: byLink,
    reply: scheduleByLink,
    auth: 'none',
  }),
  leaveByLink: call({
    method: 'POST',
    path: 'report-schedule/by-link/:token',
    summary: 'Get no more of the mails of a schedule, or get them again, by the link in one of them',
    params: byLink,
    body: leaving,
    reply: scheduleByLink,
    auth: 'none',
  }),
  run: call({
    method: 'POST',
    path: 'report-schedule/run/:scheduleId',
    summary: 'Mail a schedule’s report now, whether there is something new or not',
    params: one,
    reply: schedule,
  }),
  history: call({
    method: 'GET',
    path: 'report-schedule/history/:scheduleId',
    summary: 'What became of each mail of a schedule, the newest first; its readers see their own',
    params: one,
    reply: z.array(mailing),
  }),
}
