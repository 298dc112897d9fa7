import type { Giver } from '../access/own-rights.ts'
import type { Actor } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { ScimFault } from './scim-fault.ts'
import type { ScimQuery, ScimResource } from './scim-resource.ts'

/** A directory that asks, with what its request says. It gives no more than the maker of its token may. */
export type Caller = Giver & {
  readonly name: string
  /** The address that SCIM has here, without a slash at its end. */
  readonly base: string
  readonly address: string
  /** The `If-Match` header; null: none. */
  readonly ifMatch: string | null
}

export type Page = { readonly total: number; readonly resources: readonly ScimResource[] }

/** Users or groups. Each throws ScimFault; of another universe everything is absent. */
export type ScimKind = {
  readonly urn: string
  readonly list: (stores: Stores, caller: Caller, asked: ScimQuery) => Promise<Page>
  readonly one: (stores: Stores, caller: Caller, id: string, asked: ScimQuery) => Promise<ScimResource>
  readonly create: (stores: Stores, caller: Caller, body: unknown) => Promise<ScimResource>
  readonly replace: (stores: Stores, caller: Caller, id: string, body: unknown) => Promise<ScimResource>
  readonly patch: (stores: Stores, caller: Caller, id: string, body: unknown) => Promise<ScimResource>
  readonly remove: (stores: Stores, caller: Caller, id: string) => Promise<void>
}

export const actorOf = ({ universe, name, address }: Pick<Caller, 'universe' | 'name' | 'address'>): Actor => ({
  universe,
  userId: null,
  name: `SCIM: ${name}`,
  actingAs: null,
  address,
})

/** Whether a text can be the id of anything at all. */
export const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

const plainTag = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether a header of version tags names this one. */
export const namesVersion = (header: string, version: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => plainTag(tag) === plainTag(version))

/** Throws ScimFault 412 when the request goes out from another version than there is. */
export function checkVersion({ ifMatch }: Caller, { meta: { version } }: ScimResource): void {
  if (ifMatch !== null && !namesVersion(ifMatch, version))
    throw new ScimFault(412, null, 'The resource was changed meanwhile.')
}
