import { alertSeverities } from '@kaiku/core/alert-state.ts'
import { z } from 'zod'
import { localised, name } from './localised.ts'

export const hours = z.number().positive().max(2000)
export const place = z.string().min(1).max(2000)
const roleName = z.string().trim().min(1).max(200)
/** Who has this role, or one of these. */
export const ownerRole = z.union([roleName, z.array(roleName).min(1).max(10)])

export const escalationStep = z.strictObject({
  /** Working hours in the state open. */
  after: hours,
  /** Whose holder above the alert’s place takes over or is told. */
  role: roleName,
  how: z.enum(['assign', 'notify']).default('assign'),
})

const days = z.int().min(1).max(366)

/** What of a place is watched. */
const watch = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('limit'),
    indicator: name,
    /** One of both: the figure lies below, or above. */
    below: z.number().optional(),
    above: z.number().optional(),
    /** From where on all is well again; absent: from the limit on. Between the two nothing changes. */
    recovered: z.number().optional(),
    /** Of how many days the figure is, the evaluated one the last of them. */
    days: days.default(28),
    /** Answers below which the figure tells nothing; the indicator’s own minimum holds beside it. */
    minimumN: z.int().min(1).optional(),
  }),
  z.strictObject({
    type: z.literal('change'),
    indicator: name,
    direction: z.enum(['fall', 'rise', 'any']).default('any'),
    /** A smaller change is no news, however sure it is. */
    atLeast: z.number().positive().optional(),
    /** Of how many days the figure is; it is compared with as many days before. */
    days: days.default(28),
    minimumN: z.int().min(1).optional(),
  }),
  z.strictObject({
    type: z.literal('silence'),
    /** Days without an answer: working days of the place where the survey has calendars. */
    days,
  }),
])
export type PlaceWatch = z.output<typeof watch>

/** What a template of a rule on places may say beside `{place}`, by what is watched. */
export const factNames = {
  limit: ['day', 'period', 'days', 'indicator', 'figure', 'n', 'interval', 'limit'],
  change: ['day', 'period', 'days', 'indicator', 'figure', 'n', 'interval', 'change', 'before'],
  silence: ['day', 'period', 'days', 'last'],
} as const satisfies Record<PlaceWatch['type'], readonly string[]>

/** A rule on what places say, or no longer say, as a whole. */
export const placeRule = z.strictObject({
  id: name,
  title: localised,
  watch,
  /** A token of filters that the interviews have to meet; empty: all count. */
  when: z.string().max(4000).default(''),
  /** The view whose places are watched; absent: the first. */
  view: name.optional(),
  /** Which of them: those without any below, or those so deep: 1 is right below the root, 0 the root itself. */
  level: z.union([z.literal('leaves'), z.int().min(0).max(12)]).default('leaves'),
  /** Drill paths of the view: these places and those below; none: all. */
  places: z.array(place).max(500).default([]),
  /** On which days it is evaluated, for the days up to the one before: each, on Mondays, on the first of the month. */
  every: z.enum(['day', 'week', 'month']).default('day'),
  /** From when on a day, in the survey’s zone: what comes in by night still counts. */
  at: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 06:00')
    .default('06:00'),
  /** `{place}`, `{figure}`, `{n}`, `{period}` and the like stand for what was found. */
  alert: z.strictObject({ title: localised, description: localised.default('') }),
  severity: z.enum(alertSeverities).default('medium'),
  tags: z.array(name).max(20).default([]),
  /** At the place or the nearest above; absent: nobody, until somebody takes it. */
  owner: ownerRole.optional(),
  /** Working hours until it has to be solved; absent: no time is set. */
  due: hours.optional(),
  escalation: z.array(escalationStep).max(5).default([]),
})
export type PlaceRule = z.output<typeof placeRule>
