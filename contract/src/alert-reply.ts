import { z } from 'zod'
import { alert, alertChoice } from './alert.ts'
import { call } from './call.ts'

const at = z.strictObject({ survey: z.string().min(1).max(200), alertId: z.uuid() })
const locale = z.string().max(20).optional()

/** Why a customer cannot be written. */
export const noReplyReasons = ['notYours', 'noAddress', 'optedOut', 'withdrawn', 'noTemplate'] as const

export const alertReplyCalls = {
  offer: call({
    method: 'GET',
    path: 'vuejs/alerts/reply/:survey/:alertId',
    summary: 'A mail to the customer of an alert as a template writes it, for looking at before it is sent',
    params: at,
    query: z.strictObject({ template: z.string().max(80).optional(), language: locale, locale }),
    reply: z.object({
      /** Null: the customer may be written. */
      reason: z.enum(noReplyReasons).nullable(),
      templates: z.array(alertChoice),
      /** What the template is written in; the customer’s own is chosen where it is known. */
      languages: z.array(z.string()),
      /** Null where the customer cannot be written. */
      mail: z
        .object({
          template: z.string(),
          language: z.string(),
          to: z.string(),
          subject: z.string(),
          text: z.string(),
        })
        .nullable(),
    }),
    needs: 'handleAlerts',
  }),
  send: call({
    method: 'POST',
    path: 'vuejs/alerts/reply/:survey/:alertId',
    summary: 'Write the customer of an alert; sent once, however often it is asked with the same id',
    params: at,
    query: z.strictObject({ locale }),
    body: z.strictObject({
      /** Chosen by who sends it. */
      replyId: z.uuid(),
      language: z.string().max(20),
      subject: z.string().trim().min(1).max(300),
      text: z.string().trim().min(1).max(10_000),
      /** The alert waits for the customer from now on. */
      waits: z.boolean().default(false),
    }),
    reply: alert,
    needs: 'handleAlerts',
  }),
}
