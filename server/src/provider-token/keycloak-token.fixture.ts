import type { webcrypto } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** What Keycloak 26 writes into an access token, with a realm's and two clients' roles, groups and mapped attributes. */
export const keycloakClaims = {
  jti: 'onrtac:6f0f3b0e-3a4a-7d0f-9f33-3f4f8a1a9a10',
  aud: ['realm-management', 'account'],
  sub: '5f5f2f0f-7a40-4e3c-8d0a-7b1c2c5d9e11',
  typ: 'Bearer',
  azp: 'kaiku-web',
  sid: '0f6e3c1e-9d0b-4a54-9a3e-2f1d6a0c4b22',
  acr: '1',
  'allowed-origins': ['https://kaiku.example.com'],
  realm_access: { roles: ['default-roles-acme', 'offline_access', 'uma_authorization', 'cx-manager'] },
  resource_access: {
    'kaiku-web': { roles: ['analyst'] },
    account: { roles: ['manage-account', 'manage-account-links', 'view-profile'] },
  },
  scope: 'openid profile email',
  email_verified: true,
  name: 'Anna Älv',
  groups: ['/Nordics/Sweden'],
  department: ['Retail', 'Support'],
  universe: 'acme',
  universes: ['acme', 'globex'],
  preferred_username: 'anna.alv',
  given_name: 'Anna',
  family_name: 'Älv',
  email: 'anna.alv@example.com',
} satisfies JWTPayload

/** What makes a token other than Keycloak's usual one: its header, its times in seconds from now. */
export type Odd = {
  readonly header?: Record<string, unknown>
  readonly claims?: Record<string, unknown>
  readonly exp?: number
  readonly nbf?: number
}

/** A Keycloak as far as its keys and tokens go. */
export class TokenIssuer {
  readonly #server: Server
  readonly issuer: string
  readonly #key: webcrypto.CryptoKey
  /** As anybody can read it. */
  readonly publicKey: object
  asked = 0
  #made = 0

  private constructor(server: Server, issuer: string, key: webcrypto.CryptoKey, publicKey: object) {
    this.#server = server
    this.issuer = issuer
    this.#key = key
    this.publicKey = publicKey
    server.on('request', ({ url = '' }, reply) => {
      this.asked += 1
      const at = new URL(url, issuer).pathname
      const certs = `${new URL(issuer).pathname}/protocol/openid-connect/certs`
      reply.setHeader('content-type', 'application/json')
      if (at === certs) reply.end(JSON.stringify({ keys: [publicKey] }))
      else if (at.endsWith('/.well-known/openid-configuration'))
        reply.end(JSON.stringify({ issuer, jwks_uri: new URL(certs, issuer).href }))
      else reply.writeHead(404).end('{}')
    })
  }

  static async start(realm = 'acme'): Promise<TokenIssuer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', use: 'sig', alg: 'RS256' }
    return new TokenIssuer(server, `http://127.0.0.1:${port}/realms/${realm}`, privateKey, jwk)
  }

  sign({ header = {}, claims = {}, exp = 300, nbf }: Odd = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    this.#made += 1
    const times = { iat: now, exp: now + exp, ...(nbf !== undefined && { nbf: now + nbf }) }
    const payload = { ...keycloakClaims, iss: this.issuer, jti: `token-${this.#made}`, ...times, ...claims }
    const kept = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))
    return new SignJWT(kept).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'k1', ...header }).sign(this.#key)
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
