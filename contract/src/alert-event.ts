import { z } from 'zod'

export const alertPerson = z.object({ userId: z.uuid(), name: z.string() }).meta({ id: 'AlertPerson' })

const change = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })

const alertEventKinds = [
  ...(['created', 'changed', 'note', 'escalated', 'notified', 'withdrawn'] as const),
  ...(['attached', 'detached', 'replied', 'asked'] as const),
] as const

export const alertEvent = z.object({
  eventId: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(alertEventKinds),
  /** Null: Kaiku itself. */
  by: alertPerson.nullable(),
  /** `state`, `severity`, `owner`, `tags`, `dueAt`, `rootCause`, `action`, `attachment`, `reply` (its id); values in the viewer’s words, null: none. */
  changes: z.array(change),
  note: z.string().nullable(),
  mentions: z.array(alertPerson),
})
export type AlertEvent = z.output<typeof alertEvent>

export const alertAttachment = z
  .object({
    attachmentId: z.uuid(),
    name: z.string(),
    type: z.string(),
    /** Bytes. */
    size: z.int(),
    at: z.iso.datetime(),
    /** Null: their account is gone. */
    by: alertPerson.nullable(),
  })
  .meta({ id: 'AlertAttachment' })
export type AlertAttachment = z.output<typeof alertAttachment>

const deliveryStates = ['queued', 'sent', 'failed', 'bounced'] as const

export const alertReply = z
  .object({
    replyId: z.uuid(),
    at: z.iso.datetime(),
    /** Null: Kaiku, or their account is gone. */
    by: alertPerson.nullable(),
    /** Null: the viewer may not see contact data here. */
    words: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
    /** `bounced`: nobody has this address. */
    delivery: z.enum(deliveryStates),
    deliveredAt: z.iso.datetime().nullable(),
    /** What the mail server said last; null: nothing against it. */
    fault: z.string().nullable(),
  })
  .meta({ id: 'AlertReply' })
export type AlertReply = z.output<typeof alertReply>
