import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** The browser refused, or its reader cancelled: which of the two it does not tell. */
export class PasskeyRefusal extends Error {}

const refusal = (error: unknown) => {
  throw new PasskeyRefusal(String(error))
}

/** Makes a passkey for these options; the answer as JSON. Throws a `PasskeyRefusal`. */
export const makePasskey = async (options: string): Promise<string> =>
  JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }).catch(refusal))

/** Shows a passkey to this challenge; the answer as JSON. Throws a `PasskeyRefusal`. */
export const showPasskey = async (challenge: string): Promise<string> =>
  JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(challenge) }).catch(refusal))
