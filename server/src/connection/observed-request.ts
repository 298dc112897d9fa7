import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countRequest } from '../measure/meter.ts'
import { beginCallSpan, type CallSpan } from '../measure/span.ts'

/** What asks every few seconds: it is logged for who looks closely. */
const often = new Set(['/api/health', '/metrics'])

/**
 * Gives each request a name that its answer tells, counts and times it by the route that was found, says it in one line of
 * the log, and follows it where traces are asked for.
 */
export function observeRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, CallSpan>()
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    const span = beginCallSpan(request.method)
    if (span === null) return next()
    spans.set(request, span)
    span.within(next)
  })
  // Reading a body leaves the call, and what follows is to stand in it again.
  app.addHook('preValidation', (request, _reply, next) => {
    const span = spans.get(request)
    if (span) span.within(next)
    else next()
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, is404 } = request
    const route = is404 ? null : (request.routeOptions.url ?? null)
    const { statusCode, elapsedTime } = reply
    countRequest(method, route, statusCode, elapsedTime / 1_000)
    const name = `${method} ${route ?? 'none'}`
    spans.get(request)?.end(name, { 'http.request.method': method, 'http.route': route ?? '' }, statusCode)
    const line = { req: request, route, status: statusCode, ms: Math.round(elapsedTime * 10) / 10 }
    if (route !== null && often.has(route)) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
  })
}
