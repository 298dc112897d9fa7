import type { ApiScope } from '@kaiku/core/api-scope.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { bearer } from '../sign-in/identity.ts'
import { type FoundUniverseKey, keyOfToken } from './universe-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of calls that are open to keys. */
    apiKey: FoundUniverseKey
  }
  interface FastifyContextConfig {
    /** What a key must allow; the call is open to keys, and to nobody else. */
    scope?: ApiScope | undefined
  }
}

/** Calls of one key, and unknown keys from one address, in a minute. */
const limit = { calls: 30_000, unknown: 60 }

/** Lets keys into the calls that name a scope, before anything of a call's body is read. */
export function letKeysIn(app: FastifyInstance, stores: Stores): void {
  const perMinute = { timeWindow: '1 minute' }
  const calls = app.createRateLimit({
    ...perMinute,
    max: limit.calls,
    keyGenerator: ({ apiKey }: FastifyRequest) => `key ${apiKey.keyId}`,
  })
  const unknown = app.createRateLimit({ ...perMinute, max: limit.unknown, keyGenerator: ({ ip }) => `no key ${ip}` })
  app.decorateRequest('apiKey')
  app.doors.set('programs', async (request, reply) => {
    const { scope } = request.routeOptions.config
    const key = await keyOfToken(stores, bearer(request))
    if (key) request.apiKey = key
    const state = await (key ? calls : unknown)(request)
    if (!state.isAllowed && state.isExceeded) {
      reply.header('retry-after', state.ttlInSeconds)
      throw new Fault('busy', key ? 'This key has made too many calls.' : 'Too many unknown keys: wait a minute.')
    }
    if (!key) throw new Fault('unauthenticated', 'This needs a key of the public API.')
    if (key.isSuspended) throw refuse('forbidden', 'universe.suspended')
    if (key.isExpired) throw new Fault('forbidden', 'The last day of this key is over.')
    if (!scope || !key.scopes.includes(scope)) throw new Fault('forbidden', `This key was not made for ${scope}.`)
  })
}
