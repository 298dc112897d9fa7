import { type User, userCalls } from '@kaiku/contract/user.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { assignmentsIn } from '../role/assignment.ts'
import { assignmentText } from '../role/named-place.ts'
import { listSurveys } from '../survey/survey.ts'
import { resetSecondFactor } from './second-factor-reset.ts'
import { setRoles } from './user.store.ts'
import {
  changeMembers,
  changeUser,
  checkInvitable,
  createUser,
  findUser,
  invite,
  listUsersFor,
  setState,
} from './user.ts'

export const userRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) =>
  mount(app, userCalls, {
    list: (who, { locale, ...filter }) => listUsersFor(stores, who, filter, locale),

    one: (who, { userId, locale }) => findUser(stores, who, userId, locale),

    async create(who, { invite: isInvited, ...fields }, { ip }) {
      // Whoever cannot be invited is not made either.
      if (isInvited) await checkInvitable(stores, who, fields.email)
      const userId = await createUser(stores, who, fields)
      const user = await findUser(stores, who, userId)
      await record(stores, actorOf(who, ip), {
        action: 'user.create',
        subject: user.username,
        after: { ...fields, roles: (await written(stores, who, user)).roles },
      })
      if (isInvited) await invite(stores, who, user, publicUrl)
      return user
    },

    async save(who, { userId, ...wanted }, { ip }) {
      const before = await findUser(stores, who, userId)
      await changeUser(stores, who, before, wanted)
      const after = await findUser(stores, who, userId)
      const [was, is] = [await written(stores, who, before), await written(stores, who, after)]
      await record(stores, actorOf(who, ip), { action: 'user.change', subject: after.username, before: was, after: is })
      return after
    },

    async state(who, { userId, state }, { ip }) {
      const before = await findUser(stores, who, userId)
      await setState(stores, who, before, state)
      await record(stores, actorOf(who, ip), {
        action: state === 'deactivated' ? 'user.deactivate' : 'user.change',
        subject: before.username,
        before: { state: before.state },
        after: { state },
      })
      return findUser(stores, who, userId)
    },

    async invite(who, { userId }, { ip }) {
      const user = await findUser(stores, who, userId)
      await invite(stores, who, user, publicUrl)
      await record(stores, actorOf(who, ip), { action: 'user.invite', subject: user.username })
      return { done: true } as const
    },

    async resetSecondFactor(who, { userId }, { ip }) {
      const user = await findUser(stores, who, userId)
      await resetSecondFactor(stores, who, user, publicUrl)
      await record(stores, actorOf(who, ip), { action: 'secondFactor.reset', subject: user.username })
      return findUser(stores, who, userId)
    },

    copyAccess: (who, { userId, from }, { ip }) => copyAccess(stores, who, userId, from, ip),
  })

async function copyAccess(stores: Stores, who: Viewer, userId: string, from: string, ip: string): Promise<User> {
  const [before, colleague] = [await findUser(stores, who, userId), await findUser(stores, who, from)]
  const theirs = await assignmentsIn(stores.service, who.universe, { person: colleague.userId })
  await changeMembers(stores, who.universe, (client) => setRoles(stores, client, who, userId, theirs))
  const after = await findUser(stores, who, userId)
  await record(stores, actorOf(who, ip), {
    action: 'user.change',
    subject: after.username,
    before: { roles: (await written(stores, who, before)).roles },
    after: { roles: (await written(stores, who, after)).roles },
  })
  return after
}

/** A user as the audit log tells of them: each role with its places in a line. */
async function written(stores: Stores, { universe }: Viewer, user: User) {
  const surveys = await listSurveys(stores, universe)
  return { ...user, roles: user.roles.map((role) => assignmentText(role, surveys)) }
}
