import { Readable } from 'node:stream'
import { liveEventCalls } from '@kaiku/contract/live-event.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { openHub } from './hub.ts'
import { readPosition } from './position.ts'
import { messages } from './stream.ts'

export const liveEventRoutes = (app: FastifyInstance, stores: Stores) => {
  const hub = openHub(stores, (error) => app.log.warn({ err: error }, 'live events wait'))
  app.addHook('preClose', () => hub.close())
  mount(app, liveEventCalls, {
    async hear(who, _input, request) {
      const gone = new AbortController()
      const wanted = readPosition(String(request.headers['last-event-id'] ?? ''))
      const viewer = async () => {
        await app.identifyRequest(request)
        return request.who
      }
      const stream = Readable.from(messages(hub, who.universe, wanted, viewer, gone.signal))
      stream.once('close', () => gone.abort())
      return stream
    },
  })
}
