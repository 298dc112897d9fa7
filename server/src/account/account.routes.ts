import { accountCalls } from '@kaiku/contract/account.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { proveAgain, refuseActor } from '../password-proof/own-account.ts'
import { endEverywhere, presentOf, setPassword } from '../session/end-everywhere.ts'
import { endSessions } from '../session/session.ts'
import { forgetRights } from '../session/who.ts'
import { accountOf, saveAccount, sessionsOf } from './account.ts'

export const accountRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, accountCalls, {
    one: async ({ userId }) => accountOf(stores, userId),

    async save(who, { password, ...wanted }, { ip, viewer: { person } }) {
      refuseActor(who)
      const before = await accountOf(stores, who.userId)
      const isOtherMail = before.email.toLowerCase() !== wanted.email.toLowerCase()
      if (isOtherMail && before.hasPassword) await proveAgain(stores, person, password, ip)
      const after = await saveAccount(stores, who.userId, wanted)
      forgetRights(stores)
      await record(stores, actorOf(who, ip), { action: 'user.change', subject: who.username, before, after })
      return after
    },

    async changePassword(who, { current, password }, request) {
      const { ip, viewer } = request
      const { person } = viewer
      refuseActor(who)
      if (person.passwordHash === null) throw refuse('invalid', 'account.noPassword')
      await proveAgain(stores, person, current, ip, 'current')
      await setPassword(stores, person, password, { present: presentOf(request) })
      await record(stores, actorOf(who, ip), { action: 'password.change', subject: who.username })
      return { changed: true } as const
    },

    sessions: ({ userId }, _nothing, { session }) => sessionsOf(stores, userId, session?.id ?? null),

    async endSession(who, { session }, { ip }) {
      refuseActor(who)
      const ended = await endSessions(stores, who.userId, { only: session })
      if (ended === 0) throw new Fault('not_found', 'There is no such session.')
      await record(stores, actorOf(who, ip), { action: 'session.revoke', subject: who.username, after: { session } })
      return { ended }
    },

    async endOthers(who, _nothing, request) {
      refuseActor(who)
      const ended = await endEverywhere(stores, who.userId, presentOf(request))
      await record(stores, actorOf(who, request.ip), {
        action: 'session.revoke',
        subject: who.username,
        after: { ended },
      })
      return { ended }
    },
  })
