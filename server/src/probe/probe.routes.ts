import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { release } from '@kaiku/core/release.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { isProbeQuestion, type ProbeAnswer, probeHeader, probePath, probePause } from './probe.ts'

/**
 * Tells `kaiku doctor` how its question arrived, in two parts with a pause between them: a proxy that holds answers back
 * brings both at once. Whoever else asks finds nothing there.
 */
export function probeRoutes(app: FastifyInstance, stores: Stores): void {
  app.get(probePath, { config: { callers: 'guests' }, schema: { hide: true } }, async (request, reply) => {
    const question = request.headers[probeHeader]
    if (typeof question !== 'string' || !(await isProbeQuestion(stores, question, Date.now())))
      return reply.callNotFound()
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(parts(answerTo(request))))
  })
}

async function* parts(answer: ProbeAnswer) {
  yield `data: ${JSON.stringify(answer)}\n\n`
  await sleep(probePause)
  yield 'data: "end"\n\n'
}

const answerTo = ({ headers, ip, socket }: FastifyRequest): ProbeAnswer => ({
  release,
  host: headers.host ?? '',
  forwardedProto: said(headers['x-forwarded-proto']),
  forwardedHost: said(headers['x-forwarded-host']),
  forwardedFor: said(headers['x-forwarded-for']),
  connection: socket.remoteAddress ?? '',
  address: ip,
})

const said = (header: string | string[] | undefined): string | null =>
  header === undefined ? null : [header].flat().join(', ').slice(0, 500)
