import '../provider-page/known-runtime.ts'

import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Configuration } from '../configuration/configuration.ts'
import { ownOrigins } from '../configuration/sign-in.ts'
import type { Stores } from '../db/stores.ts'
import { allow } from '../http/protection.ts'
import { connectPath, realmPath } from '../provider-page/provider-address.ts'
import { providerStyle } from '../provider-page/provider-style.ts'
import type { ReadProviderToken } from '../session/provider-token.ts'
import { frameRoutes } from './frame.routes.ts'
import { signInRoutes } from './sign-in.routes.ts'
import { userinfoRoutes } from './userinfo.routes.ts'

const hidden = { schema: { hide: true } } as const
const signOutScript = "document.querySelector('button[name=logout]').click()\n"

/** The own provider under Keycloak's addresses. */
export function identityProviderRoutes(
  app: FastifyInstance,
  stores: Stores,
  { publicUrl, signIn }: Configuration,
  provider: Provider,
  readProviderToken: ReadProviderToken,
): void {
  const origins = ownOrigins(publicUrl, signIn)
  const at = new URL(publicUrl)
  void app.register(async (room) => {
    // The provider knows its own callers.
    room.decorate('callers', 'guests')
    room.addHook('onRequest', async ({ raw, ip }, reply) => {
      // Every address that the provider writes is made from the configured one, whatever a request says of its host; and
      // it believes about the client what Kaiku does.
      raw.headers.host = at.host
      raw.headers['x-forwarded-host'] = at.host
      raw.headers['x-forwarded-for'] = ip
      raw.headers['x-forwarded-proto'] = at.protocol.replace(':', '')
      allow(reply, { formsTo: origins })
    })
    room.get(`${realmPath}/provider.css`, hidden, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(providerStyle),
    )
    room.get(`${realmPath}/sign-out.js`, hidden, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(signOutScript),
    )
    frameRoutes(room, provider, origins)
    userinfoRoutes(room, stores, origins, readProviderToken)
    await room.register(async (forms) => {
      forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      )
      signInRoutes(forms, stores, provider, publicUrl)
    })
    await room.register(async (mounted) => {
      mounted.removeAllContentTypeParsers()
      // The provider reads bodies itself.
      mounted.addContentTypeParser('*', (_request, _payload, done) => done(null))
      const callback = provider.callback()
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        // Another spelling of the address leads here as well, but the provider does not know it.
        if (!request.url.startsWith(`${realmPath}/`)) throw new Fault('not_found', 'There is nothing at this address.')
        // No text of the store may hold this character.
        if (/%00/.test(request.url)) throw new Fault('invalid', 'The address holds a character that no text may hold.')
        reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        await callback(below(request), reply.raw)
      }
      mounted.all(`${realmPath}/*`, hidden, answer)
      const token = `${realmPath}${connectPath}/token`
      mounted.route({
        method: ['POST', 'OPTIONS'],
        url: token,
        ...hidden,
        config: { crossSite: true },
        handler: answer,
      })
    })
  })
}

/** The request as the provider knows its addresses: below the realm. */
function below({ raw }: FastifyRequest) {
  return Object.assign(raw, { originalUrl: raw.url, url: (raw.url ?? '').slice(realmPath.length) })
}
