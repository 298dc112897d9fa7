import { type ScimToken, scimTokenName } from '@kaiku/contract/scim.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type Giver, holdAll, rightsOf } from '../access/own-rights.ts'
import { type Actor, record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import { bool, nullable, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { hashToken, newToken } from '../session/token.ts'

const scimTokenColumns = { tokenId: text, name: text, createdAt: text, usedAt: nullable(text) } satisfies Shape

/** So that a token is known for what it is wherever it turns up. */
const mark = 'kaiku_scim_'

/** Where directories speak SCIM to this Kaiku. */
export const scimAddress = (publicUrl: string): string => new URL('/api/scim/v2', publicUrl).href

const stamp = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const columns = `id as "tokenId", name, ${stamp('created_at')} as "createdAt", ${stamp('used_at')} as "usedAt"`

/** The oldest first. */
export const listScimTokens = async ({ pool }: Stores, universe: string): Promise<ScimToken[]> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      scimTokenColumns,
      `select ${columns} from scim_token where universe = $1 order by created_at, id`,
      [universe],
    )
    return rows
  })

/** A new token, which is shown here only and may do what its maker may; null: the operator. Throws Fault `invalid` for a name that is empty or too long. */
export async function createScimToken(
  stores: Stores,
  { universe, userId }: Giver,
  wanted: string,
  actor: Actor,
): Promise<ScimToken & { token: string }> {
  const name = scimTokenName.safeParse(wanted)
  if (!name.success) throw new Fault('invalid', 'A token needs a name of 1 to 100 characters.')
  const token = `${mark}${newToken()}`
  const [made] = await inUniverse(stores.pool, universe, async (client) => {
    const { rows } = await query(
      client,
      scimTokenColumns,
      `insert into scim_token (universe, hash, name, made_by) values ($1, $2, $3, $4) returning ${columns}`,
      [universe, hashToken(token), name.data, userId],
    )
    return rows
  })
  if (!made) throw new Error('a token was not made')
  await record(stores, actor, { action: 'scim.change', subject: made.name, after: { token: made.tokenId } })
  return { ...made, token }
}

/** Throws Fault `not_found`, the same for another universe's token, `forbidden` for one that may do what the giver may not. */
export async function revokeScimToken(stores: Stores, giver: Giver, tokenId: string, actor: Actor): Promise<void> {
  const { universe } = giver
  const maker = await makerOf(stores, universe, tokenId)
  const theirs = maker && (await rightsOf(stores, { universe, userId: maker.madeBy }))
  if (maker && !holdAll(await rightsOf(stores, giver), theirs ?? [fullGrant('')]))
    throw refuse('forbidden', 'scim.above')
  const [gone] = await inUniverse(stores.pool, universe, async (client) => {
    const { rows } = await query(
      client,
      { name: text },
      'delete from scim_token where universe = $1 and id = $2 returning name',
      [universe, tokenId],
    )
    return rows
  })
  if (!gone) throw new Fault('not_found', 'There is no such token.')
  await record(stores, actor, { action: 'scim.change', subject: gone.name, before: { token: tokenId } })
}

const makerOf = ({ pool }: Stores, universe: string, tokenId: string) =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      { madeBy: nullable(text) },
      'select made_by as "madeBy" from scim_token where universe = $1 and id = $2',
      [universe, tokenId],
    )
    return rows[0]
  })

/** Which directory speaks, and in which universe. `madeBy`: who made its token, which may do no more; null: the operator. */
export type Directory = {
  readonly tokenId: string
  readonly name: string
  readonly universe: string
  readonly madeBy: string | null
}

/** Throws Fault `forbidden` when the maker of the token manages no users there any more. */
export async function refuseUnlessManaging(stores: Stores, { universe, madeBy }: Directory): Promise<void> {
  const rights = await rightsOf(stores, { universe, userId: madeBy })
  if (rights && !rights.some(({ permissions }) => permissions.includes('manageUsers')))
    throw refuse('forbidden', 'scim.noManager')
}

/** Whose token it is; null: nobody's. Found by its hash, so that no comparison tells how much of a guess is right. */
export async function directoryOf({ service }: Stores, token: string): Promise<Directory | null> {
  if (!token.startsWith(mark)) return null
  const { rows } = await query(
    service,
    { tokenId: text, name: text, universe: text, madeBy: nullable(text), isStale: bool },
    `select id as "tokenId", name, universe, made_by as "madeBy",
        used_at is null or used_at < now() - interval '1 minute' as "isStale" from scim_token where hash = $1`,
    [hashToken(token)],
  )
  const [found] = rows
  if (!found) return null
  const { isStale, ...directory } = found
  if (isStale) await service.query('update scim_token set used_at = now() where id = $1', [found.tokenId])
  return directory
}
