import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSignIn } from '../configuration/sign-in.ts'
import { readAccessToken } from './access-token.ts'
import { keycloakClaims, type Odd, TokenIssuer } from './keycloak-token.fixture.ts'
import { trustedIssuers } from './trusted-issuer.ts'

let keycloak: TokenIssuer
let other: TokenIssuer
const publicUrl = 'http://localhost:8080'
const serverUrl = () => keycloak.issuer.replace('/realms/acme', '')
const trusted = (more: Record<string, string> = {}) =>
  trustedIssuers(readSignIn({ OIDC_URL: serverUrl(), OIDC_REALM: 'acme', ...more }), publicUrl, null)

beforeAll(async () => {
  keycloak = await TokenIssuer.start()
  other = await TokenIssuer.start()
})
afterAll(() => Promise.all([keycloak.stop(), other.stop()]))

const read = (token: string, issuers = trusted()) => readAccessToken(token, issuers, new Date())
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)
const claims = () => ({ ...keycloakClaims, iss: keycloak.issuer, iat: now(), exp: now() + 300 })

describe('an access token', () => {
  it('of a Keycloak is taken, with what it says', async () => {
    const found = await read(await keycloak.sign())
    expect(found?.token).toMatchObject({ sub: keycloakClaims.sub, sid: keycloakClaims.sid, iss: keycloak.issuer })
    expect(found?.token.claims.realm_access).toEqual(keycloakClaims.realm_access)
  })

  it.each<[string, () => Promise<string> | string]>([
    ['without a signature (alg none)', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`],
    [
      'signed with the public key as a secret (HS256)',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'k1' })
          .sign(new TextEncoder().encode(JSON.stringify(keycloak.publicKey))),
    ],
    ['of another realm', () => keycloak.sign({ claims: { iss: keycloak.issuer.replace('acme', 'globex') } })],
    ['of another server in its name', () => other.sign({ claims: { iss: keycloak.issuer } })],
    ['of another server', () => other.sign()],
    [
      'that brings its own key',
      async () => {
        const { privateKey } = await generateKeyPair('RS256')
        return new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'k1' }).sign(privateKey)
      },
    ],
    ['with a key that is not known', () => keycloak.sign({ header: { kid: 'k2' } })],
    ['for another client', () => keycloak.sign({ claims: { azp: 'grafana' } })],
    ['for another client, and us as audience', () => keycloak.sign({ claims: { azp: 'grafana', aud: 'kaiku-web' } })],
    ['for nobody', () => keycloak.sign({ claims: { azp: undefined } })],
    ['that has expired', () => keycloak.sign({ exp: -10 })],
    ['without an end', () => keycloak.sign({ claims: { exp: undefined } })],
    ['that is not valid yet', () => keycloak.sign({ nbf: 60 })],
    ['without a subject', () => keycloak.sign({ claims: { sub: undefined } })],
    ['that is an id token', () => keycloak.sign({ claims: { typ: 'ID', aud: 'kaiku-web' } })],
    [
      'that is an id token of another make',
      () => keycloak.sign({ claims: { typ: undefined, azp: undefined, aud: 'kaiku-web', nonce: 'n' } }),
    ],
    [
      'that is an id token without a nonce',
      () => keycloak.sign({ claims: { typ: undefined, azp: undefined, aud: 'kaiku-web', scope: undefined } }),
    ],
    ['that is a refresh token', () => keycloak.sign({ claims: { typ: 'Refresh' } })],
    ['that is a logout token', () => keycloak.sign({ claims: { typ: 'Logout' }, header: { typ: 'logout+jwt' } })],
    [
      'that was tampered with',
      async () => {
        const [header, , signature] = (await keycloak.sign()).split('.')
        return `${header}.${part({ ...claims(), sub: 'root' })}.${signature}`
      },
    ],
    ['whose signature was cut', async () => (await keycloak.sign()).slice(0, -3)],
    ['that is none', () => 'a.b.c'],
    ['that is nothing', () => ''],
  ])('%s is refused', async (_what, make) => {
    expect(await read(await make())).toBeNull()
  })

  it.each<[string, boolean, Odd]>([
    ['an at+jwt', true, { header: { typ: 'at+jwt' }, claims: { typ: undefined } }],
    ['an application/at+jwt', true, { header: { typ: 'application/at+jwt' }, claims: { typ: undefined } }],
    ['a scope and no nonce', true, { claims: { typ: undefined } }],
    ['no party and the client as audience', true, { claims: { typ: undefined, azp: undefined, aud: 'kaiku-web' } }],
    ['another audience', false, { claims: { typ: undefined, azp: undefined, aud: 'other' } }],
  ])('of another make with %s: %s', async (_what, isTaken, odd) => {
    const issuers = trustedIssuers(readSignIn({ OIDC_ISSUER: keycloak.issuer }), publicUrl, null)
    expect((await read(await keycloak.sign(odd), issuers)) !== null).toBe(isTaken)
  })

  it('must name the audience where one is configured', async () => {
    const issuers = () => trusted({ OIDC_AUDIENCE: 'urn:kaiku' })
    expect(await read(await keycloak.sign(), issuers())).toBeNull()
    expect(await read(await keycloak.sign({ claims: { aud: ['account', 'urn:kaiku'] } }), issuers())).not.toBeNull()
  })
})

describe('the keys of a provider', () => {
  it('are asked for once, and not again for every key that somebody invents', async () => {
    const issuers = trusted()
    const before = keycloak.asked
    for (let at = 0; at < 5; at++) await read(await keycloak.sign(), issuers)
    for (let at = 0; at < 5; at++) await read(await keycloak.sign({ header: { kid: `x${at}` } }), issuers)
    expect(keycloak.asked - before).toBeLessThanOrEqual(2)
  })

  it('say that the provider is away where they cannot be had, and no more than that', async () => {
    const gone = await TokenIssuer.start()
    const token = await gone.sign()
    await gone.stop()
    for (const variables of [
      { OIDC_URL: gone.issuer.replace('/realms/acme', ''), OIDC_REALM: 'acme' },
      { OIDC_ISSUER: gone.issuer },
    ]) {
      const issuers = trustedIssuers(readSignIn(variables), publicUrl, null)
      await expect(read(token, issuers)).rejects.toMatchObject({ code: 'unavailable' })
    }
  })
})
