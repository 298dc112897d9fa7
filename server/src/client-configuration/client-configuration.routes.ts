import { clientConfigurationCalls } from '@kaiku/contract/client-configuration.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration.ts'
import { mount } from '../http/mount.ts'
import type { Stores } from '../stores.ts'

/** Names of the identity provider that comes with Kaiku, under the server's own address. */
const own = { path: '/auth', realm: 'kaiku', clientId: 'kaiku-web' } as const

/** Every domain has the same sign-in until there are several; one that is not known has the default by rule. */
export const clientConfigurationRoutes = (app: FastifyInstance, _stores: Stores, { publicUrl }: Configuration) =>
  mount(app, clientConfigurationCalls, {
    client: async () => ({
      serverUrl: new URL(own.path, publicUrl).href,
      realm: own.realm,
      clientId: own.clientId,
    }),
  })
