import { alertSeverities, alertStates } from '@kaiku/core/alert-state.ts'
import { z } from 'zod'
import { alertAttachment, alertEvent, alertPerson, alertReply } from './alert-event.ts'
import { call } from './call.ts'
import { askedMoment, day, name } from './localised.ts'
import { placeFigure } from './place-figure.ts'
import { version } from './version.ts'

const state = z.enum(alertStates)
const severity = z.enum(alertSeverities)
export const alertChoice = z.object({ id: z.string(), title: z.string() })

const summary = z.object({
  alertId: z.uuid(),
  /** Rises with each change; sent back with the next one. */
  version: z.int(),
  title: z.string(),
  rule: alertChoice,
  state,
  severity,
  /** Null: nobody’s. `name` is empty where the account is gone. */
  owner: alertPerson.nullable(),
  createdAt: z.iso.datetime(),
  /** Null: no time is set. */
  dueAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  solvedAt: z.iso.datetime().nullable(),
  tags: z.array(z.string()),
  /** Null: it concerns no single interview, or that was erased. */
  interviewId: z.uuid().nullable(),
  /** Of the interview; of an alert about a place the last day that was looked at. */
  day: day.nullable(),
  /** Of the rule’s view: a drill path, and the names from its root down (empty where they are kept from the viewer). */
  place: z.object({ path: z.string(), names: z.array(z.string()) }),
  /** The first main indicator that the interview has a score of; null where the viewer may see none. */
  score: z.object({ indicator: z.string(), title: z.string(), value: z.number() }).nullable(),
  /** The beginning of its comment; null where there is none or the viewer may not read it. */
  excerpt: z.string().nullable(),
  /** Null: it is about an interview. */
  figure: placeFigure.nullable(),
  /** Raised afterwards, for a day that was past. */
  isBackfilled: z.boolean(),
})
export const alertSummary = summary.meta({ id: 'AlertSummary' })
export type AlertSummary = z.output<typeof summary>

/** One alert with everything that happened to it, the oldest first. */
export const alert = summary
  .extend({
    survey: z.string(),
    /** The import of its interview was taken back: it stands in no list, and nothing is done about it any more. */
    isWithdrawn: z.boolean(),
    description: z.string(),
    rootCause: alertChoice.nullable(),
    action: alertChoice.nullable(),
    /** What happens to it next while it stays open; null: nothing. */
    escalation: z.object({ at: z.iso.datetime(), role: z.string(), how: z.enum(['assign', 'notify']) }).nullable(),
    /** What else its customer answered, as far as the viewer may see interviews; the newest first. */
    sameCustomer: z.array(
      z.object({
        interviewId: z.uuid(),
        day: day.nullable(),
        /** The innermost that the viewer may know by name. */
        place: z.string(),
        /** As that of the alert; null: it has none, or the viewer sees none. */
        score: z.number().nullable(),
      }),
    ),
    /** The states it may be brought into now. */
    nextStates: z.array(state),
    /** What solving it asks for; empty: nothing. */
    rootCauses: z.array(alertChoice),
    actions: z.array(alertChoice),
    /** The oldest first. */
    attachments: z.array(alertAttachment),
    /** Mails to the customer, the oldest first. */
    replies: z.array(alertReply),
    timeline: z.array(alertEvent),
  })
  .meta({ id: 'Alert' })
export type Alert = z.output<typeof alert>

const survey = z.string().min(1).max(200)
const path = z.string().min(1).max(8000)
const locale = z.string().max(20).optional()
const tags = z.array(name).max(20)
const written = z.string().max(2000)
const split = (text: string) => text.split(',').filter((one) => one !== '')
const list = <T extends string>(of: readonly T[]) =>
  written
    .transform(split)
    .pipe(z.array(z.enum(of)))
    .optional()

/** What narrows a list of alerts beside the place and its filters. Lists are written `open,waiting`. */
export const alertFilters = z.strictObject({
  state: list(alertStates),
  severity: list(alertSeverities),
  /** `me`, `none` or the id of a person. */
  owner: z.union([z.literal('me'), z.literal('none'), z.uuid()]).optional(),
  rule: written.transform(split).optional(),
  tag: z.string().max(80).optional(),
  overdue: z.enum(['true', 'false']).optional(),
  /** Solved with this. */
  rootCause: z.string().max(80).optional(),
  /** At least once. */
  reopened: z.enum(['true', 'false']).optional(),
  locale,
})

/** What a change sets; what is absent stays. `solved` asks for root cause and action where the survey lists them. */
export const alertChange = z.strictObject({
  state: state.optional(),
  severity: severity.optional(),
  /** Null: nobody. */
  owner: z.uuid().nullable().optional(),
  tags: tags.optional(),
  dueAt: askedMoment.nullable().optional(),
  rootCause: z.string().max(80).nullable().optional(),
  action: z.string().max(80).nullable().optional(),
})
export type AlertChange = z.output<typeof alertChange>

const at = z.strictObject({ survey, alertId: z.uuid() })
/** Whom the note mentions: people who handle alerts at its place. */
const mentions = z.array(z.uuid()).max(20).default([])
const counts = z.object({ open: z.int(), inProgress: z.int(), waiting: z.int(), solved: z.int() })

export const alertCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/alerts/list/:survey/:path',
    inPreview: true,
    summary: 'Alerts of a place and selection; those not solved first, the first due first',
    params: z.strictObject({ survey, path }),
    query: alertFilters.extend({
      sort: z.enum(['due', 'newest', 'severity']).default('due'),
      after: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      total: z.int(),
      overdue: z.int(),
      /** By state, whatever states are chosen. */
      counts,
      rows: z.array(alertSummary),
      /** What `after` goes on from; null: these were all. */
      next: z.string().nullable(),
    }),
    needs: 'handleAlerts',
  }),
  groups: call({
    method: 'GET',
    path: 'vuejs/alerts/groups/:survey/:path',
    summary: 'How many alerts each owner, or each place right below this one, has; most first',
    params: z.strictObject({ survey, path }),
    query: alertFilters.extend({ by: z.enum(['owner', 'node']) }),
    reply: z.array(
      z.object({
        /** The id of a person or the drill path of a place; null: nobody’s, or at the place itself. */
        key: z.string().nullable(),
        title: z.string(),
        counts,
        overdue: z.int(),
      }),
    ),
    needs: 'handleAlerts',
  }),
  choices: call({
    method: 'GET',
    path: 'vuejs/alerts/choices/:survey',
    summary: 'What alerts may be filtered by and solved with: rules, root causes, actions, tags in use',
    params: z.strictObject({ survey }),
    query: z.strictObject({ locale }),
    reply: z.object({
      rules: z.array(alertChoice),
      rootCauses: z.array(alertChoice),
      actions: z.array(alertChoice),
      tags: z.array(z.string()),
    }),
    needs: 'handleAlerts',
  }),
  mine: call({
    method: 'GET',
    path: 'vuejs/alerts/mine/:survey',
    inPreview: true,
    summary: 'How many alerts of the viewer’s own are not solved, and what the bell opens',
    params: z.strictObject({ survey }),
    reply: z.object({
      /** As many as the list has rows at `path` with the owner `me` and these `states`. */
      open: z.int(),
      overdue: z.int(),
      /** With the survey’s alert filter, where it has one. */
      path: z.string(),
      states: z.array(state),
    }),
    needs: 'handleAlerts',
  }),
  one: call({
    method: 'GET',
    path: 'vuejs/alerts/one/:survey/:alertId',
    summary: 'One alert and everything that happened to it',
    params: at,
    query: z.strictObject({ locale }),
    reply: alert,
    needs: 'handleAlerts',
  }),
  ofInterview: call({
    method: 'GET',
    path: 'vuejs/alerts/interview/:survey/:interviewId',
    summary: 'The alerts that an interview raised and the viewer may handle, newest first',
    params: z.strictObject({ survey, interviewId: z.uuid() }),
    query: z.strictObject({ locale }),
    reply: z.array(alertSummary),
    needs: 'handleAlerts',
  }),
  people: call({
    method: 'GET',
    path: 'vuejs/alerts/people/:survey',
    summary: 'Who may be given alerts or mentioned: people who handle alerts, of one alert’s place or anywhere',
    params: z.strictObject({ survey }),
    query: z.strictObject({ search: z.string().max(200).default(''), alertId: z.uuid().optional() }),
    reply: z.array(alertPerson),
    needs: 'handleAlerts',
  }),
  change: call({
    method: 'POST',
    path: 'vuejs/alerts/change/:survey/:alertId',
    summary: 'Change an alert; refused when somebody else changed it meanwhile, with what they changed',
    params: at,
    query: z.strictObject({ locale }),
    body: alertChange.extend({ version, note: z.string().trim().max(4000).default(''), mentions }),
    reply: alert,
    needs: 'handleAlerts',
  }),
  note: call({
    method: 'POST',
    path: 'vuejs/alerts/note/:survey/:alertId',
    summary: 'Note something on an alert; `@user` of its people are told',
    params: at,
    query: z.strictObject({ locale }),
    body: z.strictObject({
      message: z.string().trim().min(1).max(4000),
      mentions,
    }),
    reply: alert,
    needs: 'handleAlerts',
  }),
  bulk: call({
    method: 'POST',
    path: 'vuejs/alerts/bulk/:survey',
    summary: 'Change several alerts alike; those that cannot be are left as they are, with the reason',
    params: z.strictObject({ survey }),
    body: z.strictObject({
      alerts: z
        .array(z.strictObject({ alertId: z.uuid(), version }))
        .min(1)
        .max(500),
      change: alertChange.extend({ addTags: tags.default([]), removeTags: tags.default([]) }),
    }),
    reply: z.object({
      /** Undoes it; null: nothing was changed. */
      bulkId: z.uuid().nullable(),
      changed: z.array(z.uuid()),
      left: z.array(z.object({ alertId: z.uuid(), reason: z.string() })),
    }),
    needs: 'handleAlerts',
  }),
  undo: call({
    method: 'POST',
    path: 'vuejs/alerts/undo/:survey',
    summary: 'Take back what the viewer changed at once, except where somebody changed it since',
    params: z.strictObject({ survey }),
    body: z.strictObject({ bulkId: z.uuid() }),
    reply: z.object({
      changed: z.array(z.uuid()),
      left: z.array(z.object({ alertId: z.uuid(), reason: z.string() })),
    }),
    needs: 'handleAlerts',
  }),
}
