import { randomBytes } from 'node:crypto'
import { type ReasonKey, reasonText, refuse } from '@kaiku/core/reason.ts'
import { type Algorithm, hash, hashRaw, verify } from '@node-rs/argon2'
import { isGuessable } from './guessable.ts'

/** Argon2id with OWASP's least costs: 19 MiB, two passes. */
const costs = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const shortest = 12
const longest = 200

export const hashPassword = (password: string): Promise<string> => hash(password, costs)

/** For short secrets that are looked up by their hash: the same salt gives the same hash. */
export const hashSecret = (secret: string, salt: Buffer): Promise<Buffer> => hashRaw(secret, { ...costs, salt })

let nobody: Promise<string> | undefined

/** Whether the password is the account's. Takes as long for an account that is not there or has no password. */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(18).toString('base64'))
  const isRight = await verify(hashed ?? (await nobody), password.slice(0, 10 * longest)).catch(() => false)
  return hashed !== null && isRight
}

/**
 * Throws Fault `invalid` with what is wrong with a new password. `words`: names of the person, and of what they belong
 * to, that a guesser would begin with.
 */
export async function checkPassword(password: string, username: string, words: readonly string[] = []): Promise<void> {
  const wrong = await faultOf(password, username, words)
  const expected = `${shortest} characters or more, hard to guess`
  if (wrong !== null)
    throw refuse('invalid', wrong, { least: shortest, most: longest }, [
      { place: 'password', expected, found: reasonText(wrong, { least: shortest, most: longest }) },
    ])
}

async function faultOf(password: string, username: string, words: readonly string[]): Promise<ReasonKey | null> {
  if (Array.from(password).length < shortest) return 'password.short'
  if (password.length > longest) return 'password.long'
  if (username !== '' && password.toLowerCase().includes(username.toLowerCase())) return 'password.name'
  return (await isGuessable(password, ['kaiku', username, ...words])) ? 'password.common' : null
}
