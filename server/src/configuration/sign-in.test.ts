import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { externalProviders, ownOrigins, ownProvider, providerFor, readSignIn, usesOwnProvider } from './sign-in.ts'

const directory = mkdtempSync(join(tmpdir(), 'kaiku-hosts-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const hosts = (value: unknown) => {
  const file = join(directory, 'hosts.json')
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return { OIDC_HOSTS: file }
}
const keycloak = { OIDC_URL: 'https://id.example.com/', OIDC_REALM: 'acme', OIDC_CLIENT_ID: 'dashboard' }

describe('the choice of identity provider', () => {
  it('is Kaiku’s own where none is configured', () => {
    const signIn = readSignIn({ OIDC_URL: '' })
    expect(signIn.usual).toBeNull()
    expect(usesOwnProvider(signIn)).toBe(true)
    expect(providerFor(signIn, 'anything')).toBeNull()
  })

  it('names a Keycloak by its address and realm, another provider by its issuer', () => {
    const { usual } = readSignIn({ ...keycloak, OIDC_UNIVERSES: 'a, b' })
    expect(usual).toEqual({
      issuer: 'https://id.example.com/realms/acme',
      keycloak: { serverUrl: 'https://id.example.com', realm: 'acme' },
      ...{ clientId: 'dashboard', audience: null, universes: ['a', 'b'] },
    })
    expect(readSignIn({ OIDC_ISSUER: 'https://login.example.com/', OIDC_AUDIENCE: 'kaiku' }).usual).toMatchObject({
      ...{ issuer: 'https://login.example.com/', keycloak: null, clientId: 'kaiku-web', audience: 'kaiku' },
    })
  })

  it('differs by host name; one that is not known has the usual', () => {
    const signIn = readSignIn({
      ...keycloak,
      ...hosts({
        'Beta.example.com:8443': 'kaiku',
        'c.example.com': { issuer: 'https://c.example.net', clientId: 'k' },
      }),
    })
    expect(providerFor(signIn, 'beta.example.com')).toBeNull()
    expect(providerFor(signIn, 'C.example.com')?.clientId).toBe('k')
    expect(providerFor(signIn, 'nowhere')?.clientId).toBe('dashboard')
    expect(externalProviders(signIn).map(({ clientId }) => clientId)).toEqual(['dashboard', 'k'])
    expect(usesOwnProvider(signIn)).toBe(true)
    expect(ownOrigins('https://kaiku.example.com/x', signIn)).toEqual([
      'https://kaiku.example.com',
      'https://beta.example.com:8443',
    ])
  })

  it.each([
    ['OIDC_REALM', { OIDC_URL: 'https://id.example.com' }],
    ['OIDC_URL', { OIDC_URL: 'id.example.com', OIDC_REALM: 'x' }],
    ['OIDC_URL', { OIDC_CLIENT_ID: 'x' }],
    ['OIDC_URL', { ...keycloak, OIDC_ISSUER: 'https://a.example.com' }],
    ['OIDC_HOSTS', { OIDC_HOSTS: '/nowhere.json' }],
  ])('names %s when it cannot be used', (name, variables) => {
    expect(() => readSignIn(variables)).toThrow(name)
  })

  it('says which host is wrong', () => {
    expect(() => readSignIn(hosts('{'))).toThrow('is not JSON')
    expect(() => readSignIn(hosts({ 'a.example.com': { url: 'https://x.example.com' } }))).toThrow(
      /a\.example\.com.*realm/,
    )
    expect(() => readSignIn(hosts({ 'a/b': 'kaiku' }))).toThrow('a/b')
    expect(() => readSignIn(hosts({ 'a.example.com': { issuer: 'https://x.example.com', secret: 'y' } }))).toThrow(
      'secret',
    )
  })
})

describe('the realm of the documentation', () => {
  const realm = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../../docs/keycloak/realm.json', import.meta.url)), 'utf8'),
  )

  it('has the client that Kaiku takes for granted, with PKCE and nothing that is less safe', () => {
    expect(realm.clients).toHaveLength(1)
    expect(realm.clients[0]).toMatchObject({
      ...{ clientId: ownProvider.clientId, publicClient: true, standardFlowEnabled: true },
      ...{ implicitFlowEnabled: false, directAccessGrantsEnabled: false, webOrigins: ['https://kaiku.example.com'] },
      redirectUris: ['https://kaiku.example.com/', 'https://kaiku.example.com/silent-check-sso.html'],
      attributes: {
        'pkce.code.challenge.method': 'S256',
        'post.logout.redirect.uris': 'https://kaiku.example.com/',
      },
    })
  })

  it('puts the claims that Kaiku reads into the access token', () => {
    const claims = realm.clients[0].protocolMappers.map(({ config }: { config: Record<string, string> }) => [
      config['claim.name'],
      config['access.token.claim'],
    ])
    expect(claims).toEqual([
      ['universes', 'true'],
      ['groups', 'true'],
    ])
  })
})
