import { backendCalls } from '@kaiku/contract/backend.ts'
import type { FastifyInstance } from 'fastify'
import { foundUniverse } from '../access/found-universe.ts'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { publish } from '../publishing/definition.ts'
import { forgetRights } from '../session/who.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { operatedSurveys, operatedUniverses } from './backend.ts'
import { changesOf, filesOf, listVersions } from './version.ts'

export const backendRoutes = (app: FastifyInstance, stores: Stores) => {
  mount(app, backendCalls, {
    universes: () => operatedUniverses(stores),
    async createUniverse(who, wanted, { ip }) {
      const { id, name, title, timeZone } = await foundUniverse(stores, wanted, who.actor?.userId ?? who.userId)
      forgetRights(stores)
      const actor = { ...actorOf(who, ip), universe: id }
      await record(stores, actor, { action: 'universe.create', subject: name, after: { title, timeZone } })
      return { name, title, timeZone }
    },
    surveys: ({ locale }) => operatedSurveys(stores, locale),
    versions: async (who, { survey }) =>
      listVersions(stores, await permittedSurvey(stores, who, survey, 'editConfiguration')),
    files: async (who, { survey, version }) =>
      changesOf(stores, who, await permittedSurvey(stores, who, survey, 'editConfiguration'), version),
    async rollBack(who, { survey, version, published }, { ip }) {
      const dictionary = await permittedSurvey(stores, who, survey, 'editConfiguration')
      const next = await publish(stores, who.universe, await filesOf(stores, dictionary, version), who.username, {
        actor: actorOf(who, ip),
        onto: published,
      })
      return { version: next.version }
    },
  })
}
