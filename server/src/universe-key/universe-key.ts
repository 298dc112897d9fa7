import { type UniverseKey, universeKeySettings } from '@kaiku/contract/universe-key.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type Actor, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, query, type Shape, someOf, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { placeText, schemaFaults } from '../fault/definition-fault.ts'
import { hashToken, newToken } from '../session/token.ts'

const universeKeyColumns = {
  keyId: text,
  label: text,
  scopes: someOf(...apiScopes),
  expiresOn: nullable(text),
  createdAt: text,
  createdBy: text,
  usedAt: nullable(text),
  isExpired: bool,
} satisfies Shape

/** So that a token is known for what it is wherever it turns up. */
const mark = 'kaiku_api_'

/** Where the public API of this Kaiku is. */
export const publicApiAddress = (publicUrl: string): string => new URL('/api/v1', publicUrl).href

const stamp = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const isExpired = `coalesce(k.expires_on < (now() at time zone u.time_zone)::date, false)`
const columns = `k.id as "keyId", k.label, k.scopes, k.expires_on::text as "expiresOn",
  ${stamp('k.created_at')} as "createdAt", k.created_by as "createdBy", ${stamp('k.used_at')} as "usedAt",
  ${isExpired} as "isExpired"`
const keys = `select ${columns} from universe_key k join universe u on u.id = k.universe`

/** The oldest first. */
export const listUniverseKeys = ({ pool }: Stores, universe: string): Promise<UniverseKey[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      universeKeyColumns,
      `${keys} where k.universe = $1 order by k.created_at, k.id`,
      [universe],
    )
    return rows
  })

/** A new key with its token, which is shown here only. Throws Fault `invalid`. */
export async function createUniverseKey(
  stores: Stores,
  universe: string,
  wanted: unknown,
  actor: Actor,
): Promise<UniverseKey & { token: string }> {
  const { data, error } = universeKeySettings.safeParse(wanted)
  if (error) {
    const details = schemaFaults(error.issues, wanted).map(({ place, ...fault }) => ({
      place: placeText(place),
      expected: fault.expected,
      found: fault.found,
    }))
    throw new Fault('invalid', 'These settings of a key cannot be used.', details)
  }
  const token = `${mark}${newToken()}`
  const made = await inUniverse(stores.pool, universe, async (client) => {
    const inserted = await query(
      client,
      { id: text },
      `insert into universe_key (universe, hash, label, scopes, expires_on, created_by)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [universe, hashToken(token), data.label, data.scopes, data.expiresOn, actor.name],
    )
    const found = await query(client, universeKeyColumns, `${keys} where k.universe = $1 and k.id = $2`, [
      universe,
      inserted.rows[0]?.id,
    ])
    return found.rows[0]
  })
  if (!made) throw new Error('a key was not made')
  await record(stores, actor, { action: 'apiKey.change', subject: data.label, after: { key: made.keyId, ...data } })
  return { ...made, token }
}

/** Throws Fault `not_found`, the same for another universe's key. */
export async function revokeUniverseKey(stores: Stores, universe: string, keyId: string, actor: Actor): Promise<void> {
  const [gone] = await inUniverse(stores.pool, universe, async (client) => {
    const { rows } = await query(
      client,
      { label: text },
      'delete from universe_key where universe = $1 and id = $2 returning label',
      [universe, keyId],
    )
    return rows
  })
  if (!gone) throw new Fault('not_found', 'There is no such key.')
  await record(stores, actor, { action: 'apiKey.change', subject: gone.label, before: { key: keyId } })
}

/** A key as it was found by its token. */
export type FoundUniverseKey = UniverseKey & { readonly universe: string; readonly isSuspended: boolean }

/** Whose token it is; null: no key's. Found by its hash, so that no comparison tells how much of a guess is right. */
export async function keyOfToken({ service }: Stores, token: string): Promise<FoundUniverseKey | null> {
  if (!token.startsWith(mark)) return null
  const { rows } = await query(
    service,
    { ...universeKeyColumns, universe: text, isSuspended: bool, isStale: bool },
    {
      name: 'universe-key',
      text: `select ${columns}, k.universe, u.suspended_at is not null as "isSuspended", k.used_at is null or k.used_at < now() - interval '1 minute' as "isStale"
      from universe_key k join universe u on u.id = k.universe where k.hash = $1`,
    },
    [hashToken(token)],
  )
  const [found] = rows
  if (!found) return null
  const { isStale, ...key } = found
  if (isStale) await service.query('update universe_key set used_at = now() where id = $1', [key.keyId])
  return key
}
