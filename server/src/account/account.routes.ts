import { accountCalls } from '@kaiku/contract/account.ts'
import type { Who } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { mount } from '../http/mount.ts'
import type { Person } from '../person/person.ts'
import { provePassword } from '../session/password-proof.ts'
import { endSessions } from '../session/session.ts'
import { forgetRights } from '../session/who.ts'
import type { Stores } from '../stores.ts'
import { accountOf, changePassword, saveAccount, sessionsOf } from './account.ts'

export const accountRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, accountCalls, {
    one: async ({ userId }) => accountOf(stores, userId),

    async save(who, { password, ...wanted }, { ip, viewer: { person } }) {
      refuseActor(who)
      const before = await accountOf(stores, who.userId)
      const isOtherMail = before.email.toLowerCase() !== wanted.email.toLowerCase()
      if (isOtherMail && before.hasPassword) await prove(stores, person, password, ip, 'password')
      const after = await saveAccount(stores, who.userId, wanted)
      forgetRights(stores)
      await record(stores, actorOf(who, ip), { action: 'user.change', subject: who.username, before, after })
      return after
    },

    async changePassword(who, { current, password }, { ip, session, viewer: { person } }) {
      refuseActor(who)
      if (person.passwordHash === null)
        throw new Fault('invalid', 'This account signs in elsewhere: it has no password.')
      await prove(stores, person, current, ip, 'current')
      await changePassword(stores, person, password)
      await endSessions(stores, who.userId, session ? { except: session.id } : {})
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

    async endOthers(who, _nothing, { ip, session }) {
      refuseActor(who)
      const ended = await endSessions(stores, who.userId, session ? { except: session.id } : {})
      await record(stores, actorOf(who, ip), { action: 'session.revoke', subject: who.username, after: { ended } })
      return { ended }
    },
  })

/** An account stays its owner's: whoever acts as them could otherwise keep it. */
function refuseActor({ actor }: Who) {
  if (actor) throw new Fault('forbidden', 'Only the owner of an account changes it.')
}

/** The password again, for what a stolen session must not do. Throws Fault `invalid` at the field, `busy` for a guesser. */
async function prove(stores: Stores, { username }: Person, password: string, ip: string, field: string) {
  const proof = await provePassword(stores, { username, password }, ip)
  if (proof.state === 'slowed') throw new Fault('busy', `Too many attempts. Wait ${proof.seconds} seconds.`)
  if (proof.state === 'wrong')
    throw new Fault('invalid', 'This is not your password.', [
      { place: field, expected: 'your password', found: 'something else' },
    ])
}
