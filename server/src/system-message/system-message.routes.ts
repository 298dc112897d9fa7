import {
  type KeptMessage,
  type MessageList,
  messageToAllCalls,
  systemMessageCalls,
} from '@kaiku/contract/system-message.ts'
import { uiLocales } from '@kaiku/contract/universe.ts'
import type { NodesByView, Viewer } from '@kaiku/core/access.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { MessageAudience } from '@kaiku/core/system-message.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { nodesNamed, placesOf } from '../role/role-place.ts'
import { listRoles } from '../role/stored-role.ts'
import { listSurveys } from '../survey/survey.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { checkAudience } from './message-audience.ts'
import { messagesFor, openMessages } from './shown-message.ts'
import { changeMessage, createMessage, endMessage, listMessages, removeMessage } from './system-message.ts'
import { tellOfMessage } from './tell-message.ts'

const everybody = { to: 'everybody' } as const satisfies MessageAudience

export const systemMessageRoutes = (app: FastifyInstance, stores: Stores) => {
  const inOwn = <T>(who: Viewer, use: Parameters<typeof inUniverse<T>>[2]) => inUniverse(stores.pool, who.universe, use)
  const settingsOf = (who: Viewer) => inOwn(who, (client) => readUniverse(client, who.universe))
  const homeOf = async (who: Viewer) => ({ universe: who.universe, zone: (await settingsOf(who)).timeZone })
  const homeOfAll = async (who: Viewer) => ({ universe: null, zone: (await settingsOf(who)).timeZone })
  const told = async (who: Viewer, ip: string, change: Parameters<typeof tellOfMessage>[2], toAll = false) =>
    tellOfMessage(stores, Object.assign(actorOf(who, ip), toAll && { universe: null }), change)
  const inAll = <T>(use: Parameters<typeof inTransaction<T>>[1]) => inTransaction(stores.service, use)

  mount(app, systemMessageCalls, {
    async list(who, { locale = who.locale }) {
      const { timeZone: zone, settings } = await settingsOf(who)
      const surveys = await listSurveys(stores, who.universe)
      const { messages, roles } = await inOwn(who, async (client) => ({
        messages: await listMessages(client, { universe: who.universe, zone }, Date.now()),
        roles: await listRoles(client, who.universe),
      }))
      return {
        zone,
        locales: settings.locales,
        surveys: surveys.map(({ extName, definition }) => ({
          extName,
          title: localise(definition.settings.title, locale, definition.settings.locale),
        })),
        roles: roles.map(({ roleId, name }) => ({ roleId, name })),
        places: placesOf({ rows: placesIn(messages), figures: null }, surveys, locale),
        messages,
      } satisfies MessageList
    },

    async places(who, { query, locale = who.locale }) {
      const surveys = await listSurveys(stores, who.universe)
      const views = new Set(surveys.flatMap((survey) => [...survey.views.keys()]))
      return [...views].flatMap((view) => nodesNamed(surveys, view, query, locale)).slice(0, mostFound)
    },

    async create(who, message, { ip }) {
      const home = await homeOf(who)
      const surveys = await listSurveys(stores, who.universe)
      const after = await inOwn(who, async (client) => {
        await checkAudience(client, who.universe, surveys, message.audience)
        return createMessage(client, home, Object.assign(message, { beforeSignIn: false }), Date.now())
      })
      await told(who, ip, { before: null, after })
      return after
    },

    async change(who, { messageId, version, ...message }, { ip }) {
      const home = await homeOf(who)
      const surveys = await listSurveys(stores, who.universe)
      const change = await inOwn(who, async (client) => {
        const wanted = Object.assign(message, { beforeSignIn: false })
        const changed = await changeMessage(client, home, messageId, version, wanted, Date.now())
        await checkAudience(client, who.universe, surveys, message.audience)
        return changed
      })
      await told(who, ip, change)
      return change.after
    },

    async end(who, { messageId, version }, { ip }) {
      const home = await homeOf(who)
      const change = await inOwn(who, (client) => endMessage(client, home, messageId, version, Date.now()))
      await told(who, ip, change)
      return change.after
    },

    async remove(who, { messageId }, { ip }) {
      const home = await homeOf(who)
      const before = await inOwn(who, (client) => removeMessage(client, home, messageId, Date.now()))
      await told(who, ip, { before, after: null })
      return { removed: true } as const
    },

    shown: (who, { survey }) => messagesFor(stores, who, survey, Date.now()),

    open: () => openMessages(stores, Date.now()),
  })

  mount(app, messageToAllCalls, {
    async list(who) {
      const home = await homeOfAll(who)
      const messages = await listMessages(stores.service, home, Date.now())
      return { zone: home.zone, locales: [...uiLocales], surveys: [], roles: [], places: [], messages }
    },

    async create(who, message, { ip }) {
      const home = await homeOfAll(who)
      const written = Object.assign(message, { audience: everybody })
      const after = await inAll((client) => createMessage(client, home, written, Date.now()))
      await told(who, ip, { before: null, after }, true)
      return after
    },

    async change(who, { messageId, version, ...message }, { ip }) {
      const home = await homeOfAll(who)
      const written = Object.assign(message, { audience: everybody })
      const change = await inAll((client) => changeMessage(client, home, messageId, version, written, Date.now()))
      await told(who, ip, change, true)
      return change.after
    },

    async end(who, { messageId, version }, { ip }) {
      const home = await homeOfAll(who)
      const change = await inAll((client) => endMessage(client, home, messageId, version, Date.now()))
      await told(who, ip, change, true)
      return change.after
    },

    async remove(who, { messageId }, { ip }) {
      const home = await homeOfAll(who)
      const before = await inAll((client) => removeMessage(client, home, messageId, Date.now()))
      await told(who, ip, { before, after: null }, true)
      return { removed: true } as const
    },
  })
}

const mostFound = 50

/** The places of audiences, by view. */
function placesIn(messages: readonly KeptMessage[]): NodesByView {
  const places = messages.flatMap(({ audience }) => (audience.to === 'places' ? audience.places : []))
  const views = new Set(places.map(({ view }) => view))
  return Object.fromEntries(
    [...views].map((name) => [name, places.flatMap(({ view, path }) => (view === name ? [path] : []))]),
  )
}
