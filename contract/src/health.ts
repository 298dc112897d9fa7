import { z } from 'zod'
import { call } from './call.ts'

export const healthCalls = {
  health: call({
    method: 'GET',
    path: 'health',
    summary: 'Whether the server and its stores answer',
    reply: z
      .object({
        /** `partly`: figures wait for ClickHouse, the rest works. */
        state: z.enum(['ok', 'partly']),
        stores: z.object({ postgres: z.boolean(), clickhouse: z.boolean() }),
      })
      .meta({ id: 'Health' }),
    auth: 'none',
    standsAlone: true,
  }),
}
