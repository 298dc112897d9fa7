import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { previewHeader, previewing, previewRoleHeader } from '../preview/preview-door.ts'
import { mustSetUp, strengthOfToken } from '../second-factor/second-factor.ts'
import { holderOfTicket } from '../session/file-ticket.ts'
import {
  isProviderToken,
  type ProviderSession,
  type ReadProviderToken,
  unauthenticated,
} from '../session/provider-token.ts'
import { asActor, type Session, sessionOf } from '../session/session.ts'
import { viewAs, viewAsHeader } from '../session/view-as.ts'
import { type SignedInViewer, viewerOf } from '../session/who.ts'

/** Names the universe of a request; absent: that of the session. */
export const universeHeader = 'kaiku-universe'

declare module 'fastify' {
  interface FastifyInstance {
    /** Gives a request its viewer as of now: for answers that last longer than rights. Throws as at the request's begin. */
    identifyRequest: (request: FastifyRequest) => Promise<void>
  }
  interface FastifyRequest {
    viewer: SignedInViewer
    /** Null: the request carries a token of the identity provider. */
    session: Session | null
    /** Null: the request carries a token of Kaiku's own sessions. */
    providerSession: ProviderSession | null
  }
}

/** Gives each request of somebody who is signed in its viewer, from the token in its `authorization` header. Throws Fault `unauthenticated`. */
export function identify(app: FastifyInstance, stores: Stores, readProviderToken: ReadProviderToken): void {
  app.decorateRequest('who')
  app.decorateRequest('viewer')
  app.decorateRequest('session')
  app.decorateRequest('providerSession')
  const identifyRequest = (request: FastifyRequest) => giveViewer(stores, readProviderToken, request)
  app.decorate('identifyRequest', identifyRequest)
  app.doors.set('people', identifyRequest)
}

async function giveViewer(stores: Stores, readProviderToken: ReadProviderToken, request: FastifyRequest) {
  const token = bearer(request)
  if (token === '') return giveHolder(stores, request)
  if (isProviderToken(token)) {
    const found = await readProviderToken(token)
    if (!found) throw unauthenticated()
    request.session = null
    request.providerSession = found
    request.viewer = await viewerOf(stores, found.person, named(request))
    request.who = await asSeen(stores, request, request.viewer.who)
    if (await mustSetUp(stores, request.viewer, strengthOfToken(found))) refuseUnlessSetUp(request)
    return
  }
  const session = await sessionOf(stores, token)
  if (!session) throw unauthenticated()
  request.session = session
  request.providerSession = null
  request.viewer = await viewerOf(stores, session.person, named(request) || (session.universe ?? ''))
  request.who = await asSeen(stores, request, asActor(request.viewer.who, session.actor))
  if (await mustSetUp(stores, request.viewer, session.hasSecondFactor ? 'shown' : 'password'))
    refuseUnlessSetUp(request)
}

/** Whoever fetches a file by a ticket in its address, which is used up. */
async function giveHolder(stores: Stores, request: FastifyRequest) {
  const { takesTicket } = request.routeOptions.config
  const viewer = takesTicket ? await holderOfTicket(stores, request.url) : null
  if (!viewer) throw unauthenticated()
  // The call itself knows of none.
  Reflect.deleteProperty(Object(request.query), 'ticket')
  request.session = null
  request.providerSession = null
  request.viewer = viewer
  request.who = viewer.who
}

function refuseUnlessSetUp({ routeOptions }: FastifyRequest) {
  if (!routeOptions.config.duringSetUp) throw refuse('forbidden', 'secondFactor.setUp')
}

/** The token; the scheme may be written in any case, or left out. */
export const bearer = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^bearer(?:\s+|$)/i, '').trim()

const named = (request: FastifyRequest): string => told(request, universeHeader)

function told({ headers }: FastifyRequest, name: string): string {
  const header = headers[name]
  return typeof header === 'string' ? header : ''
}

/**
 * As an administrator sees it who looks through the eyes of the member that a header names, and as who writes a survey's
 * drafts sees those that another names, by themselves, as that member, or as whoever holds a role.
 */
async function asSeen(stores: Stores, request: FastifyRequest, who: Viewer): Promise<Viewer> {
  const [userId, survey] = [told(request, viewAsHeader), told(request, previewHeader)]
  const seen = userId === '' ? who : await viewAs(stores, who, userId)
  const role = told(request, previewRoleHeader)
  if (survey === '' && role === '') return seen
  const previewed = await previewing(stores, { own: who, seen, survey, role })
  if (!request.routeOptions.config.inPreview) throw refuse('forbidden', 'preview.closed')
  return previewed
}
