import { clientConfigurationCalls } from '@kaiku/contract/client-configuration.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import { ownProvider, providerFor } from '../configuration/sign-in.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'

export const clientConfigurationRoutes = (
  app: FastifyInstance,
  _stores: Stores,
  { publicUrl, signIn }: Configuration,
) =>
  mount(app, clientConfigurationCalls, {
    async client(_who, { domain }) {
      const external = providerFor(signIn, domain)
      if (external) {
        const { keycloak, clientId, issuer } = external
        const { serverUrl, realm } = keycloak ?? { serverUrl: '', realm: '' }
        return { serverUrl, realm, clientId, issuer: keycloak ? null : issuer, isOwn: false }
      }
      const { path, realm, clientId } = ownProvider
      return { serverUrl: new URL(path, publicUrl).href, realm, clientId, issuer: null, isOwn: true }
    },
  })
