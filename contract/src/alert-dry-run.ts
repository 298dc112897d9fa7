import { z } from 'zod'
import { alertChoice, alertPerson, alertSummary } from './alert.ts'
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
      /** So many would be raised that only the newest interviews were looked at. */
      isCut: z.boolean(),
      rules: z.array(alertChoice.extend({ count: z.int() })),
      /** Most first. */
      owners: z.array(z.object({ owner: alertPerson.nullable(), count: z.int() })),
      /** Of interviews that the viewer may open, the newest first. */
      examples: z.array(
        alertSummary.pick({ title: true, rule: true, severity: true, owner: true, day: true, place: true }).extend({
          interviewId: z.uuid(),
        }),
      ),
    }),
    needs: 'editConfiguration',
    changesNothing: true,
  }),
}
