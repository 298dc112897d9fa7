import { type AuditFilter, auditCalls } from '@kaiku/contract/audit.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { readAudit } from './audit.store.ts'
import { actorOf, record } from './audit.ts'
import { auditCsv } from './audit-csv.ts'

const onePage = 50
const oneChunk = 1_000

/** The universe whose entries are asked for; null: all of them. Throws Fault `forbidden` to all but root. */
function placeOf({ isRoot, universe }: Viewer, everywhere: AuditFilter['everywhere']): string | null {
  if (everywhere === 'false') return universe
  if (!isRoot) throw refuse('forbidden', 'audit.rootOnly')
  return null
}

export const auditRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, auditCalls, {
    async audit(who, { after, everywhere, ...filter }) {
      const limit = onePage + 1
      const entries = await readAudit(stores.service, placeOf(who, everywhere), filter, { after, limit })
      return { entries: entries.slice(0, onePage), hasMore: entries.length > onePage }
    },

    async auditExport(who, { everywhere, ...filter }, { ip }) {
      const universe = placeOf(who, everywhere)
      await record(stores, actorOf(who, ip), { action: 'data.export', subject: 'audit', after: filter })
      return auditCsv(chunks(stores, universe, filter))
    },
  })

async function* chunks({ service }: Stores, universe: string | null, filter: Omit<AuditFilter, 'everywhere'>) {
  let after: string | undefined
  for (;;) {
    const chunk = await readAudit(service, universe, filter, { after, limit: oneChunk })
    yield chunk
    after = chunk.at(-1)?.id
    if (chunk.length < oneChunk) return
  }
}
