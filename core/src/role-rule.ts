import { type PlaceTexts, readAssignment } from './assignment.ts'

/** A claim that gives a role to who carries it in a provider's token. Values are compared exactly. */
export type RoleRule =
  /** Keycloak's role of the whole realm. */
  | { readonly kind: 'realmRole'; readonly value: string }
  /** Keycloak's role of one client. */
  | { readonly kind: 'clientRole'; readonly client: string; readonly value: string }
  /** `groups`; a group's path with or without its first slash. */
  | { readonly kind: 'group'; readonly value: string }
  /** Any other claim by its name, or by a path with dots into nested claims. */
  | { readonly kind: 'attribute'; readonly claim: string; readonly value: string }

/** A token's claims, as they came. */
export type Claims = Readonly<Record<string, unknown>>

/**
 * What claims give by a rule: once for each claim of the rule's value, with the places that it names behind it as
 * `VALUE @ PLACE | PLACE (figures: PLACE)`.
 */
export function placesGiven(rule: RoleRule, claims: Claims): PlaceTexts[] {
  const plain = rule.kind === 'group' ? withoutSlash : (text: string) => text
  const wanted = plain(rule.value)
  return valuesFor(rule, claims).flatMap((value) => {
    if (plain(value) === wanted) return [{ places: null, figures: null }]
    const { role, places, figures } = readAssignment(value)
    return plain(role) === wanted ? [{ places, figures }] : []
  })
}

function valuesFor(rule: RoleRule, claims: Claims): readonly string[] {
  switch (rule.kind) {
    case 'realmRole':
      return texts(at(claims, ['realm_access', 'roles']))
    case 'clientRole':
      return texts(at(claims, ['resource_access', rule.client, 'roles']))
    case 'group':
      return texts(claims.groups)
    case 'attribute':
      return texts(claims[rule.claim] ?? at(claims, rule.claim.split('.')))
  }
}

const withoutSlash = (path: string) => path.replace(/^\//, '')

function at(claims: unknown, path: readonly string[]): unknown {
  let found = claims
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = Reflect.get(found, step)
  }
  return found
}

/** The texts of a claim: one value, or a list of them. */
export const texts = (claim: unknown): readonly string[] =>
  (Array.isArray(claim) ? claim : [claim]).flatMap((one) =>
    typeof one === 'string' ? [one] : typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  )
