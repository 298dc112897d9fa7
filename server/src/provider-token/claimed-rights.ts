import { createHash } from 'node:crypto'
import { roleRule } from '@kaiku/contract/role-rule.ts'
import { type PlaceTexts, placesKey } from '@kaiku/core/assignment.ts'
import { type Claims, placesGiven, texts } from '@kaiku/core/role-rule.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { sentence, toldAssertions } from '../access/assertion.ts'
import { listAssertions } from '../access/stored-assertion.ts'
import { record } from '../audit/audit.ts'
import type { ExternalProvider } from '../configuration/sign-in.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, nullable, query, text, texts as textsColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { followClaimedMemberships } from '../person/membership.ts'
import type { Person } from '../person/person.ts'
import { assignmentText, PlaceFault, placesRead } from '../role/named-place.ts'
import { surveysOf } from '../role/role-check.ts'
import { type ChangedRole, followRules, type RuledRole } from '../role/role-member.ts'
import { forgetRights } from '../session/who.ts'
import { listSurveys } from '../survey/survey.ts'

/** Milliseconds after which the same claims are looked at again: the rules of a role may have changed. */
const heldFor = 60_000
const followed = new WeakMap<Stores, LRUCache<string, string>>()
/** Claims that differ in every token. */
const passing = new Set(['exp', 'iat', 'nbf', 'jti', 'auth_time', 'sid', 'session_state', 'acr'])

/**
 * Gives what a token's claims give, and takes back what they no longer give: memberships (`universe`, `universes`) and
 * roles by their rules, at the places that claims name. What people or SCIM gave stays.
 */
export async function followClaims(
  stores: Stores,
  person: Person,
  claims: Claims,
  provider: ExternalProvider,
): Promise<void> {
  const cache = followed.get(stores) ?? new LRUCache<string, string>({ max: 10_000, ttl: heldFor })
  followed.set(stores, cache)
  const lasting = Object.entries(claims).filter(([name]) => !passing.has(name))
  const seen = createHash('sha256').update(JSON.stringify(lasting)).digest('base64')
  if (cache.get(person.id) === seen) return
  const changed = [
    await followMemberships(stores, person, claims, provider),
    await followRoles(stores, person, claims, provider),
  ]
  cache.set(person.id, seen)
  if (changed.includes(true)) forgetRights(stores)
}

const allowed = ({ universes }: ExternalProvider) => universes?.map((name) => name.toLowerCase()) ?? null

function followMemberships({ service }: Stores, person: Person, claims: Claims, provider: ExternalProvider) {
  const own = allowed(provider)
  const named = [...texts(claims.universe), ...texts(claims.universes)].map((name) => name.toLowerCase())
  const claimed = own === null ? named : named.filter((name) => own.includes(name))
  return followClaimedMemberships(service, person.id, claimed)
}

type Due = RuledRole & { readonly name: string }
const rules = z.array(roleRule)

/** The roles that claims give, each with the places that a claim names; one that names unknown places gives nothing. */
async function rolesDue(
  stores: Stores,
  person: Person,
  claims: Claims,
  provider: ExternalProvider,
): Promise<readonly Due[]> {
  const { rows: roles } = await query(
    stores.service,
    { universe: text, name: text, id: text, surveys: nullable(textsColumn), rules: json(z.unknown()) },
    `select r.universe, r.id, r.name::text, r.surveys, r.rules from role r
      join membership m on m.universe = r.universe and m.person = $1 and m.state = 'active'
      join universe u on u.id = r.universe
      where jsonb_array_length(r.rules) > 0 and ($2::text[] is null or lower(u.name) = any($2))`,
    [person.id, allowed(provider)],
  )
  const due = new Map<string, Due>()
  for (const { universe, id, name, surveys, rules: stored } of roles)
    for (const texts of (rules.safeParse(stored).data ?? []).flatMap((rule) => placesGiven(rule, claims))) {
      const named = await placesOf(stores, universe, surveys, texts)
      if (named === null) continue
      const key = [id, named.rows === null, placesKey({ rows: named.rows ?? {}, figures: named.figures })]
      due.set(JSON.stringify(key), { universe, id, name, ...named })
    }
  return [...due.values()]
}

/** Null: it names a place that there is not. */
async function placesOf(stores: Stores, universe: string, surveys: string[] | null, texts: PlaceTexts) {
  if (texts.places === null && texts.figures === null) return { rows: null, figures: null }
  try {
    return placesRead(surveysOf({ surveys }, await listSurveys(stores, universe)), texts)
  } catch (error) {
    if (error instanceof PlaceFault) return null
    throw error
  }
}

async function followRoles(
  stores: Stores,
  person: Person,
  claims: Claims,
  provider: ExternalProvider,
): Promise<boolean> {
  const due = await rolesDue(stores, person, claims, provider)
  const { gained, lost } = await followRules(stores.service, person.id, due)
  for (const universe of new Set([...gained, ...lost].map((one) => one.universe))) {
    const against = await demandsAgainst(stores, universe, person)
    const surveys = await listSurveys(stores, universe)
    await record(
      stores,
      { universe, userId: null, name: provider.issuer, actingAs: null, address: '' },
      {
        action: 'user.change',
        subject: person.username,
        before: { lost: namesIn(universe, lost, surveys) },
        after: { gained: namesIn(universe, gained, surveys), ...(against.length > 0 && { against }) },
      },
    )
  }
  return gained.length + lost.length > 0
}

/** What must stay true of the person's access and does not: a provider's word is not refused, but it is written down. */
async function demandsAgainst(stores: Stores, universe: string, { id }: Person): Promise<string[]> {
  const surveys = await listSurveys(stores, universe)
  const told = await inUniverse(stores.pool, universe, async (client) => {
    const all = await listAssertions(client, universe)
    const own = all.filter(({ userId }) => userId === id)
    return toldAssertions(stores, client, universe, surveys, 'en', own)
  })
  return told.flatMap((one) => (one.state === 'broken' ? [sentence(one)] : []))
}

const namesIn = (universe: string, changes: readonly ChangedRole[], surveys: readonly Dictionary[]) =>
  changes
    .filter((one) => one.universe === universe)
    .map(({ name, rows, figures }) => assignmentText({ name, rows: rows ?? {}, figures }, surveys))
