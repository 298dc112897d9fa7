import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { UsageError } from '../fault/usage-error.ts'

/** An identity provider elsewhere that signs people in. */
export type ExternalProvider = {
  /** What its tokens call it. */
  readonly issuer: string
  /** Null: not in Keycloak's shape; its addresses are in its OpenID discovery document. */
  readonly keycloak: { readonly serverUrl: string; readonly realm: string } | null
  readonly clientId: string
  /** What a token must name as its audience; null: its authorised party, or else its audience, is the client. */
  readonly audience: string | null
  /** Universes into which its claims may bring people; null: any. */
  readonly universes: readonly string[] | null
}

/** Who signs people in, by the host name in their browser; null: the provider that comes with Kaiku. */
export type SignIn = {
  readonly usual: ExternalProvider | null
  readonly hosts: ReadonlyMap<string, ExternalProvider | null>
}

/** What the provider that comes with Kaiku is called in addresses and tokens. */
export const ownProvider = { path: '/auth', realm: 'kaiku', clientId: 'kaiku-web' } as const

const webUrl = z
  .url({ protocol: /^https?$/, error: 'an address like https://id.example.com' })
  .transform((address) => address.replace(/\/+$/, ''))
const text = z.string({ error: 'a text' }).min(1, 'a text')

const provider = z
  .strictObject({
    url: webUrl.optional(),
    realm: text.optional(),
    issuer: z.url({ protocol: /^https?$/, error: 'an address like https://id.example.com' }).optional(),
    clientId: text.default(ownProvider.clientId),
    audience: text.optional(),
    universes: z.array(text).min(1, 'a list of names').optional(),
  })
  .refine(({ url, issuer }) => (url === undefined) !== (issuer === undefined), {
    path: ['url'],
    message: 'given (a Keycloak), or else issuer (another OpenID provider), not both',
  })
  .refine(({ url, realm }) => (url === undefined) === (realm === undefined), {
    path: ['realm'],
    message: 'given with url, and only then',
  })
  .transform(
    ({ url, realm, issuer, clientId, audience = null, universes = null }): ExternalProvider => ({
      issuer: issuer ?? `${url}/realms/${encodeURIComponent(realm ?? '')}`,
      keycloak: url !== undefined && realm !== undefined ? { serverUrl: url, realm } : null,
      clientId,
      audience,
      universes,
    }),
  )

const hostName = z
  .string()
  .regex(/^[a-z0-9.-]+(?::\d+)?$/i, 'a host name, such as feedback.example.com')
  .toLowerCase()
const hosts = z.record(hostName, z.union([z.literal('kaiku').transform(() => null), provider]), {
  error: 'an object from host names to providers',
})

const names = {
  OIDC_URL: 'url',
  OIDC_REALM: 'realm',
  OIDC_ISSUER: 'issuer',
  OIDC_CLIENT_ID: 'clientId',
  OIDC_AUDIENCE: 'audience',
  OIDC_UNIVERSES: 'universes',
} as const

/** Throws a refusal that names what cannot be used. `OIDC_HOSTS` names a JSON file. */
export function readSignIn(variables: Readonly<Record<string, string | undefined>>): SignIn {
  const given = Object.entries(names).flatMap(([name, field]): [string, unknown][] => {
    const value = variables[name]
    if (!value) return []
    return [[field, field === 'universes' ? value.split(',').map((one) => one.trim()) : value]]
  })
  const usual = given.length === 0 ? null : parse(provider, Object.fromEntries(given), variableOf)
  const file = variables.OIDC_HOSTS
  return { usual, hosts: new Map(file ? Object.entries(parse(hosts, readJson(file), placeIn(file))) : []) }
}

function parse<T>(schema: z.ZodType<T>, value: unknown, place: (path: readonly PropertyKey[]) => string): T {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  throw new UsageError(error.issues.map((issue) => `${place(issue.path)} must be ${expectation(issue)}`).join('; '))
}

/** Of a choice, what the provider's own shape expected. */
const expectation = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_union'
    ? (issue.errors.at(-1) ?? []).map(({ path, message }) => [...path, message].join(': ')).join(', ') ||
      'a provider, or "kaiku"'
    : issue.message

const variableOf = ([field]: readonly PropertyKey[]) =>
  Object.entries(names).find(([, own]) => own === field)?.[0] ?? 'OIDC_URL'
const placeIn = (file: string) => (path: readonly PropertyKey[]) => ['OIDC_HOSTS', file, ...path].join(' ')

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new UsageError(`OIDC_HOSTS must be the path of a JSON file: ${file} ${why}`)
  }
}

const withoutPort = (host: string) => host.toLowerCase().replace(/:\d+$/, '')

/** The provider for a host name; one that is not known has the usual. */
export function providerFor({ usual, hosts: known }: SignIn, host: string): ExternalProvider | null {
  const found = [...known].find(([name]) => withoutPort(name) === withoutPort(host))
  return found ? found[1] : usual
}

/** Every provider that is not Kaiku's own. */
export const externalProviders = ({ usual, hosts: known }: SignIn): readonly ExternalProvider[] =>
  [usual, ...known.values()].filter((one) => one !== null)

export const usesOwnProvider = ({ usual, hosts: known }: SignIn): boolean =>
  usual === null || [...known.values()].includes(null)

/** Origins of pages whose people the own provider signs in: the public address, and hosts that are given to it. */
export function ownOrigins(publicUrl: string, { hosts: known }: SignIn): readonly string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  const loopback = hostname === 'localhost' ? [`${protocol}//127.0.0.1${port && `:${port}`}`] : []
  const own = [...known].filter(([, provider]) => provider === null).map(([host]) => `${protocol}//${host}`)
  return [origin, ...loopback, ...own]
}
