import { Fault, type FaultCode } from '@kaiku/core/fault.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toldOf } from '../configuration/disk-space.ts'
import { isAway } from '../fault/away.ts'
import { countFault } from '../measure/meter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What people without a program are told of a refusal, as a page; absent: the refusal as JSON. */
    refusalPage?: (request: FastifyRequest, reply: FastifyReply, status: number) => Promise<string>
  }
}

export const statusOf = {
  not_found: 404,
  forbidden: 403,
  unauthenticated: 401,
  invalid: 400,
  conflict: 409,
  too_large: 413,
  unavailable: 503,
  busy: 429,
} as const satisfies Record<FaultCode, number>

/** What a refused call answers. `details` only where single faults are known; `reason`: the message for who translates it. */
type Refusal = {
  code: string
  message: string
  details?: Fault['details']
  reason?: Fault['reason']
  requestId: string
}

/** What is told where a store does not answer. */
export const storeAway = 'Kaiku is busy or a store is away: try again in a moment.'

const codeOf = (status: number): FaultCode | 'broken' => {
  const known = Object.entries(statusOf).find(([, own]) => own === status)
  if (known) return known[0] as FaultCode
  return status >= 500 ? 'broken' : 'invalid'
}

/** Hears of each call that broke. */
type OnBug = (error: Error, request: FastifyRequest) => void

/** Answers each refusal in one shape; what is not a refusal is a bug: logged, and told by its request id only. */
export const answerFaults = (app: FastifyInstance, onBug?: OnBug): void => {
  app.setErrorHandler(async (error: FastifyError | Fault | Error, request, reply) => {
    if (isBrokenOff(error, request)) {
      request.log.debug({ err: error }, 'an answer was broken off')
      return reply.code(brokenOff).send()
    }
    const { refusalPage } = request.routeOptions.config
    if (refusalPage) {
      const { status, code } = noted(error, request)
      if (code === 'broken') onBug?.(error, request)
      if (waits.has(status) && !reply.hasHeader('retry-after')) reply.header('retry-after', waits.get(status))
      const page = await refusalPage(request, reply, status)
      return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
    }
    if (answerFault(error, request, reply) === 'broken') onBug?.(error, request)
  })
}

/** Nobody is told it: it stands in the log, where others write it, too. */
const brokenOff = 499

/** Whether whoever asked is gone, and what was being made for them ended with that. */
const isBrokenOff = (error: Error, { raw }: FastifyRequest): boolean =>
  'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed

/** Seconds after which it is worth trying again. */
const waits = new Map<number, number>([
  [statusOf.unavailable, 5],
  [statusOf.busy, 60],
])

/** Also for what goes wrong before there is a route: an address that cannot be read or is too long. The code of the refusal. */
export function answerFault(error: FastifyError | Fault | Error, request: FastifyRequest, reply: FastifyReply): string {
  const { status, ...told } = noted(error, request)
  // As text, so that no reply schema of the call stands in its way.
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(JSON.stringify({ ...told, requestId: request.id } satisfies Refusal))
  return told.code
}

function noted(error: FastifyError | Fault | Error, request: FastifyRequest) {
  const refusal = refusalOf(error)
  if (refusal.code === 'broken') {
    request.log.error({ err: error }, 'a call broke')
    countFault('call', 'broken')
  }
  // It passes by itself; what it was is asked when it is over.
  if (refusal.status === 503) {
    request.log.warn({ err: error }, 'a call was not answered')
    countFault('unavailable', 'call')
  }
  return refusal
}

function refusalOf(thrown: FastifyError | Fault | Error): Omit<Refusal, 'requestId'> & { status: number } {
  const error = toldOf(thrown)
  if (error instanceof Fault) {
    const { code, message, details, reason } = error
    return { status: statusOf[code], code, message, ...(details?.length && { details }), ...(reason && { reason }) }
  }
  // Errors of the framework itself (too large a body, not JSON, too many requests) carry their status.
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status >= 400 && status < 500) return { status, code: codeOf(status), message: error.message.slice(0, 200) }
  if (status === 503 || isAway(error)) return { status: 503, code: 'unavailable', message: storeAway }
  return { status: 500, code: 'broken', message: 'Something broke on our side.' }
}
