import { healthCalls } from '@kaiku/contract/health.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from './mount.ts'

export const healthRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, healthCalls, {
    health: async () => {
      const [postgres, clickhouse] = await Promise.all([
        answers(stores.reachPostgres()),
        answers(stores.clickhouse.ping().then((isThere) => isThere || Promise.reject(new Error('no answer')))),
      ])
      // Without the truth nothing works; without the projection the rest goes on.
      if (!postgres) throw new Fault('unavailable', 'PostgreSQL is away.')
      const disk = (await stores.disk.isFull()) ? 'full' : 'ok'
      return { state: clickhouse && disk === 'ok' ? 'ok' : 'partly', stores: { postgres, clickhouse }, disk } as const
    },
  })

const answers = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  )
