import { signInPath } from '@kaiku/core/sign-in-path.ts'
import Provider, {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { actorIn, record } from '../audit/audit.ts'
import { ownOrigins, ownProvider, type SignIn } from '../configuration/sign-in.ts'
import type { Stores } from '../db/stores.ts'
import { type Person, personById } from '../person/person.ts'
import { errorPage, signedOutPage, signOutPage } from '../provider-page/provider.page.ts'
import { connectPath, formPath, issuerOf, realmPath } from '../provider-page/provider-address.ts'
import { textsFor } from '../provider-page/provider-text.ts'
import { endProviderSession, ownIssuer } from '../session/provider-session.ts'
import { providerState } from '../session/provider-state.ts'
import { wrapped } from '../session/refresh-token.ts'
import { accountClaims } from './account-claims.ts'
import { cookieKey, signingKey } from './installation-secret.ts'

/** Seconds. */
const minute = 60
const day = 24 * 60 * minute
const lifetime = { access: 5 * minute, refresh: day, signIn: 30 * minute, plain: day, remembered: 30 * day }

const resource = 'urn:kaiku:api'
const responseModes = ['fragment', 'query']
const told = [
  'sub',
  'sid',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'locale',
  'email',
  'email_verified',
  'realm_access',
  'resource_access',
  'roles',
  'permissions',
  'universe',
  'universes',
]
const scopes = 'openid profile email roles offline_access'

/** The identity provider that comes with Kaiku: Keycloak's addresses and claims over Kaiku's own accounts. */
export async function identityProvider(
  stores: Stores,
  { publicUrl, signIn }: { readonly publicUrl: string; readonly signIn: SignIn },
): Promise<Provider> {
  const [key, cookies] = await Promise.all([signingKey(stores), cookieKey(stores)])
  const origins = ownOrigins(publicUrl, signIn)
  const [home = ''] = homesOf(origins)
  const policy = interactionPolicy.base()
  policy.remove('consent')

  const provider = new Provider(issuerOf(publicUrl), {
    adapter: providerState(stores),
    clients: [ownClient(origins)],
    jwks: { keys: [key] },
    cookies: {
      keys: [cookies],
      names: { session: 'kaiku_provider', interaction: 'kaiku_sign_in', resume: 'kaiku_sign_in_resume' },
      long: { path: realmPath, httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
    },
    routes: routes(),
    scopes: scopes.split(' '),
    // Keycloak tells all of this to who asks for no more than openid.
    claims: { openid: [...told] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: (_context, origin) => origins.includes(origin),
    ...accountsOf(stores),
    issueRefreshToken: async () => true,
    loadExistingGrant: grantOf,
    ttl: timesToLive(),
    interactions: { url: (_context, { uid }) => `${formPath}/${uid}`, policy },
    renderError: (context, { error, error_description: why }) => {
      context.type = 'html'
      context.body = errorPage(textsFor(context.get('accept-language')), { home, detail: why ?? error })
    },
    features: featuresOf(home),
  })
  // Addresses are made from the configured one: see mount.
  provider.proxy = true
  provider.use(async (context, next) => {
    await next()
    if (isOidc(context)) await likeKeycloak(stores, origins, context)
  })
  return provider
}

/** Seconds. */
const timesToLive = (): Configuration['ttl'] => ({
  AccessToken: lifetime.access,
  AuthorizationCode: minute,
  IdToken: lifetime.access,
  RefreshToken: lifetime.refresh,
  Interaction: lifetime.signIn,
  Session: (_context, { transient }) => (transient ? lifetime.plain : lifetime.remembered),
  Grant: lifetime.remembered,
})

const routes = () => ({
  authorization: `${connectPath}/auth`,
  token: `${connectPath}/token`,
  userinfo: `${connectPath}/userinfo`,
  jwks: `${connectPath}/certs`,
  end_session: `${connectPath}/logout`,
})

const homesOf = (origins: readonly string[]) => origins.map((origin) => origin + signInPath.home)

/** Kaiku itself, as a client of the provider. */
function ownClient(origins: readonly string[]): ClientMetadata {
  // The library compares addresses as they are written, to the letter.
  const homes = homesOf(origins)
  const silent = origins.map((origin) => origin + signInPath.silent)
  return {
    client_id: ownProvider.clientId,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: responseModes,
    redirect_uris: [...homes, ...silent],
    post_logout_redirect_uris: homes,
  }
}

/** Whom the provider knows, and what it tells of them. */
function accountsOf(stores: Stores): Pick<Configuration, 'findAccount' | 'extraTokenClaims'> {
  const account = async (person: Person) => ({
    accountId: person.id,
    claims: async () => ({ sub: person.id, ...(await accountClaims(stores, person)) }),
  })
  const active = async (id: string) => {
    const person = await personById(stores, id)
    return person && !person.isDeactivated ? person : null
  }
  return {
    findAccount: async (_context, id) => {
      const person = await active(id)
      return person ? account(person) : undefined
    },
    extraTokenClaims: async (_context, token) => {
      const person = 'accountId' in token && token.accountId ? await active(token.accountId) : null
      if (!person) throw new errors.InvalidGrant('the account is gone')
      const sid = 'sessionUid' in token ? token.sessionUid : undefined
      return { ...(await accountClaims(stores, person)), typ: 'Bearer', azp: token.clientId, sid }
    },
  }
}

// Everybody who may sign in may use Kaiku: there is nobody to ask for consent.
const grantOf: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const { session, client, provider: own } = oidc
  const known = client && session?.grantIdFor(client.clientId)
  const found = known ? await own.Grant.find(known) : undefined
  if (found && found.accountId === session?.accountId) return found
  const grant = new own.Grant({ clientId: client?.clientId, accountId: session?.accountId })
  grant.addOIDCScope(scopes)
  grant.addResourceScope(resource, scopes)
  await grant.save()
  return grant
}

const featuresOf = (home: string): Configuration['features'] => ({
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: scopes,
      audience: ownProvider.clientId,
      accessTokenFormat: 'jwt',
      accessTokenTTL: lifetime.access,
      jwt: { sign: { alg: 'RS256' } },
    }),
  },
  rpInitiatedLogout: {
    enabled: true,
    // Who shows the id token of the session asked for it in Kaiku; anybody else may have been lured here.
    logoutSource: (context, form) => {
      const isAsked = context.oidc.entities.IdTokenHint !== undefined
      context.body = signOutPage(textsFor(context.get('accept-language')), { form, isAsked })
    },
    postLogoutSuccessSource: (context) => {
      context.body = signedOutPage(textsFor(context.get('accept-language')), { home })
    },
  },
})

async function likeKeycloak(stores: Stores, origins: readonly string[], context: KoaContextWithOIDC): Promise<void> {
  if (context.oidc.route === 'token') {
    wrapRefreshToken(context)
    // Keycloak's client asks with credentials, although none are needed here.
    if (origins.includes(context.get('origin'))) context.set('access-control-allow-credentials', 'true')
  }
  if (context.oidc.route === 'end_session_confirm') await noteSignOut(stores, context)
  if (context.oidc.route === 'discovery') Object.assign(context.body ?? {}, { response_modes_supported: responseModes })
}

const isOidc = (context: object): context is KoaContextWithOIDC => 'oidc' in context

function wrapRefreshToken(context: KoaContextWithOIDC): void {
  const { body } = context
  if (typeof body !== 'object' || body === null || !('refresh_token' in body)) return
  const { RefreshToken, AuthorizationCode } = context.oidc.entities
  const iat = Math.floor(Date.now() / 1000)
  const sid = RefreshToken?.sessionUid ?? AuthorizationCode?.sessionUid
  const token = wrapped(String(body.refresh_token), { iat, exp: iat + lifetime.refresh, sid })
  context.body = { ...body, refresh_token: token, refresh_expires_in: lifetime.refresh }
}

/** The tokens of a session that was signed out of hold no longer, although they have not run out. */
async function noteSignOut(stores: Stores, { oidc: { session }, ip, status }: KoaContextWithOIDC): Promise<void> {
  if (status !== 303 || !session?.accountId) return
  await endProviderSession(stores, ownIssuer, session.uid)
  const person = await personById(stores, session.accountId)
  if (!person) return
  await record(stores, actorIn(null, person, ip), { action: 'session.signOut' })
}
