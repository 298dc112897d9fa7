import { alertSeverities, alertStates } from '@kaiku/core/alert-state.ts'
import { z } from 'zod'
import { rule } from './alert-rule.ts'
import { localised, name } from './localised.ts'
import { ownerRole } from './place-rule.ts'

const { on, when, script, places, history } = rule.shape

/** What becomes of an alert that other things may follow: it comes to be, goes to a state, or is opened again. */
export const alertHappenings = ['raised', ...alertStates.filter((state) => state !== 'open'), 'reopened'] as const
export type AlertHappening = (typeof alertHappenings)[number]

const event = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('interview'), on }),
  z.strictObject({
    type: z.literal('alert'),
    on: z.array(z.enum(alertHappenings)).min(1).default(['raised']),
    /** Ids of the rules whose alerts are meant; none: all. A rule on places tells that a figure crossed its limit. */
    rules: z.array(name).max(100).default([]),
  }),
  /** A sample comes, by a file or a program; `when` looks at what is known of it before. */
  z.strictObject({ type: z.literal('sample') }),
  z.strictObject({
    type: z.literal('timer'),
    /** In the survey’s zone. */
    every: z.enum(['day', 'week']).default('day'),
    /** Of a week: 1 is Monday. */
    weekday: z.int().min(1).max(7).default(1),
    at: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 06:00')
      .default('06:00'),
    /** It looks at the interviews of so many days up to the one before. */
    days: z.int().min(1).max(366).default(7),
  }),
])

const text = localised
const receiver = z.discriminatedUnion('to', [
  /** Whoever has the role, or one of these, at the place or the nearest above. */
  z.strictObject({ to: z.literal('role'), role: ownerRole }),
  /** A person, by the name that they sign in with. */
  z.strictObject({ to: z.literal('person'), username: z.string().trim().min(1).max(200) }),
  z.strictObject({ to: z.literal('address'), address: z.email().max(254) }),
])
export type EffectReceiver = z.output<typeof receiver>

/** A published template that leads to no form, by its title. */
const plainTemplate = z.string().trim().min(1).max(200)
/** When a message to a person may go; outside of these hours it waits. */
const whenWritten = {
  /** Days after being asked by another sample in which they are not written to; absent: that does not matter. */
  restDays: z.int().min(1).max(730).optional(),
  /** Weekdays on which none goes; 0 is Sunday. */
  daysOff: z.array(z.int().min(0).max(6)).max(6).default([]),
}
const fromHour = z.int().min(0).max(23)
const toHour = z.int().min(1).max(24)

const effect = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tag'), tags: z.array(z.string().trim().min(1).max(40)).min(1).max(10) }),
  z.strictObject({
    type: z.literal('mail'),
    receiver,
    /** `{question}` stands for its answer, `{place}` for where, `{day}` for when; who answered and comments are not told by mail. */
    subject: text,
    text,
  }),
  z.strictObject({
    type: z.literal('sms'),
    /** A number with its country. */
    to: z.string().regex(/^\+[1-9]\d{6,14}$/, 'a number such as +358401234567'),
    text,
  }),
  /** Writes to the customer of an alert by a template of `replies`. */
  z.strictObject({ type: z.literal('reply'), template: name }),
  /** A mail to whoever of the sample it is about, at any hour unless hours are said, by the clocks of their time zone. */
  z.strictObject({
    type: z.literal('personMail'),
    template: plainTemplate,
    fromHour: fromHour.default(0),
    toHour: toHour.default(24),
    ...whenWritten,
  }),
  /** An SMS to them, by day unless other hours are said. */
  z.strictObject({
    type: z.literal('personSms'),
    template: plainTemplate,
    fromHour: fromHour.default(8),
    toHour: toHour.default(20),
    ...whenWritten,
  }),
  /** A letter to whoever of the sample it is about; those of a day lie together until somebody has them made. */
  z.strictObject({ type: z.literal('letter'), template: plainTemplate }),
  z.strictObject({
    type: z.literal('webhook'),
    /** By its label. */
    webhook: z.string().trim().min(1).max(100),
  }),
  z.strictObject({
    type: z.literal('alert'),
    alert: rule.shape.alert,
    severity: z.enum(alertSeverities).default('medium'),
    view: rule.shape.view,
    tags: rule.shape.tags,
    owner: rule.shape.owner,
    due: rule.shape.due,
    escalation: rule.shape.escalation,
  }),
  /** Whoever answered is not asked again, by any survey of the universe. */
  z.strictObject({ type: z.literal('suppress') }),
  /** Points for the place in its league. */
  z.strictObject({ type: z.literal('points'), points: z.int().min(1).max(50) }),
])
export type Effect = z.output<typeof effect>
export type EffectType = Effect['type']
/** What writes to whoever of the sample it is about. */
export type PersonEffect = Extract<Effect, { type: 'personMail' | 'personSms' | 'letter' }>
export const personEffectTypes = [
  'personMail',
  'personSms',
  'letter',
] as const satisfies readonly PersonEffect['type'][]
export const isToPerson = (effect: Effect): effect is PersonEffect =>
  personEffectTypes.some((type) => type === effect.type)
export const effectTypes = [
  'tag',
  'mail',
  'sms',
  'personMail',
  'personSms',
  'reply',
  'letter',
  'webhook',
  'alert',
  'suppress',
  'points',
] as const satisfies readonly EffectType[]

/** What happens › what it has to meet › what follows. Each effect follows once of each interview or sample, or of each change of an alert. */
export const effectBlock = z.strictObject({
  id: name,
  title: localised,
  /** False: nothing follows of what happens meanwhile. */
  isOn: z.boolean().default(true),
  event,
  when,
  script,
  places,
  history,
  effects: z.array(effect).min(1).max(10),
})
export type EffectBlock = z.output<typeof effectBlock>

/** `effects.json` */
export const effectsFile = z.strictObject({
  $schema: z.string().optional(),
  blocks: z.array(effectBlock).max(100).default([]),
})
