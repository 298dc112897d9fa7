import { permissions } from '@kaiku/core/access.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { name } from './localised.ts'
import { surveySummary } from './survey.ts'

const person = z.object({ userId: z.string(), username: z.string() })

/** Who has signed in, and what the browser needs at once. */
export const identity = z
  .object({
    /** Goes into the `authorization` header of every call; empty when the sign-in was refused. */
    authToken: z.string(),
    loginStatus: z.int().min(0).max(7),
    surveys: z.array(surveySummary),
    /** Names of the viewer's roles, joined by commas. */
    role: z.string(),
    isUserAdmin: z.boolean(),
    isRoot: z.boolean(),
    /** Names, never ids. */
    universe: z.string(),
    universes: z.array(z.object({ name: z.string(), title: z.string() })),
    locale: z.string(),
    userId: z.string(),
    username: z.string(),
    givenName: z.string(),
    familyName: z.string(),
    theme: z.string(),
    permissions: z.array(z.enum(permissions)),
    /** How the session began; `provider`: the token is the identity provider's. */
    mode: z.enum(['session', 'provider']),
    /** Root, who acts as this user; null: nobody does. */
    actor: person.nullable(),
    /** The user through whose eyes an administrator looks; null: through one's own. */
    viewedAs: person.nullable(),
    isReadOnly: z.boolean(),
    /** What is asked for at `secondFactorNeeded`. */
    secondFactors: z.array(z.enum(['totp', 'passkey', 'recovery'])),
    /** With it, where a passkey is among them: options of `navigator.credentials.get`, as JSON. Else empty. */
    passkeyChallenge: z.string(),
    /** Minutes without use after which the session ends; null: as long as it lasts. */
    idleMinutes: z.int().nullable(),
    /** Seconds to wait at `slowedDown`. */
    retryAfter: z.int().nullable(),
  })
  .meta({ id: 'Identity' })
export type Identity = z.output<typeof identity>

const text = z.string().max(320)
const secret = z.string().max(1000)
const token = z.string().max(20_000)
/** A universe by its name; empty: the usual one. */
const universe = z.string().max(80).default('')

const loginPayload = z.strictObject({
  username: text,
  password: secret,
  remember: z.boolean().default(false),
  universe,
  /** The survey that the identity begins with, where the user may see it. */
  surveyName: z.string().max(200).default(''),
  /** Root only: act as this user, and in this universe. */
  actAsUser: text.default(''),
  actAsUniverse: z.string().max(80).default(''),
  /** A code of the authenticator app, or a recovery code. */
  code: z.string().max(40).default(''),
  /** The browser's answer to a passkey challenge, as JSON. */
  passkey: z.string().max(20_000).default(''),
})

export const sessionCalls = {
  login: call({
    method: 'POST',
    path: 'vuejs/auth/login',
    summary: 'Sign in by user name and password',
    body: loginPayload,
    reply: identity,
    auth: 'none',
  }),
  validateKeycloak: call({
    method: 'POST',
    path: 'vuejs/auth/validatekeycloak',
    summary: 'The identity of who an identity provider has signed in',
    body: z.strictObject({
      accessToken: token,
      idToken: token.default(''),
      universeName: universe,
      /** Asks for the right to see indicators; without the right it changes nothing. */
      allowIndicators: z.boolean().default(true),
    }),
    reply: identity,
    auth: 'none',
  }),
  impersonateUser: call({
    method: 'POST',
    path: 'vuejs/auth/impersonateuser',
    summary: 'Act as another user (root only)',
    body: z.strictObject({ accessToken: token, idToken: token.default(''), universeName: universe, userName: text }),
    reply: identity,
    auth: 'none',
  }),
  validateCookie: call({
    method: 'POST',
    path: 'vuejs/auth/validatecookie',
    summary: 'The identity of a session that a cookie or the browser remembers',
    body: z.strictObject({ sessionId: token, universe }),
    reply: identity,
    auth: 'none',
  }),
  changeUniverse: call({
    method: 'GET',
    path: 'vuejs/auth/changeuniverse/:universe',
    summary: 'The viewer’s identity in another of their universes',
    params: z.strictObject({ universe: name }),
    reply: identity,
    duringSetUp: true,
  }),
  forgot: call({
    method: 'GET',
    path: 'vuejs/auth/forgot/:user',
    summary: 'Send a link for a new password, if there is such a user',
    params: z.strictObject({ user: z.string().min(1).max(320) }),
    reply: z.object({ sent: z.literal(true) }),
    auth: 'none',
  }),
  reset: call({
    method: 'POST',
    path: 'vuejs/auth/reset',
    summary: 'Choose a password with the token of a mailed link',
    body: z.strictObject({ token: z.string().max(200), password: secret }),
    reply: z.object({ username: z.string(), universe: z.string() }),
    auth: 'none',
  }),
  fileTicket: call({
    method: 'POST',
    path: 'session/fileticket',
    summary:
      'The same address of a file with a ticket by which the viewer fetches it once, within minutes, without a header',
    body: z.strictObject({ address: z.string().max(16_000) }),
    reply: z.object({ address: z.string() }),
    changesNothing: true,
  }),
  /** Tells the form of a mailed link whom it is for. */
  ticket: call({
    method: 'POST',
    path: 'session/ticket',
    summary: 'What a link of an invitation, a reset or the set-up is for',
    body: z.strictObject({ token: z.string().max(200) }),
    reply: z.object({
      purpose: z.enum(['reset', 'invite', 'setup']),
      username: z.string(),
      universe: z.string(),
    }),
    auth: 'none',
  }),
  /** A link that signs in once: `kaiku try` prints one. */
  enter: call({
    method: 'POST',
    path: 'session/enter',
    summary: 'Sign in once with a link of the command line',
    body: z.strictObject({ token: z.string().max(200), universe }),
    reply: identity,
    auth: 'none',
  }),
  /** The first account of a new Kaiku: its operator’s. */
  setUp: call({
    method: 'POST',
    path: 'session/setup',
    summary: 'Make the operator’s account, and the first universe, with the link of the first start',
    body: z.strictObject({
      token: z.string().max(200),
      username: text,
      password: secret,
      /** The first universe, where there is none yet. */
      universe: z.strictObject({ title: z.string().trim().max(120), timeZone: z.string().max(80) }).optional(),
    }),
    reply: identity,
    auth: 'none',
  }),
  logout: call({
    method: 'POST',
    path: 'session/logout',
    inPreview: true,
    summary: 'End the session',
    duringSetUp: true,
    reply: z.object({ ended: z.literal(true) }),
  }),
  identity: call({
    method: 'GET',
    path: 'session/identity',
    inPreview: true,
    summary: 'Who asks, in this universe and through whose eyes',
    reply: identity,
    duringSetUp: true,
  }),
  viewAs: call({
    method: 'POST',
    path: 'session/viewas',
    inPreview: true,
    summary: 'Look through the eyes of a member: what both may see, changing nothing, by the header kaiku-view-as',
    body: z.strictObject({ userId: z.uuid() }),
    reply: identity,
    needs: 'manageUsers',
    changesNothing: true,
  }),
  /** Acting as somebody else ends, one’s own session goes on. */
  stopActing: call({
    method: 'POST',
    path: 'session/stop',
    summary: 'Stop acting as another user',
    duringSetUp: true,
    reply: identity,
  }),
}
