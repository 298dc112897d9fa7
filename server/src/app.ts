import Fastify, { type FastifyInstance } from 'fastify'
import type { Configuration } from './configuration.ts'
import type { Stores } from './stores.ts'

/** The web server with all rooms, not yet listening. */
export async function buildApp(stores: Stores, configuration: Configuration): Promise<FastifyInstance> {
  const app = Fastify({ logger: { level: configuration.logLevel } })
  app.get('/api/health', async () => {
    const [, clickhouse] = await Promise.all([stores.pool.query('select 1'), stores.clickhouse.ping()])
    return { postgres: true, clickhouse }
  })
  return app
}
