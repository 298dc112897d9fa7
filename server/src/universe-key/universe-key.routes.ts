import { universeKeyCalls } from '@kaiku/contract/universe-key.ts'
import type { FastifyInstance } from 'fastify'
import { refuseUnlessAll } from '../access/own-rights.ts'
import { actorOf } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { createUniverseKey, listUniverseKeys, publicApiAddress, revokeUniverseKey } from './universe-key.ts'

export const universeKeyRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) =>
  mount(app, universeKeyCalls, {
    list: (who) => listUniverseKeys(stores, who.universe),

    async create(who, settings, { ip }) {
      // A key reaches every interview: nobody gives it more than they have.
      await refuseUnlessAll(stores, who, 'key.everything')
      const made = await createUniverseKey(stores, who.universe, settings, actorOf(who, ip))
      return { ...made, address: publicApiAddress(publicUrl) }
    },

    async revoke(who, { keyId }, { ip }) {
      await refuseUnlessAll(stores, who, 'key.everything')
      await revokeUniverseKey(stores, who.universe, keyId, actorOf(who, ip))
      return { revoked: true } as const
    },
  })
