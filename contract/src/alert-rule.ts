import { alertSeverities } from '@kaiku/core/alert-state.ts'
import { z } from 'zod'
import { localised, name } from './localised.ts'
import { escalationStep, hours, ownerRole, place, placeRule } from './place-rule.ts'

/** Characters of a script that stands in a condition. */
const longestCondition = 20_000

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'a time of day such as 09:00')
const choice = z.strictObject({ id: name, title: localised })

/** When people work. Due times and escalations count these hours only. */
const calendar = z.strictObject({
  /** Drill paths it holds for, and below them; none: wherever no other does. */
  places: z.array(place).max(5000).default([]),
  /** IANA zone; absent: the survey’s. */
  timeZone: z.string().optional(),
  /** 1 is Monday. */
  hours: z
    .array(z.strictObject({ days: z.array(z.int().min(1).max(7)).min(1), from: time, to: time }))
    .min(1)
    .max(50),
  /** `2026-12-24`, or `12-24` for every year. */
  holidays: z
    .array(z.string().regex(/^(?:\d{4}-)?\d{2}-\d{2}$/, 'a day such as 2026-12-24, or 12-24 for every year'))
    .max(2000)
    .default([]),
})

export const rule = z.strictObject({
  id: name,
  title: localised,
  on: z
    .array(z.enum(['completed', 'corrected']))
    .min(1)
    .default(['completed']),
  /** A token of the survey’s filters that the interview has to meet; empty: every interview does. */
  when: z.string().max(4000).default(''),
  /**
   * A script that the interview has to meet besides: it exports `meets`, which answers true or false, and `tests`. Absent:
   * none.
   */
  script: z.string().min(1).max(longestCondition).optional(),
  /** Drill paths the interview has to be of; none: any. */
  places: z.array(place).max(500).default([]),
  /** So many interviews of the same contact, this one among them, that meet `when` within so many days. */
  history: z
    .strictObject({
      /** Absent: the rule’s own. */
      when: z.string().max(4000).optional(),
      days: z.int().min(1).max(3660),
      atLeast: z.int().min(2).max(100),
    })
    .optional(),
  /** The view in which the owner is looked for; absent: the first. */
  view: name.optional(),
  /** `{question}` stands for its answer, `{place}` for where, `{day}` for when. */
  alert: z.strictObject({ title: localised, description: localised.default('') }),
  severity: z.enum(alertSeverities).default('medium'),
  tags: z.array(name).max(20).default([]),
  /** Who has this role, or one of these, at the alert’s place or the nearest above; absent: nobody, until somebody takes it. */
  owner: ownerRole.optional(),
  /** Working hours until it has to be solved; absent: no time is set. */
  due: hours.optional(),
  escalation: z.array(escalationStep).max(5).default([]),
})
export type AlertRule = z.output<typeof rule>

const template = z.strictObject({
  id: name,
  title: localised,
  subject: localised,
  /** `{name}` is the customer, `{by}` who writes; the rest is as in an alert’s title. */
  text: localised,
})
export type ReplyTemplate = z.output<typeof template>

/** `alert-rules.json` */
export const alertRulesFile = z.strictObject({
  $schema: z.string().optional(),
  /** What solving an alert asks for; an empty list asks for nothing. */
  rootCauses: z.array(choice).max(200).default([]),
  actions: z.array(choice).max(200).default([]),
  calendars: z.array(calendar).max(100).default([]),
  /** An interview of an earlier day raises nothing: a file of old answers is no news; nor does what places said then. */
  recentDays: z.int().min(1).max(366).default(14),
  rules: z.array(rule).max(200).default([]),
  placeRules: z.array(placeRule).max(100).default([]),
  /** What customers are written by mail. */
  replies: z
    .strictObject({
      /** Where customers answer to; absent: to the sender of all mails. */
      replyTo: z.email().max(254).optional(),
      templates: z.array(template).max(50).default([]),
      /** So many days after an alert was solved its customer is asked again, once, by a template with the way to the survey. */
      askAgain: z.strictObject({ template: name, days: z.int().min(1).max(60).default(3) }).optional(),
    })
    .default({ templates: [] }),
})
export type AlertRules = z.output<typeof alertRulesFile>
export type AlertCalendar = AlertRules['calendars'][number]
