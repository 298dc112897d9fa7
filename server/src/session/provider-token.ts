import { Fault } from '@kaiku/core/fault.ts'
import { LRUCache } from 'lru-cache'
import type { Stores } from '../db/stores.ts'
import type { Person } from '../person/person.ts'
import { rememberedFor } from './who.ts'

/** What a verified token of an identity provider says. */
export type ProviderSession = {
  readonly person: Person
  readonly issuer: string
  readonly sid: string | null
}

/** Whom a provider's access token names; null when it is not valid here. */
export type ReadProviderToken = (token: string) => Promise<ProviderSession | null>

/** A token of a provider has three parts; ours has none. */
export const isProviderToken = (token: string): boolean => token.split('.').length === 3

export const unauthenticated = () => new Fault('unauthenticated', 'Sign in first.')

/** What a verified token says, until the token runs out (seconds since 1970). */
type Kept = ProviderSession & { readonly exp: number }
const kept = new WeakMap<Stores, LRUCache<string, Kept>>()

/** Verified tokens of the last seconds, by their hash: the end of a session holds everywhere after that, here at once. */
export function keptProviderSessions(stores: Stores): LRUCache<string, Kept> {
  const cache = kept.get(stores) ?? new LRUCache<string, Kept>({ max: 10_000, ttl: rememberedFor })
  kept.set(stores, cache)
  return cache
}
