import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Whom a route answers: whoever asks, although the stores are away (`anybody`) or from what they hold (`guests`); who is
 * signed in; keys of the public API; directories with a SCIM token.
 */
export type Callers = 'anybody' | 'guests' | 'people' | 'programs' | 'directories'

/** Lets a caller in, or throws. */
type Door = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the routes of this room that do not say it themselves; null: each has to. */
    callers: Callers | null
    doors: Map<Callers, Door>
  }
  interface FastifyContextConfig {
    callers?: Callers
  }
}

/**
 * Decides by the route that was found, never by how its address was written, who is let in. A route that does not say
 * whom it answers cannot be registered, and a kind of caller without a door gets nowhere.
 * `reachStores` throws while what only they can answer has to wait.
 */
export function guard(app: FastifyInstance, reachStores: () => Promise<void>): void {
  app.decorate('callers', null)
  app.decorate(
    'doors',
    new Map<Callers, Door>([
      ['anybody', async () => {}],
      ['guests', async () => {}],
    ]),
  )
  app.addHook('onRoute', function sayCallers(route) {
    const callers = route.config?.callers ?? this.callers
    if (callers === null) throw new Error(`${String(route.method)} ${route.url} does not say whom it answers`)
    route.config = { ...route.config, callers }
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return
    const { callers } = request.routeOptions.config
    const door = callers && app.doors.get(callers)
    if (!door) throw new Fault('unauthenticated', 'Nobody is let in here.')
    if (callers !== 'anybody') await reachStores()
    await door(request, reply)
  })
}
