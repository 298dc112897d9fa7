import { scimCalls } from '@kaiku/contract/scim.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { createScimToken, listScimTokens, revokeScimToken, scimAddress } from './scim-token.ts'

export const scimTokenRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) =>
  mount(app, scimCalls, {
    tokens: (who) => listScimTokens(stores, who.universe),

    create: async (who, { name }, { ip }) => ({
      ...(await createScimToken(stores, who, name, actorOf(who, ip))),
      address: scimAddress(publicUrl),
    }),

    async revoke(who, { tokenId }, { ip }) {
      await revokeScimToken(stores, who, tokenId, actorOf(who, ip))
      return { revoked: true } as const
    },
  })
