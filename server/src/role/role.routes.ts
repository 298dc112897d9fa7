import { roleCalls } from '@kaiku/contract/role.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { say } from '@kaiku/core/localised.ts'
import type { FastifyInstance } from 'fastify'
import { keepAssertions } from '../access/assertion.ts'
import { holdAll, refuseRolesAbove, rightsOf } from '../access/own-rights.ts'
import { actorOf, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import { mount } from '../http/mount.ts'
import { forgetRights } from '../session/who.ts'
import type { Stores } from '../stores.ts'
import { listSurveys } from '../survey/survey.ts'
import { deleteRole, grantOfRole, insertRole, listRoles, membersOfRole, readRole, updateRole } from './role.store.ts'
import { checkRole } from './role-check.ts'
import { nodesBelow, nodesNamed, pathOf, placesOf } from './role-place.ts'

export const roleRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, roleCalls, {
    async list(who) {
      const own = await rightsOf(stores, who)
      const roles = await inUniverse(stores.pool, who.universe, (client) => listRoles(client, who.universe))
      return roles.map((role) => ({ ...role, isAbove: !holdAll(own, [grantOfRole(role)]) }))
    },

    async one(who, { roleId, locale = who.locale }) {
      const role = await inUniverse(stores.pool, who.universe, (client) => readRole(client, who.universe, roleId))
      const surveys = await listSurveys(stores, who.universe)
      const places = placesOf(role, surveys, locale)
      const isAbove = !holdAll(await rightsOf(stores, who), [grantOfRole(role)])
      return { ...role, isAbove, places, people: await membersOfRole(stores.service, who.universe, roleId) }
    },

    async create(who, fields, { ip }) {
      checkRole(fields, await listSurveys(stores, who.universe))
      await refuseRolesAbove(stores, who, [grantOfRole(fields)])
      const role = await inUniverse(stores.pool, who.universe, async (client) => {
        const id = await insertRole(client, who.universe, fields)
        return readRole(client, who.universe, id)
      })
      await record(stores, actorOf(who, ip), { action: 'role.create', subject: role.name, after: fields })
      return { ...role, isAbove: false }
    },

    async save(who, { roleId, version, ...fields }, { ip }) {
      const surveys = await listSurveys(stores, who.universe)
      checkRole(fields, surveys)
      const { before, after } = await inUniverse(stores.pool, who.universe, async (client) => {
        const { members: _, roleId: __, version: ___, ...old } = await readRole(client, who.universe, roleId)
        await refuseRolesAbove(stores, who, [grantOfRole(old), grantOfRole(fields)])
        await keepAssertions(stores, client, who.universe, surveys, () =>
          updateRole(client, who.universe, roleId, version, fields),
        )
        return { before: old, after: await readRole(client, who.universe, roleId) }
      })
      forgetRights(stores)
      await record(stores, actorOf(who, ip), { action: 'role.change', subject: after.name, before, after: fields })
      return { ...after, isAbove: false }
    },

    async remove(who, { roleId }, { ip }) {
      const surveys = await listSurveys(stores, who.universe)
      const before = await inUniverse(stores.pool, who.universe, async (client) => {
        const role = await readRole(client, who.universe, roleId)
        await refuseRolesAbove(stores, who, [grantOfRole(role)])
        await keepAssertions(stores, client, who.universe, surveys, () => deleteRole(client, who.universe, roleId))
        return role
      })
      forgetRights(stores)
      await record(stores, actorOf(who, ip), { action: 'role.delete', subject: before.name, before })
      return { removed: true } as const
    },

    async nodes(who, { view, under, query, locale = who.locale }) {
      const surveys = await listSurveys(stores, who.universe)
      if (!surveys.some(({ views }) => views.has(view))) throw new Fault('not_found', `There is no view “${view}”.`)
      return query.trim() === ''
        ? nodesBelow(surveys, view, pathOf(under), locale)
        : nodesNamed(surveys, view, query, locale)
    },

    async places(who, { locale = who.locale }) {
      const limit = await rightsOf(stores, who)
      const surveys = await listSurveys(stores, who.universe)
      const views = new Map<string, { extName: string; title: string; surveys: string[] }>()
      for (const { extName, definition } of surveys)
        for (const view of definition.views) {
          const known = views.get(view.extName) ?? {
            extName: view.extName,
            title: say(view.title, locale, definition.settings.locale),
            surveys: [],
          }
          known.surveys.push(extName)
          views.set(view.extName, known)
        }
      return {
        surveys: surveys.map(({ extName, definition: { settings } }) => ({
          extName,
          title: say(settings.title, locale, settings.locale),
        })),
        views: [...views.values()],
        limit: limit && [...limit],
      }
    },
  })
