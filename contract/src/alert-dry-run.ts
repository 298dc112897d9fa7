import { z } from 'zod'
import { alertChoice, alertSummary } from './alert.ts'
import { alertPerson } from './alert-event.ts'
import { call } from './call.ts'
import { day } from './localised.ts'

export const alertRuleCalls = {
  dryRun: call({
    method: 'POST',
    path: 'vuejs/alerts/dryrun/:survey',
    summary: 'What rules would have raised over past days: how many alerts, which, to whom; raises none',
    params: z.strictObject({ survey: z.string().min(1).max(200) }),
    body: z.strictObject({
      /** The text of an `alert-rules.json`; absent: the published rules. */
      rules: z.string().max(500_000).optional(),
      from: day,
      to: day,
      locale: z.string().max(20).optional(),
    }),
    reply: z.object({
      /** Of these days. */
      interviews: z.int(),
      total: z.int(),
      /** There is so much that only the newest interviews, or the last hundred days of rules on places, were looked at. */
      isCut: z.boolean(),
      rules: z.array(alertChoice.extend({ count: z.int() })),
      /** Most first. */
      owners: z.array(z.object({ owner: alertPerson.nullable(), count: z.int() })),
      /** Of places whose figures and interviews that the viewer may see, the newest first. */
      examples: z.array(
        alertSummary.pick({ title: true, rule: true, severity: true, owner: true, day: true, place: true }).extend({
          /** Null: it is about a place. */
          interviewId: z.uuid().nullable(),
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
    params: z.strictObject({ survey: z.string().min(1).max(200) }),
    body: z.strictObject({ from: day, to: day }),
    reply: z.object({
      raised: z.int(),
      /** What a dry run lists. */
      listed: z.int(),
      isCut: z.boolean(),
    }),
    needs: 'editConfiguration',
  }),
}
