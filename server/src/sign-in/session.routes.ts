import { sessionCalls } from '@kaiku/contract/session.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorIn, actorOf, record, stranger } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Handlers, mount } from '../http/mount.ts'
import { type Person, welcome } from '../person/person.ts'
import { type Strength, strengthOfToken } from '../second-factor/second-factor.ts'
import { deviceOf, rememberDevice } from '../session/device.ts'
import { setPassword } from '../session/end-everywhere.ts'
import { fileTicket } from '../session/file-ticket.ts'
import { endProviderSession } from '../session/provider-session.ts'
import { isProviderToken, type ReadProviderToken } from '../session/provider-token.ts'
import { asActor, endSessions, type Session, sessionOf } from '../session/session.ts'
import { readTicket, settingPassword, takeTicket, useTicket } from '../session/ticket.ts'
import { viewAs } from '../session/view-as.ts'
import { viewerOf } from '../session/who.ts'
import { forgotten } from './forgotten.ts'
import { bearer } from './identity.ts'
import { beginningWith, identityOf, refusedIdentity } from './identity-answer.ts'
import { actAs, enter, login, type Origin, whyNotIn } from './login.ts'
import { setUp } from './setup.ts'
import { recordProviderSignIn } from './sign-in-record.ts'

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  agent: headers['user-agent'] ?? '',
  device: deviceOf({ headers }),
})

type Calls = Handlers<typeof sessionCalls>

export const sessionRoutes =
  (readProviderToken: ReadProviderToken) =>
  (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) =>
    mount(app, sessionCalls, {
      ...signingIn(stores, publicUrl, readProviderToken),
      ...links(stores, publicUrl),
      ...signedIn(stores, readProviderToken),
    })

const signingIn = (
  stores: Stores,
  publicUrl: string,
  readProviderToken: ReadProviderToken,
): Pick<Calls, 'login' | 'validateKeycloak' | 'validateCookie' | 'setUp' | 'enter'> => ({
  async login(_who, payload, request, reply) {
    const answer = await login(stores, publicUrl, payload, originOf(request))
    const identity = beginningWith(payload.surveyName, answer)
    if (identity.authToken !== '')
      await rememberDevice(stores, identity.actor?.userId ?? identity.userId, { request, reply, publicUrl })
    return identity
  },

  async validateKeycloak(_who, { accessToken, universeName }, request) {
    const found = await readProviderToken(accessToken)
    if (!found || found.person.isDeactivated) {
      await record(stores, stranger('', request.ip), { action: 'session.refused', subject: 'provider' })
      return refusedIdentity(loginStatus.refused)
    }
    const viewer = await viewerOf(stores, found.person, universeName).catch(whyNotIn)
    if (typeof viewer === 'number') return refusedIdentity(viewer)
    await recordProviderSignIn(stores, found, request.ip)
    return identityOf(stores, viewer, viewer.who, {
      authToken: accessToken,
      mode: 'provider',
      strength: strengthOfToken(found),
    })
  },

  async validateCookie(_who, { sessionId, universe }) {
    const session = await sessionOf(stores, sessionId)
    if (!session) return refusedIdentity(loginStatus.refused)
    const viewer = await viewerOf(stores, session.person, universe || (session.universe ?? '')).catch(whyNotIn)
    if (typeof viewer === 'number') return refusedIdentity(viewer)
    return identityOf(stores, viewer, asActor(viewer.who, session.actor), {
      authToken: sessionId,
      mode: 'session',
      strength: strengthOf(session),
    })
  },

  async setUp(_who, payload, request) {
    const { person, universe } = await setUp(stores, payload)
    await record(stores, actorIn(null, person, request.ip), { action: 'user.create', subject: person.username })
    if (universe)
      await record(stores, actorIn(universe.id, person, request.ip), {
        action: 'universe.create',
        subject: universe.name,
        after: { title: universe.title, timeZone: universe.timeZone },
      })
    return enter(stores, person, { universe: '', isRemembered: false, strength: 'password' }, originOf(request))
  },

  async enter(_who, { token, universe }, request) {
    const found = await useTicket(stores, token, ['enter'])
    if (!found.person) throw new Fault('invalid', 'This link is for nobody.')
    return enter(
      stores,
      found.person,
      { universe: universe || (found.universe ?? ''), isRemembered: false, strength: 'shown' },
      originOf(request),
    )
  },
})

/** What is done by links out of mails. */
const links = (stores: Stores, publicUrl: string): Pick<Calls, 'forgot' | 'reset' | 'ticket'> => ({
  async forgot(_who, { user }, request) {
    // Not waited for: a known and an unknown user are answered in the same time.
    void forgotten(stores, publicUrl, user, request.ip).catch((error: unknown) => request.log.error(error))
    return { sent: true } as const
  },

  async reset(_who, { token, password }, request, reply) {
    const { person, universe, purpose } = await readTicket(stores, token)
    if (!person || !settingPassword.includes(purpose)) throw refuse('invalid', 'link.other')
    // A password that is refused does not use the link up; of two who use it at once one is too late.
    await setPassword(stores, person, password, {
      first: async (client) => {
        await takeTicket(client, token, settingPassword)
        if (universe !== null && purpose === 'invite') await welcome(client, universe, person.id)
      },
    })
    await rememberDevice(stores, person.id, { request, reply, publicUrl })
    await record(stores, actorIn(universe, person, request.ip), {
      action: 'password.change',
      subject: person.username,
    })
    return { username: person.username, universe: universe === null ? '' : await nameOf(stores, universe) }
  },

  async ticket(_who, { token }) {
    const { purpose, person, universe } = await readTicket(stores, token)
    if (purpose === 'enter') throw new Fault('invalid', 'This link signs in; it asks for nothing.')
    return {
      purpose,
      username: person?.username ?? '',
      universe: universe === null ? '' : await nameOf(stores, universe),
    }
  },
})

/** Whom somebody who is signed in stands for, and where; and the end of it. */
const signedIn = (
  stores: Stores,
  readProviderToken: ReadProviderToken,
): Omit<
  Calls,
  'login' | 'validateKeycloak' | 'validateCookie' | 'setUp' | 'enter' | 'forgot' | 'reset' | 'ticket'
> => ({
  async impersonateUser(_who, { accessToken, universeName, userName }, request) {
    const holder = await holderOf(stores, readProviderToken, accessToken)
    if (!holder) return refusedIdentity(loginStatus.refused)
    return actAs(stores, holder, { actAsUser: userName, actAsUniverse: universeName }, originOf(request))
  },

  async viewAs(who, { userId }, request) {
    const seen = await viewAs(stores, who, userId)
    await record(stores, actorOf(seen, request.ip), {
      action: 'session.viewAs',
      subject: seen.viewedAs?.username ?? '',
    })
    return identityOf(stores, request.viewer, seen, shownBy(request))
  },

  async stopActing(who, _nothing, request) {
    const { session } = request
    if (!session?.actor) throw new Fault('invalid', 'You act as nobody else.')
    await record(stores, actorOf(who, request.ip), { action: 'session.stopActing', subject: who.username })
    await endSessions(stores, session.person.id, { only: session.id })
    return enter(
      stores,
      session.actor,
      { universe: session.universe ?? '', isRemembered: false, strength: strengthOf(session) },
      originOf(request),
    )
  },

  async changeUniverse(_who, { universe }, request) {
    const viewer = await viewerOf(stores, request.viewer.person, universe)
    return identityOf(stores, viewer, asActor(viewer.who, request.session?.actor ?? null), shownBy(request))
  },

  async fileTicket(who, { address }) {
    return { address: await fileTicket(stores, who, address) }
  },

  identity: (who, _nothing, request) => identityOf(stores, request.viewer, who, shownBy(request)),

  async logout(who, _nothing, request) {
    await record(stores, actorOf(who, request.ip), { action: 'session.signOut' })
    const { session, providerSession } = request
    if (session) await endSessions(stores, session.person.id, { only: session.id })
    if (providerSession?.sid) await endProviderSession(stores, providerSession.issuer, providerSession.sid)
    return { ended: true } as const
  },
})

/** Whose token it is, of either kind; root may hold one of the provider. */
async function holderOf(
  stores: Stores,
  readProviderToken: ReadProviderToken,
  token: string,
): Promise<{ root: Person; strength: Strength } | null> {
  if (!isProviderToken(token)) {
    const session = await sessionOf(stores, token)
    return session && { root: session.person, strength: strengthOf(session) }
  }
  const found = await readProviderToken(token)
  return found && { root: found.person, strength: strengthOfToken(found) }
}

/** What the viewer of a request has shown of who they are. */
function shownBy(request: FastifyRequest) {
  const { session, providerSession } = request
  const ofProvider: Strength = providerSession ? strengthOfToken(providerSession) : 'password'
  return {
    authToken: bearer(request),
    mode: session ? ('session' as const) : ('provider' as const),
    strength: session ? strengthOf(session) : ofProvider,
  }
}

const strengthOf = ({ hasSecondFactor }: Session): Strength => (hasSecondFactor ? 'shown' : 'password')

async function nameOf({ service }: Stores, universe: string): Promise<string> {
  const { rows } = await query(service, { name: text }, 'select name from universe where id = $1', [universe])
  return rows[0]?.name ?? ''
}
