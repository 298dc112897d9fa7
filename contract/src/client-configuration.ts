import { z } from 'zod'
import { call } from './call.ts'

export const clientConfigurationCalls = {
  client: call({
    method: 'GET',
    path: 'config/client',
    summary: 'Where the client of a host name signs in',
    query: z.strictObject({ domain: z.string().max(253).default('') }),
    reply: z
      .object({
        /** Of a Keycloak, or of Kaiku’s own provider, which answers at Keycloak’s addresses. */
        serverUrl: z.string(),
        realm: z.string(),
        clientId: z.string(),
        /** Not null: a provider of another make; its addresses are in its OpenID discovery document under this one. */
        issuer: z.string().nullable(),
        /** True: the provider that comes with Kaiku. */
        isOwn: z.boolean(),
      })
      .meta({ id: 'ClientConfiguration' }),
    auth: 'none',
  }),
}
