import { analyticsCalls } from '@kaiku/contract/analytics.ts'
import type { FastifyInstance } from 'fastify'
import { atMost } from '../connection/at-most.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { refuseUnseen } from '../selection/scope.ts'
import { findSurvey } from '../survey/survey.ts'
import { joinEvents, noteHit } from './event.ts'
import { noteVisits, writeVisits } from './visit.ts'

/** Hits of one address that are written down, in each so many milliseconds; the rest are links that loop. */
const most = { hits: 30, within: 60_000 }
/** Milliseconds for which visits wait to be written together. */
const writeEvery = 5_000

export function analyticsRoutes(app: FastifyInstance, stores: Stores) {
  const { service } = stores
  const isCounted = atMost(stores, 'hit', most.hits, most.within)
  const write = () => writeVisits(stores).catch((error: unknown) => app.log.warn(error, 'Visits wait to be written'))
  const timer = setInterval(() => void write(), writeEvery)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
  mount(app, analyticsCalls, {
    async hit(_who, { path, survey, linkable, anonymous }, { ip }) {
      if (!(await isCounted(ip))) return { recorded: false }
      await noteHit(service, path, survey, linkable, anonymous)
      return { recorded: true }
    },
    async identify({ userId, actor }, { anonymous }) {
      // Who acts as somebody else has followed no link in their place.
      if (actor) return { joined: 0 }
      return { joined: await joinEvents(service, userId, anonymous) }
    },
    async visit(who, { survey, visits }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      refuseUnseen(who, dictionary)
      return { counted: noteVisits(stores, who, dictionary, visits, Date.now()) }
    },
  })
}
