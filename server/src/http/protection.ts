import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

// Behind a proxy everybody comes from one address.
const perMinute = 60_000
/** Milliseconds. */
const slowestLoop = 5_000

/** Headers, rate limit and load shedding. The limits are far above what people do and below what a loop does. */
export async function protect(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // The scheme is the proxy's business; on localhost a strict transport header would lock other servers out.
    hsts: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policy())
  })
  await app.register(rateLimit, { max: perMinute, timeWindow: '1 minute', allowList: isHealth })
  await app.register(underPressure, {
    maxEventLoopDelay: slowestLoop,
    pressureHandler: () => {
      throw new Fault('unavailable', 'Kaiku is busy: try again in a moment.')
    },
  })
  app.addHook('onRequest', async ({ method, headers }) => {
    const isChange = method !== 'GET' && method !== 'HEAD'
    if (isChange && headers['sec-fetch-site'] === 'cross-site')
      throw new Fault('forbidden', 'Another site may not change anything here.')
  })
}

const isHealth = ({ url }: { url: string }) => url === '/api/health'

const policy = (nonce?: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')

/** Lets the page's own style sheets that carry the answered nonce in. Scripts never need one. */
export function allowStyles(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64url')
  reply.header('content-security-policy', policy(nonce))
  return nonce
}
