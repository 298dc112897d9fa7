import { z } from 'zod'
import { alertChoice, alertSummary } from './alert.ts'
import { alertPerson } from './alert-event.ts'
import { rule as interviewRule } from './alert-rule.ts'
import { call } from './call.ts'
import { askedDay, day } from './localised.ts'
import { placeRule } from './place-rule.ts'
import { version } from './version.ts'

const params = z.strictObject({ survey: z.string().min(1).max(200) })
const locale = z.string().max(20).optional()
const period = { from: askedDay, to: askedDay }
/** The id of the only rule that is meant; absent: all. */
const only = z.string().min(1).max(200).optional()
/** How many alerts, and how many of them are there already. */
const counted = { count: z.int(), raised: z.int() }

const told = alertChoice.extend({
  /** What its alerts say, with `{place}` and the like still in it. */
  says: z.string(),
  /** One of these; none: nobody, until somebody takes it. */
  owner: z.array(z.string()),
  /** Where it holds: names of places, the innermost; none: anywhere. Empty is one that the viewer may not know by name. */
  places: z.array(z.string()),
})

/** A rule as people read it: everything but its texts is as it is defined. */
export const toldRule = z.discriminatedUnion('about', [
  interviewRule.pick({ on: true, when: true, history: true, severity: true, due: true, escalation: true }).extend({
    ...told.shape,
    about: z.literal('interview'),
  }),
  placeRule.pick({ watch: true, when: true, every: true, severity: true, due: true, escalation: true }).extend({
    ...told.shape,
    about: z.literal('place'),
    /** What is watched; null where it is silence. */
    indicator: z.string().nullable(),
  }),
])
export type ToldRule = z.output<typeof toldRule>

export const alertRuleCalls = {
  rules: call({
    method: 'GET',
    path: 'vuejs/alerts/rules/:survey',
    summary: 'The published rules that raise alerts, as people read them and as they are written',
    params,
    query: z.strictObject({ locale }),
    reply: z.object({
      rules: z.array(toldRule),
      /** What only who edits the configuration is told; null: the viewer does not. */
      edit: z
        .object({
          /** The published version; sent back with the next one. */
          version: z.int(),
          /** Of `alert-rules.json`; empty: there is none. */
          text: z.string(),
          /** Roles that somebody handles alerts by. */
          roles: z.array(z.string()),
        })
        .nullable(),
    }),
    needs: 'seeAlertRules',
  }),
  publish: call({
    method: 'POST',
    path: 'vuejs/alerts/publishrules/:survey',
    summary: 'Make other rules the next version of `alert-rules.json`',
    params,
    body: z.strictObject({
      /** The text of the file. */
      rules: z.string().max(500_000),
      /** The published version as the caller knows it; another one is a conflict. */
      version: version.min(1),
    }),
    reply: z.object({ version: z.int() }),
    needs: 'editConfiguration',
  }),
  dryRun: call({
    method: 'POST',
    path: 'vuejs/alerts/dryrun/:survey',
    summary: 'What rules would have raised over past days: how many alerts, which, to whom; raises none',
    params,
    body: z.strictObject({
      /** The text of an `alert-rules.json`; absent: the published rules. */
      rules: z.string().max(500_000).optional(),
      only,
      ...period,
      locale,
    }),
    reply: z.object({
      /** Of these days. */
      interviews: z.int(),
      total: z.int(),
      /** Of the total, those that are there already. */
      raised: z.int(),
      /** There is so much that only the newest interviews, or the last hundred days of rules on places, were looked at. */
      isCut: z.boolean(),
      rules: z.array(alertChoice.extend(counted)),
      /** Most first. */
      owners: z.array(z.object({ owner: alertPerson.nullable(), ...counted })),
      /** Days of interviews, or on which a place raises one, from the first on; those without any are left out. */
      days: z.array(z.object({ day, ...counted })),
      /** Of those that the viewer may see, the ones with most alerts, most first. */
      places: z.array(z.object({ place: alertSummary.shape.place, ...counted })),
      /** Of places whose figures and interviews that the viewer may see, the newest first. */
      examples: z.array(
        alertSummary.pick({ title: true, rule: true, severity: true, owner: true, day: true, place: true }).extend({
          /** Null: it is about a place. */
          interviewId: z.uuid().nullable(),
          /** It is there already. */
          isRaised: z.boolean(),
        }),
      ),
    }),
    needs: 'editConfiguration',
    changesNothing: true,
  }),
  backfill: call({
    method: 'POST',
    path: 'vuejs/alerts/backfill/:survey',
    summary:
      'Raise what a dry run of the published rules lists over past days and is not there yet; nobody is mailed, and done again it raises nothing more',
    params,
    body: z.strictObject({ only, ...period }),
    reply: z.object({
      raised: z.int(),
      /** What a dry run lists. */
      listed: z.int(),
      isCut: z.boolean(),
    }),
    needs: 'editConfiguration',
  }),
}
