import { randomBytes } from 'node:crypto'
import { reasonText, refuse } from '@kaiku/core/reason.ts'
import { type Algorithm, hash, hashRaw, verify } from '@node-rs/argon2'

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

const common = /^(.)\1*$|^(?:0?123456789\d*|qwerty.*|password.*|letmein.*|salasana.*|l(?:o|ö)senord.*|passwort.*)$/i

/** Throws Fault `invalid` with what is wrong with a new password. */
export function checkPassword(password: string, username: string): void {
  const wrong =
    Array.from(password).length < shortest
      ? 'password.short'
      : password.length > longest
        ? 'password.long'
        : common.test(password)
          ? 'password.common'
          : username !== '' && password.toLowerCase().includes(username.toLowerCase())
            ? 'password.name'
            : null
  const expected = `${shortest} characters or more that nobody guesses`
  if (wrong !== null)
    throw refuse('invalid', wrong, { least: shortest, most: longest }, [
      { place: 'password', expected, found: reasonText(wrong, { least: shortest, most: longest }) },
    ])
}
