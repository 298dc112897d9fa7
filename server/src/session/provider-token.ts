import { Fault } from '@kaiku/core/fault.ts'
import type { Person } from '../person/person.ts'

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
