import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'

export const securityTextPath = '/.well-known/security.txt'

const day = 86_400_000
/** Days for which what is said may be taken as true. */
const lasts = 90

/** Whom to tell of a weakness of this installation (RFC 9116). `now`: milliseconds since 1970. */
export const securityText = (contact: string, publicUrl: string, now: number): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(Math.ceil(now / day + lasts) * day).toISOString()}`,
    'Preferred-Languages: en, fi, sv, de',
    `Canonical: ${new URL(securityTextPath, publicUrl).href}`,
    '',
  ].join('\n')

export const securityTextRoutes = (
  app: FastifyInstance,
  _stores: Stores,
  { securityContact, publicUrl }: Configuration,
) => {
  app.get(securityTextPath, { config: { callers: 'anybody' }, schema: { hide: true } }, async (_request, reply) => {
    if (securityContact === null) return reply.callNotFound()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityText(securityContact, publicUrl, Date.now()))
  })
}
