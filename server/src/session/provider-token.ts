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
type CachedToken = ProviderSession & { readonly exp: number }
const cached = new WeakMap<Stores, LRUCache<string, CachedToken>>()

/** Verified tokens of the last seconds, by their hash: the end of a session holds everywhere after that, here at once. */
export function cachedProviderSessions(stores: Stores): LRUCache<string, CachedToken> {
  const cache = cached.get(stores) ?? new LRUCache<string, CachedToken>({ max: 10_000, ttl: rememberedFor })
  cached.set(stores, cache)
  return cache
}
