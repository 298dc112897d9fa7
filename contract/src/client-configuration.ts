import { z } from 'zod'
import { call } from './call.ts'

export const clientConfigurationCalls = {
  client: call({
    method: 'GET',
    path: 'config/client',
    summary: 'Where the client of a host name signs in',
    query: z.strictObject({ domain: z.string().max(253).default('') }),
    reply: z
      .object({ serverUrl: z.string(), realm: z.string(), clientId: z.string() })
      .meta({ id: 'ClientConfiguration' }),
    auth: 'none',
  }),
}
