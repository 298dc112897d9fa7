import { roleCalls } from '@kaiku/contract/role.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { everywhere } from '@kaiku/core/assignment.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { FastifyInstance } from 'fastify'
import { keepAssertions } from '../access/assertion.ts'
import { lockAccess } from '../access/last-manager.ts'
import { mayChange, refuseRoleAbove, rightsOf } from '../access/own-rights.ts'
import { actorOf, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { assignmentsIn } from '../role/assignment.ts'
import { checkRole } from '../role/role-check.ts'
import { nodesBelow, nodesNamed, pathOf, placesOf } from '../role/role-place.ts'
import {
  deleteRole,
  insertRole,
  listRoles,
  namesOf,
  type RoleFields,
  readRole,
  updateRole,
} from '../role/stored-role.ts'
import { forgetRights } from '../session/who.ts'
import { listSurveys } from '../survey/survey.ts'

export const roleRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, roleCalls, {
    async list(who) {
      const own = await rightsOf(stores, who)
      const { roles, given } = await inUniverse(stores.pool, who.universe, async (client) => ({
        roles: await listRoles(client, who.universe),
        given: await assignmentsIn(client, who.universe),
      }))
      return roles.map((role) => {
        const grants = given.flatMap(({ roleId, grant }) => (roleId === role.roleId ? [grant] : []))
        return { ...role, isAbove: !mayChange(own, role, grants) }
      })
    },

    one: (who, { roleId, locale = who.locale }) => roleWithPeople(stores, who, roleId, locale),

    async create(who, fields, { ip }) {
      checkRole(fields, { ...everywhere, groups: 0 }, await listSurveys(stores, who.universe))
      const role = await inUniverse(stores.pool, who.universe, async (client) => {
        await refuseRoleAbove(stores, client, who, null, [{ ...fields, groups: 0 }])
        const id = await insertRole(client, who.universe, fields)
        return readRole(client, who.universe, id)
      })
      await record(stores, actorOf(who, ip), { action: 'role.create', subject: role.name, after: fields })
      return { ...role, isAbove: false }
    },

    async save(who, { roleId, version, ...fields }, { ip }) {
      const { before, after } = await changeRole(stores, who, roleId, version, fields)
      forgetRights(stores)
      await record(stores, actorOf(who, ip), { action: 'role.change', subject: after.name, before, after: fields })
      return { ...after, isAbove: false }
    },

    async remove(who, { roleId }, { ip }) {
      const surveys = await listSurveys(stores, who.universe)
      const before = await inUniverse(stores.pool, who.universe, async (client) => {
        await lockAccess(client, who.universe)
        const role = await readRole(client, who.universe, roleId)
        await refuseRoleAbove(stores, client, who, roleId, [role])
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

    places: (who, { locale = who.locale }) => placesToGive(stores, who, locale),
  })

async function roleWithPeople(stores: Stores, who: Viewer, roleId: string, locale: string) {
  const { role, given } = await inUniverse(stores.pool, who.universe, async (client) => ({
    role: await readRole(client, who.universe, roleId),
    given: await assignmentsIn(client, who.universe, { role: roleId }),
  }))
  const surveys = await listSurveys(stores, who.universe)
  const names = await namesOf(
    stores.service,
    given.map(({ userId }) => userId),
  )
  const order = new Map([...names.keys()].map((userId, at) => [userId, at]))
  const people = given
    .map(({ userId, source, grant: { rows, figures } }) => ({
      userId,
      username: '',
      name: '',
      ...names.get(userId),
      source,
      rows,
      figures,
      places: placesOf({ rows, figures }, surveys, locale),
    }))
    .sort((a, b) => (order.get(a.userId) ?? 0) - (order.get(b.userId) ?? 0))
  const isAbove = !mayChange(
    await rightsOf(stores, who),
    role,
    given.map(({ grant }) => grant),
  )
  return { ...role, isAbove, places: placesOf(role, surveys, locale), people }
}

async function changeRole(stores: Stores, who: Viewer, roleId: string, version: number, fields: RoleFields) {
  const surveys = await listSurveys(stores, who.universe)
  return inUniverse(stores.pool, who.universe, async (client) => {
    await lockAccess(client, who.universe)
    const { members: _, roleId: __, version: ___, groups, ...old } = await readRole(client, who.universe, roleId)
    checkRole(fields, { ...old, groups }, surveys)
    await refuseRoleAbove(stores, client, who, roleId, [
      { ...old, groups },
      { ...fields, groups },
    ])
    await keepAssertions(stores, client, who.universe, surveys, () =>
      updateRole(client, who.universe, roleId, version, fields),
    )
    return { before: old, after: await readRole(client, who.universe, roleId) }
  })
}

/** Where one's roles reach, and the surveys and views that a role can be for. */
async function placesToGive(stores: Stores, who: Viewer, locale: string) {
  const limit = await rightsOf(stores, who)
  const surveys = await listSurveys(stores, who.universe)
  const views = new Map<string, { extName: string; title: string; surveys: string[] }>()
  for (const { extName, definition } of surveys)
    for (const view of definition.views) {
      const known = views.get(view.extName) ?? {
        extName: view.extName,
        title: localise(view.title, locale, definition.settings.locale),
        surveys: [],
      }
      known.surveys.push(extName)
      views.set(view.extName, known)
    }
  return {
    surveys: surveys.map(({ extName, definition: { settings } }) => ({
      extName,
      title: localise(settings.title, locale, settings.locale),
    })),
    views: [...views.values()],
    limit: limit && [...limit],
  }
}
