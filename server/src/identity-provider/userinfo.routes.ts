import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { connectPath, realmPath } from '../provider-page/provider-address.ts'
import { ownIssuer } from '../session/provider-session.ts'
import type { ReadProviderToken } from '../session/provider-token.ts'
import { bearer } from '../sign-in/identity.ts'
import { accountClaims } from './account-claims.ts'

const url = `${realmPath}${connectPath}/userinfo`

/** What the own provider knows of the bearer of one of its access tokens. The scheme may be written in any case. */
export function userinfoRoutes(
  app: FastifyInstance,
  stores: Stores,
  origins: readonly string[],
  readProviderToken: ReadProviderToken,
): void {
  const shared = ({ headers: { origin } }: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'origin').header('cache-control', 'no-store')
    if (origin !== undefined && origins.includes(origin)) reply.header('access-control-allow-origin', origin)
    return reply
  }
  app.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    config: { crossSite: true },
    handler: async (request, reply) =>
      shared(request, reply)
        .header('access-control-allow-headers', 'authorization')
        .header('access-control-allow-methods', 'GET, POST')
        .code(204)
        .send(),
  })
  app.route({
    method: ['GET', 'POST'],
    url,
    schema: { hide: true },
    config: { crossSite: true },
    handler: async (request, reply) => {
      const found = await readProviderToken(bearer(request))
      if (found?.issuer === ownIssuer)
        return shared(request, reply).send({ sub: found.person.id, ...(await accountClaims(stores, found.person)) })
      return shared(request, reply)
        .code(401)
        .header('www-authenticate', 'Bearer error="invalid_token"')
        .send({ error: 'invalid_token' })
    },
  })
}
