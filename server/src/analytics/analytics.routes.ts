import { analyticsCalls } from '@kaiku/contract/analytics.ts'
import type { FastifyInstance } from 'fastify'
import { atMost } from '../connection/at-most.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { joinEvents, noteHit } from './event.ts'

/** Hits of one address that are written down, in each so many milliseconds; the rest are links that loop. */
const most = { hits: 30, within: 60_000 }

export function analyticsRoutes(app: FastifyInstance, { service }: Stores) {
  const isCounted = atMost(most.hits, most.within)
  mount(app, analyticsCalls, {
    async hit(_who, { path, survey, linkable, anonymous }, { ip }) {
      if (!isCounted(ip)) return { recorded: false }
      await noteHit(service, path, survey, linkable, anonymous)
      return { recorded: true }
    },
    async identify({ userId, actor }, { anonymous }) {
      // Who acts as somebody else has followed no link in their place.
      if (actor) return { joined: 0 }
      return { joined: await joinEvents(service, userId, anonymous) }
    },
  })
}
