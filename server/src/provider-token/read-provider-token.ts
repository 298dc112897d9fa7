import { createHash } from 'node:crypto'
import type { Stores } from '../db/stores.ts'
import { type Person, personById } from '../person/person.ts'
import { ownIssuer } from '../session/provider-session.ts'
import { cachedProviderSessions, type ProviderSession, type ReadProviderToken } from '../session/provider-token.ts'
import { type AccessToken, readAccessToken, type TrustedIssuer } from './access-token.ts'
import { personOfClaims } from './claimed-person.ts'
import { isExternal } from './trusted-issuer.ts'

/**
 * Whom a provider's access token names. What was found is remembered for a few seconds, so that a session's end and a
 * switched-off account hold everywhere after that.
 */
export function providerTokenReader(stores: Stores, trusted: readonly TrustedIssuer[]): ReadProviderToken {
  const kept = cachedProviderSessions(stores)

  async function read(token: string, now: Date): Promise<(ProviderSession & { exp: number }) | null> {
    const verified = await readAccessToken(token, trusted, now)
    if (!verified) return null
    const { sid, exp } = verified.token
    const issuer = isExternal(verified.by) ? verified.by.issuer : ownIssuer
    if (sid !== null && (await hasEnded(stores, issuer, sid))) return null
    const person = await personOf(stores, verified.token, verified.by)
    return person && !person.isDeactivated ? { person, issuer, sid, exp } : null
  }

  return async (token) => {
    const now = new Date()
    const key = createHash('sha256').update(token).digest('base64')
    const known = kept.get(key)
    if (known && known.exp * 1000 > now.getTime()) return known
    const found = await read(token, now)
    if (found) kept.set(key, found)
    return found
  }
}

async function hasEnded({ service }: Stores, issuer: string, sid: string): Promise<boolean> {
  const { rowCount } = await service.query('select from ended_provider_session where issuer = $1 and sid = $2', [
    issuer,
    sid,
  ])
  return (rowCount ?? 0) > 0
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function personOf(stores: Stores, token: AccessToken, by: TrustedIssuer): Promise<Person | null> {
  if (isExternal(by)) return personOfClaims(stores, token, by.provider)
  return uuid.test(token.sub) ? personById(stores, token.sub) : Promise.resolve(null)
}
