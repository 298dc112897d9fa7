import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

// Many people may share an address.
const perMinute = 60_000
/** Milliseconds for which this process may be busy with something else before it turns calls away. */
export const slowestLoop = 5_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Origins of the identity providers that pages speak to. */
    providerOrigins: readonly string[]
  }
  interface FastifyContextConfig {
    /** Other sites may post here: what is asked does not rest on a cookie. */
    crossSite?: boolean
  }
}

/**
 * Headers, rate limit and load shedding. The limits are far above what people do and below what a loop does.
 * `slowest`: as of `slowestLoop`; 0: none is turned away.
 */
export async function protect(
  app: FastifyInstance,
  providerOrigins: readonly string[] = [],
  slowest = slowestLoop,
): Promise<void> {
  app.decorate('providerOrigins', providerOrigins)
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // The scheme is the proxy's business; on localhost a strict transport header would lock other servers out.
    hsts: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    allow(reply, {})
  })
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    allowList: isHealth,
    // Who has hung up meanwhile has no address any more.
    keyGenerator: ({ ip }: { ip?: string }) => ip ?? '',
  })
  const isLasting = lasting()
  await app.register(underPressure, {
    maxEventLoopDelay: slowest,
    sampleInterval: look,
    // The client itself costs little, and knows how to wait for its calls; its pages are no routes.
    pressureHandler: ({ url, is404, routeOptions }) => {
      if (!url.startsWith('/api/') && (is404 || routeOptions.config.callers === 'anybody')) return
      if (!isLasting()) return
      throw new Fault('unavailable', 'Kaiku is busy: try again in a moment.')
    },
  })
  app.addHook('onRequest', async ({ method, headers, routeOptions }) => {
    const isChange = method !== 'GET' && method !== 'HEAD'
    if (isChange && headers['sec-fetch-site'] === 'cross-site' && !routeOptions.config.crossSite)
      throw new Fault('forbidden', 'Another site may not change anything here.')
  })
}

/** Milliseconds between two looks at how busy it is. */
const look = 1_000

/** Tells, asked while it is too busy, whether it was so a look earlier: what stood still once, as a machine does, is over. */
function lasting(): () => boolean {
  let [since, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return () => {
    const now = performance.now()
    if (now - last > 2 * look) since = now
    last = now
    return now - since >= look
  }
}

const isHealth = ({ routeOptions }: FastifyRequest) => routeOptions.url === '/api/health'

/** What a page needs beyond the usual. */
type Allowance = {
  /** The page's own style sheets carry this. */
  readonly nonce?: string
  /** Pages of these origins may hold it in a frame; absent: none. */
  readonly framedBy?: readonly string[]
  /** Forms may lead to these origins, also by way of redirects. */
  readonly formsTo?: readonly string[]
}

/** Says in the answer's content security policy what its page may do. */
export function allow(reply: FastifyReply, { nonce, framedBy = [], formsTo = [] }: Allowance): void {
  const providers = reply.server.providerOrigins
  const policy = [
    ['default-src', "'self'"],
    ['script-src', "'self'"],
    ['style-src', "'self'", ...(nonce ? [`'nonce-${nonce}'`] : [])],
    ['img-src', "'self'", 'data:'],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...providers],
    ['frame-src', "'self'", ...providers],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'", ...formsTo],
    ['frame-ancestors', ...(framedBy.length > 0 ? framedBy : ["'none'"])],
  ]
  reply.header('content-security-policy', policy.map((directive) => directive.join(' ')).join(';'))
}

/** Lets the page's own style sheets that carry the answered nonce in. Scripts never need one. */
export function allowStyles(reply: FastifyReply, allowance: Omit<Allowance, 'nonce'> = {}): string {
  const nonce = randomBytes(16).toString('base64url')
  allow(reply, { ...allowance, nonce })
  return nonce
}

/** A mail in a frame of Kaiku’s own: its styles and pictures, and nothing that runs. */
export function allowMail(reply: FastifyReply): void {
  const policy =
    "default-src 'none';style-src 'unsafe-inline';img-src https: data:;frame-ancestors 'self';sandbox allow-popups"
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').header('cache-control', 'no-store')
}

/** A PDF in a frame of Kaiku’s own: what shows PDFs brings its styles along. */
export function allowPdf(reply: FastifyReply): void {
  const policy = "default-src 'none';object-src 'self';style-src 'unsafe-inline';frame-ancestors 'self'"
  reply
    .header('content-security-policy', policy)
    .header('content-disposition', 'inline')
    .type('application/pdf')
    .header('cache-control', 'no-store')
}
