import { z } from 'zod'
import { call } from './call.ts'

/** A universe's policy on second factors. `off`: none can be set up; `required`: nobody goes on without one. */
export const secondFactorPolicies = ['off', 'offered', 'required'] as const

const secret = z.string().max(1000)
/** The password once more: a stolen session must not change how one signs in. */
const again = z.strictObject({ password: secret })

export const secondFactors = z
  .object({
    policy: z.enum(secondFactorPolicies),
    /** False: the person signs in at another provider, which decides what it asks for. */
    hasPassword: z.boolean(),
    /** Since when the authenticator app is asked for; null: it is not. */
    totpSince: z.string().nullable(),
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), createdAt: z.string(), usedAt: z.string().nullable() }),
    ),
    /** Recovery codes that were not used yet. */
    recoveryCodes: z.int(),
  })
  .meta({ id: 'SecondFactors' })
export type SecondFactors = z.output<typeof secondFactors>

/** Recovery codes are empty unless they were made just now: they are shown once. */
const added = z.object({ factors: secondFactors, recoveryCodes: z.array(z.string()) })

const duringSetUp = true as const

export const secondFactorCalls = {
  secondFactors: call({
    method: 'GET',
    path: 'secondfactor',
    summary: 'One’s own second factors',
    reply: secondFactors,
    duringSetUp,
  }),
  beginTotp: call({
    method: 'POST',
    path: 'secondfactor/totp/begin',
    summary: 'A new secret for an authenticator app; it holds once a code of it was entered',
    body: again,
    reply: z.object({
      /** Base32, as it is typed where no camera is at hand. */
      secret: z.string(),
      /** What the QR code says. */
      uri: z.string(),
    }),
    duringSetUp,
  }),
  confirmTotp: call({
    method: 'POST',
    path: 'secondfactor/totp/confirm',
    summary: 'The first code of the authenticator app',
    body: z.strictObject({ code: z.string().max(40) }),
    reply: added,
    duringSetUp,
  }),
  removeTotp: call({
    method: 'POST',
    path: 'secondfactor/totp/remove',
    summary: 'Ask for the authenticator app no more',
    body: again,
    reply: secondFactors,
  }),
  beginPasskey: call({
    method: 'POST',
    path: 'secondfactor/passkey/begin',
    summary: 'What the browser needs to make a passkey',
    body: again,
    reply: z.object({
      /** Options of `navigator.credentials.create`, as JSON. */
      options: z.string(),
    }),
    duringSetUp,
  }),
  confirmPasskey: call({
    method: 'POST',
    path: 'secondfactor/passkey/confirm',
    summary: 'Keep a passkey that the browser made',
    body: z.strictObject({ name: z.string().trim().min(1).max(60), passkey: z.string().max(20_000) }),
    reply: added,
    duringSetUp,
  }),
  removePasskey: call({
    method: 'POST',
    path: 'secondfactor/passkey/remove',
    summary: 'Forget a passkey',
    body: again.extend({ id: z.string().max(2_000) }),
    reply: secondFactors,
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: 'secondfactor/recovery',
    summary: 'New recovery codes; those before no longer work',
    body: again,
    reply: added,
  }),
}
