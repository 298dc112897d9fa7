import { may, permissions } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { ownProvider } from '../configuration/sign-in.ts'
import type { Stores } from '../db/stores.ts'
import type { Person } from '../person/person.ts'
import { type SignedInViewer, viewerOf } from '../session/who.ts'

/** Realm roles, as Keycloak calls them, of Kaiku's own provider. */
const realmRoles = ({ who }: SignedInViewer): readonly string[] => [
  'user',
  ...(who.isUserAdmin ? ['isUserAdmin'] : []),
  ...(who.isRoot ? ['isRoot'] : []),
]

/**
 * What a token of the own provider says of an account, in Keycloak's claims. It informs the browser; the server reads
 * a person's rights from its tables and never from its own tokens.
 */
export async function accountClaims(stores: Stores, person: Person): Promise<Record<string, unknown>> {
  const { username, email, givenName, familyName, locale } = person
  const viewer = await viewerOf(stores, person, '').catch(memberOfNone)
  const roles = [...new Set(viewer?.who.grants.map(({ role }) => role))]
  return {
    preferred_username: username,
    ...(email !== null && { email, email_verified: false }),
    given_name: givenName,
    family_name: familyName,
    name: `${givenName} ${familyName}`.trim() || username,
    locale,
    realm_access: { roles: viewer ? realmRoles(viewer) : [] },
    resource_access: { [ownProvider.clientId]: { roles } },
    roles,
    permissions: viewer ? permissions.filter((permission) => may[permission](viewer.who)) : [],
    universe: viewer?.universe.name ?? '',
    universes: viewer?.memberships.map(({ name }) => name) ?? [],
  }
}

function memberOfNone(error: unknown): null {
  if (error instanceof Fault) return null
  throw error
}
