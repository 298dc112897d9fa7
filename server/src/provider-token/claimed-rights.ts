import { createHash } from 'node:crypto'
import { roleRule } from '@kaiku/contract/role-rule.ts'
import { type Claims, matches, texts } from '@kaiku/core/role-rule.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { listAssertions } from '../access/assertion.store.ts'
import { sentence, toldAssertions } from '../access/assertion.ts'
import { record } from '../audit/audit.ts'
import type { ExternalProvider } from '../client-configuration/sign-in.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Person } from '../person/person.ts'
import { forgetRights } from '../session/who.ts'
import type { Stores } from '../stores.ts'
import { listSurveys } from '../survey/survey.ts'

/** Milliseconds after which the same claims are looked at again: the rules of a role may have changed. */
const heldFor = 60_000
const followed = new WeakMap<Stores, LRUCache<string, string>>()
/** Claims that differ in every token. */
const passing = new Set(['exp', 'iat', 'nbf', 'jti', 'auth_time', 'sid', 'session_state', 'acr'])

/**
 * Gives what a token's claims give, and takes back what they no longer give: memberships (`universe`, `universes`) and
 * roles by their rules. What people or SCIM gave stays.
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

async function followMemberships({ service }: Stores, person: Person, claims: Claims, provider: ExternalProvider) {
  const own = allowed(provider)
  const named = [...texts(claims.universe), ...texts(claims.universes)].map((name) => name.toLowerCase())
  const claimed = own === null ? named : named.filter((name) => own.includes(name))
  const gained = await service.query(
    `insert into membership (universe, person, by_claim) select id, $1, true from universe where lower(name) = any($2)
      on conflict (universe, person) do update set state = 'active' where membership.state = 'invited'`,
    [person.id, claimed],
  )
  const lost = await service.query(
    `delete from membership m using universe u where u.id = m.universe and m.person = $1 and m.by_claim
      and m.state = 'active' and lower(u.name) <> all($2)`,
    [person.id, claimed],
  )
  return (gained.rowCount ?? 0) + (lost.rowCount ?? 0) > 0
}

type Change = { readonly universe: string; readonly name: string }
const rules = z.array(roleRule)

async function followRoles(
  stores: Stores,
  person: Person,
  claims: Claims,
  provider: ExternalProvider,
): Promise<boolean> {
  const { rows } = await stores.service.query<{ universe: string; id: string; rules: unknown }>(
    `select r.universe, r.id, r.rules from role r
      join membership m on m.universe = r.universe and m.person = $1 and m.state = 'active'
      join universe u on u.id = r.universe
      where jsonb_array_length(r.rules) > 0 and ($2::text[] is null or lower(u.name) = any($2))`,
    [person.id, allowed(provider)],
  )
  const due = rows.filter((role) => rules.safeParse(role.rules).data?.some((rule) => matches(rule, claims)))
  const ids = due.map(({ id }) => id)
  const { rows: gained } = await stores.service.query<Change>(
    `insert into role_member (universe, role, person, source) select universe, id, $1, 'rule' from role where id = any($2)
      on conflict do nothing
      returning universe, (select name from role where id = role_member.role)::text as name`,
    [person.id, ids],
  )
  const { rows: lost } = await stores.service.query<Change>(
    `delete from role_member m using role r where r.universe = m.universe and r.id = m.role and m.person = $1
      and m.source = 'rule' and m.role <> all($2) returning m.universe, r.name::text`,
    [person.id, ids],
  )
  for (const universe of new Set([...gained, ...lost].map((one) => one.universe))) {
    const against = await demandsAgainst(stores, universe, person)
    await record(
      stores,
      { universe, userId: null, name: provider.issuer, actingAs: null, address: '' },
      {
        ...{ action: 'user.change', subject: person.username },
        before: { lost: namesIn(universe, lost) },
        after: { gained: namesIn(universe, gained), ...(against.length > 0 && { against }) },
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

const namesIn = (universe: string, changes: readonly Change[]) =>
  changes.filter((one) => one.universe === universe).map(({ name }) => name)
