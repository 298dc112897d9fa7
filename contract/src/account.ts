import { z } from 'zod'
import { call } from './call.ts'

const themes = ['system', 'light', 'dark'] as const
const locale = z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/)
const secret = z.string().max(1000)

/** A viewer’s own account, the same in all their universes. */
export const account = z
  .object({
    userId: z.string(),
    username: z.string(),
    email: z.string(),
    givenName: z.string(),
    familyName: z.string(),
    locale: z.string(),
    theme: z.string(),
    /** False: one signs in elsewhere, or has not chosen a password yet. */
    hasPassword: z.boolean(),
  })
  .meta({ id: 'Account' })

export const ownSession = z
  .object({
    id: z.string(),
    /** Where it began, and the browser that it began in. */
    address: z.string(),
    agent: z.string(),
    createdAt: z.string(),
    seenAt: z.string(),
    isRemembered: z.boolean(),
    /** The one that asks. */
    isThis: z.boolean(),
    /** Who acts in it as this user; empty: the user. */
    actor: z.string(),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.output<typeof ownSession>

export const accountCalls = {
  one: call({ method: 'GET', path: 'account', summary: 'One’s own account', reply: account }),
  save: call({
    method: 'PUT',
    path: 'account',
    summary: 'Change one’s own account',
    body: z.strictObject({
      givenName: z.string().trim().max(100),
      familyName: z.string().trim().max(100),
      email: z.union([z.literal(''), z.email().max(320)]),
      locale,
      theme: z.enum(themes),
      /** Asked for where the mail address changes: a new password can be sent there. */
      password: secret.default(''),
    }),
    reply: account,
  }),
  changePassword: call({
    method: 'POST',
    path: 'account/password',
    summary: 'Choose another password; all other sessions end',
    body: z.strictObject({ current: secret, password: secret }),
    reply: z.object({ changed: z.literal(true) }),
  }),
  sessions: call({
    method: 'GET',
    path: 'account/sessions',
    summary: 'Where one is signed in',
    reply: z.array(ownSession),
  }),
  endSession: call({
    method: 'DELETE',
    path: 'account/sessions/:session',
    summary: 'End one of one’s own sessions',
    params: z.strictObject({ session: z.uuid() }),
    reply: z.object({ ended: z.int() }),
  }),
  endOthers: call({
    method: 'DELETE',
    path: 'account/sessions',
    summary: 'End all of one’s own sessions but this',
    reply: z.object({ ended: z.int() }),
  }),
}
