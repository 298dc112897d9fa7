import { secondFactorPolicies } from '@kaiku/contract/second-factor.ts'
import { uiLocales } from '@kaiku/contract/universe.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { bool, json, nullable, number, oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Person, personById } from '../person/person.ts'
import { grantsOf } from '../role/assignment.ts'
import { sampleUniverse, type Universe } from '../universe/universe.ts'

const membershipColumns = {
  id: text,
  name: text,
  title: text,
  secondFactor: oneOf(...secondFactorPolicies),
  seesNamesAbove: bool,
  idleMinutes: nullable(number),
  locales: json(z.array(z.string())),
  isSuspended: bool,
} satisfies Shape

export type Membership = Pick<Universe, 'id' | 'name' | 'title'> & {
  readonly secondFactor: (typeof secondFactorPolicies)[number]
  /** Whether viewers are told the names of the places above their own. */
  readonly seesNamesAbove: boolean
  /** Minutes without use after which sessions of its people end; null: no limit. */
  readonly idleMinutes: number | null
  /** Languages that are offered, the default first. */
  readonly locales: readonly string[]
  /** Nobody but root is let in. */
  readonly isSuspended: boolean
}

const columns = `u.id, u.name, u.title, coalesce(u.settings ->> 'secondFactor', 'offered') as "secondFactor",
  coalesce(u.settings ->> 'namesAbove' = 'true', false) as "seesNamesAbove",
  (u.settings ->> 'idleMinutes')::int as "idleMinutes",
  coalesce(u.settings -> 'locales', '${JSON.stringify(uiLocales)}') as locales, u.suspended_at is not null as "isSuspended"`

/** Universes a person may enter, by name: root enters all. */
export async function membershipsOf({ service }: Stores, person: Person): Promise<readonly Membership[]> {
  const { rows } = await query(
    service,
    membershipColumns,
    person.isRoot
      ? `select ${columns} from universe u where $1::uuid is not null order by u.name`
      : `select ${columns} from membership m join universe u on u.id = m.universe
          where m.person = $1 and m.state <> 'deactivated' order by u.name`,
    [person.id],
  )
  return rows
}

/** A viewer in one universe, with what else the browser is told of them. */
export type SignedInViewer = {
  readonly who: Viewer
  readonly person: Person
  readonly universe: Membership
  readonly memberships: readonly Membership[]
}

/** Milliseconds for which rights are not looked up again: a revocation holds everywhere after that. */
export const rememberedFor = 5_000
const kept = new WeakMap<Stores, LRUCache<string, SignedInViewer>>()

function keptOf(stores: Stores): LRUCache<string, SignedInViewer> {
  const cache = kept.get(stores) ?? new LRUCache<string, SignedInViewer>({ max: 5_000, ttl: rememberedFor })
  kept.set(stores, cache)
  return cache
}

/** Forgets what is known of everybody's rights: somebody's were changed here and hold at once. */
export const forgetRights = (stores: Stores): void => keptOf(stores).clear()

/**
 * The viewer that a person is in a universe, given by name or id; an empty one is the usual. Throws Fault `not_found` for a universe
 * that is not theirs, the same as for one that does not exist, and `forbidden` for a member of none, or while it is suspended.
 */
export async function viewerOf(stores: Stores, person: Person, universeName: string): Promise<SignedInViewer> {
  const cache = keptOf(stores)
  const key = `${person.id} ${universeName.toLowerCase()}`
  const known = cache.get(key)
  if (known) return known
  // Remembered from when it was asked: a process that is held up meanwhile does not know it for longer.
  const start = performance.now()
  const all = await membershipsOf(stores, person)
  const memberships = person.isRoot ? all : all.filter(({ isSuspended }) => !isSuspended)
  const universe = choose(memberships, universeName, all)
  const grants = await grantsOf(stores.service, universe.id, person.id)
  const viewer: SignedInViewer = {
    person,
    universe,
    memberships,
    who: {
      userId: person.id,
      username: person.username,
      grants,
      locale: offeredLocale(person.locale, universe.locales),
      universe: universe.id,
      universes: memberships.map(({ id }) => id),
      isUserAdmin: person.isRoot || grants.some(({ permissions }) => permissions.includes('manageUsers')),
      isRoot: person.isRoot,
      isReadOnly: false,
      seesNamesAbove: universe.seesNamesAbove,
    },
  }
  cache.set(key, viewer, { start })
  return viewer
}

/** A person as they are now, whoever asks; null: no account any more, or none in this universe. */
export async function viewerNow(stores: Stores, userId: string, universe: string): Promise<SignedInViewer | null> {
  const person = await personById(stores, userId)
  if (!person || person.isDeactivated) return null
  try {
    const viewer = await viewerOf(stores, person, universe)
    // Rights are remembered for a moment; the language is as it is now.
    return { ...viewer, person, who: { ...viewer.who, locale: offeredLocale(person.locale, viewer.universe.locales) } }
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** The person's language where it is offered, by its whole tag or its language; else the default. */
export function offeredLocale(locale: string, offered: readonly string[]): string {
  const isOffered = offered.includes(locale) || offered.includes(locale.split('-')[0] ?? '')
  return isOffered ? locale : (offered[0] ?? locale)
}

const usual = (universes: readonly Membership[]) => universes.find((one) => one.name === sampleUniverse) ?? universes[0]

/** `all`: with those that are suspended. */
function choose(memberships: readonly Membership[], name: string, all: readonly Membership[]): Membership {
  const wanted = name.toLowerCase()
  const among = (universes: readonly Membership[]) =>
    wanted === ''
      ? (usual(universes.filter(({ isSuspended }) => !isSuspended)) ?? usual(universes))
      : universes.find((one) => one.name.toLowerCase() === wanted || one.id === wanted)
  const found = among(memberships)
  if (found) return found
  if (among(all)) throw refuse('forbidden', 'universe.suspended')
  if (memberships.length === 0) throw new Fault('forbidden', 'You are a member of no universe.')
  throw new Fault('not_found', 'There is no such universe.')
}
