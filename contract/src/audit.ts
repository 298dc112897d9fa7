import { auditActions } from '@kaiku/core/audit-action.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { askedDay } from './localised.ts'

export const auditEntry = z
  .object({
    id: z.string(),
    at: z.string(),
    /** Who did it. */
    actor: z.string(),
    /** In whose name; null: in one’s own. */
    actingAs: z.string().nullable(),
    action: z.string(),
    subject: z.string(),
    address: z.string(),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof auditEntry>

const filter = z.strictObject({
  action: z.enum(auditActions).optional(),
  /** Part of the name of who did it, or in whose name. */
  person: z.string().max(100).default(''),
  /** First and last day, in UTC. */
  from: askedDay.optional(),
  to: askedDay.optional(),
  /** Part of the subject, of what was before or of what is after. */
  text: z.string().max(200).default(''),
  /** Root only: of every universe, and of none. */
  everywhere: z.enum(['true', 'false']).default('false'),
})

export const auditCalls = {
  audit: call({
    method: 'GET',
    path: 'audit/list',
    summary: 'What was done in the universe, the newest first',
    query: filter.extend({
      /** Goes on behind this entry. */
      after: z.uuid().optional(),
    }),
    reply: z.object({
      entries: z.array(auditEntry),
      /** There are older ones. */
      hasMore: z.boolean(),
    }),
    needs: 'seeAudit',
  }),
  auditExport: call({
    method: 'GET',
    path: 'audit/export',
    summary: 'The same as CSV; the export is written down too',
    query: filter,
    reply: z.string(),
    kind: 'file',
    needs: 'seeAudit',
  }),
}
export type AuditFilter = z.output<typeof filter>
