import { z } from 'zod'
import { alert } from './alert.ts'
import { call } from './call.ts'

const at = z.strictObject({ survey: z.string().min(1).max(200), alertId: z.uuid() })
const one = at.extend({ attachmentId: z.uuid() })
const locale = z.strictObject({ locale: z.string().max(20).optional() })

export const alertAttachmentCalls = {
  attach: call({
    method: 'POST',
    path: 'vuejs/alerts/attach/:survey/:alertId',
    summary: 'Attach a file to an alert: a picture, PDF, text, CSV, or a document of Word or Excel',
    params: at,
    query: locale,
    reply: alert,
    kind: 'upload',
    needs: 'handleAlerts',
  }),
  file: call({
    method: 'GET',
    path: 'vuejs/alerts/attachment/:survey/:alertId/:attachmentId',
    summary: 'A file of an alert, for keeping: nothing shows it as a page',
    params: one,
    reply: z.string(),
    kind: 'file',
    needs: 'handleAlerts',
  }),
  detach: call({
    method: 'DELETE',
    path: 'vuejs/alerts/attachment/:survey/:alertId/:attachmentId',
    summary: 'Remove a file from an alert, for good; its timeline says who did',
    params: one,
    query: locale,
    reply: alert,
    needs: 'handleAlerts',
  }),
}
