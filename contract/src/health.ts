import { z } from 'zod'
import { call } from './call.ts'

export const healthCalls = {
  health: call({
    method: 'GET',
    path: 'health',
    summary: 'Whether the server and its stores answer',
    reply: z
      .object({
        /** `partly`: figures wait for ClickHouse, or changes for room on the disk; the rest works. */
        state: z.enum(['ok', 'partly']),
        stores: z.object({ postgres: z.boolean(), clickhouse: z.boolean() }),
        /** `full`: so little room is left that every change is refused. */
        disk: z.enum(['ok', 'full']),
      })
      .meta({ id: 'Health' }),
    auth: 'none',
    standsAlone: true,
  }),
}
