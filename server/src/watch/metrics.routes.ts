import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { measureProcess } from '../measure/meter.ts'
import { metricsText, metricsType } from './metrics.ts'

const hidden = { config: { callers: 'anybody' }, schema: { hide: true } } as const

const hashed = (text: string) => createHash('sha256').update(text).digest()

/** Whether the header `Authorization` has the key; compared in the same time whatever it is. */
const isOpened = (key: string, authorization: string | undefined): boolean =>
  timingSafeEqual(hashed(`Bearer ${key}`), hashed(authorization ?? ''))

/** Metrics of this process for Prometheus, for who has the key; without a key there is nothing. */
export function metricsRoutes(app: FastifyInstance, stores: Stores, { watch, backup }: Configuration): void {
  const { metricsKey } = watch
  if (metricsKey !== null) measureProcess()
  app.get('/metrics', hidden, async ({ headers }, reply) => {
    if (metricsKey === null) throw new Fault('not_found', 'There is nothing at this address.')
    if (!isOpened(metricsKey, headers.authorization)) {
      reply.header('www-authenticate', 'Bearer')
      throw new Fault('unauthenticated', 'Metrics are for who has their key.')
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metricsType)
      .send(await metricsText(stores, backup))
  })
}

/** The same of a process without a web server, at a port of its own. */
export async function startMetrics(
  stores: Stores,
  { watch: { metricsKey, metricsPort }, backup, host }: Pick<Configuration, 'watch' | 'backup' | 'host'>,
): Promise<BackgroundJob> {
  if (metricsKey === null || metricsPort === null) return { stop: async () => {} }
  measureProcess()
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    if (request.method !== 'GET' || request.url !== '/metrics') return answer(404, 'not found\n')
    if (!isOpened(metricsKey, request.headers.authorization)) return answer(401, 'not yours\n')
    metricsText(stores, backup).then(
      (text) => answer(200, text, metricsType),
      () => answer(503, 'away\n'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new UsageError(`KAIKU_METRICS_PORT ${metricsPort} cannot be listened to: ${error.message}`)),
    )
    server.listen(metricsPort, host, resolve)
  })
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
