import { accessCalls, type Explanation } from '@kaiku/contract/access.ts'
import type { InputOf } from '@kaiku/contract/call.ts'
import type { Grant, Viewer } from '@kaiku/core/access.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { sentence, toldAssertions } from '../access/assertion.ts'
import { effectiveAccess } from '../access/effective.ts'
import { explain } from '../access/explain.ts'
import { namedScope } from '../access/named-scope.ts'
import {
  type Assertion,
  type AssertionFields,
  deleteAssertion,
  insertAssertion,
  readAssertion,
  updateAssertion,
} from '../access/stored-assertion.ts'
import { actorOf, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { grantsOf } from '../role/assignment.ts'
import { listRoles } from '../role/stored-role.ts'
import { findSurvey, listSurveys } from '../survey/survey.ts'
import { findUser } from '../user/user.ts'
import { placeNames } from '../view/place-names.ts'
import { openersOf } from './opener.ts'

export function accessRoutes(app: FastifyInstance, stores: Stores) {
  mount(app, accessCalls, {
    explain: (who, asked) => explained(stores, who, asked),

    async openers(who, { survey, locale = who.locale, ...wanted }) {
      return openersOf(stores, who, await findSurvey(stores, who.universe, survey), { ...wanted, locale })
    },

    async effective(who, { roles, locale = who.locale }) {
      const all = await inUniverse(stores.pool, who.universe, (client) => listRoles(client, who.universe))
      const known = new Map(all.map((role) => [role.roleId, role]))
      const grants = roles.map(({ roleId, rows, figures }): Grant => {
        const role = known.get(roleId)
        if (!role) throw new Fault('not_found', 'There is no such role.')
        return { role: role.name, permissions: role.permissions, surveys: role.surveys, rows, figures }
      })
      return effectiveAccess(grants, await listSurveys(stores, who.universe), locale)
    },

    async assertions(who, { locale = who.locale }) {
      const surveys = await listSurveys(stores, who.universe)
      return inUniverse(stores.pool, who.universe, (client) =>
        toldAssertions(stores, client, who.universe, surveys, locale),
      )
    },

    async assert(who, fields, { ip }) {
      await findUser(stores, who, fields.userId)
      await checkNamed(stores, who.universe, fields)
      const made = await told(stores, who.universe, who.locale, (client) =>
        insertAssertion(client, who.universe, fields),
      )
      await record(stores, actorOf(who, ip), { action: 'access.assert', subject: sentence(made), after: fields })
      return made
    },

    async changeAssertion(who, { assertionId, ...fields }, { ip }) {
      const before = await told(stores, who.universe, who.locale, (client) =>
        readAssertion(client, who.universe, assertionId),
      )
      await findUser(stores, who, fields.userId)
      await checkNamed(stores, who.universe, fields)
      const after = await told(stores, who.universe, who.locale, (client) =>
        updateAssertion(client, who.universe, assertionId, fields),
      )
      await record(stores, actorOf(who, ip), { action: 'access.assert', subject: sentence(after), before, after })
      return after
    },

    async removeAssertion(who, { assertionId }, { ip }) {
      const before = await told(stores, who.universe, who.locale, async (client) => {
        const read = await readAssertion(client, who.universe, assertionId)
        await deleteAssertion(client, who.universe, assertionId)
        return read
      })
      await record(stores, actorOf(who, ip), { action: 'access.assert', subject: sentence(before), before })
      return { removed: true } as const
    },
  })
}

async function explained(
  stores: Stores,
  who: Viewer,
  { survey, path, permission, user: userId = who.userId, locale = who.locale }: InputOf<typeof accessCalls.explain>,
): Promise<Explanation> {
  const dictionary = await findSurvey(stores, who.universe, survey)
  const user = await findUser(stores, who, userId)
  const grants = await grantsOf(stores.service, who.universe, userId)
  const { answer, roles } = explain(grants, dictionary, permission, path)
  const standing: Explanation['standing'] = user.isRoot
    ? 'root'
    : user.state === 'deactivated'
      ? 'deactivated'
      : 'member'
  const parsed = parsePath(path)
  const [view = '', , ...ids] = parsed.ok ? parsed.value : []
  return {
    userId,
    username: user.username,
    survey: dictionary.extName,
    permission,
    standing,
    name: `${user.givenName} ${user.familyName}`.trim() || user.username,
    place: placeNames(dictionary, view, ids, locale) ?? [],
    answer: standing === 'root' ? 'all' : standing === 'deactivated' ? 'none' : answer,
    roles: roles.map(({ grant, reason }) => ({
      role: grant.role,
      reason,
      where: namedScope(grant, dictionary, permission, locale),
    })),
  }
}

/** Throws Fault `not_found` for what an assertion names and is not there. */
async function checkNamed(stores: Stores, universe: string, { survey, path, permission }: AssertionFields) {
  explain([], await findSurvey(stores, universe, survey), permission, path)
}

async function told(
  stores: Stores,
  universe: string,
  locale: string,
  read: (client: pg.PoolClient) => Promise<Assertion>,
) {
  const surveys = await listSurveys(stores, universe)
  const [one] = await inUniverse(stores.pool, universe, async (client) =>
    toldAssertions(stores, client, universe, surveys, locale, [await read(client)]),
  )
  if (!one) throw new Error('an assertion was not told')
  return one
}
