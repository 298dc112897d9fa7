import type pg from 'pg'

type Client = pg.Pool | pg.PoolClient

/** Makes somebody a member whom a directory knows by an id of its own. */
export const addProvisionedMember = (
  client: Client,
  universe: string,
  person: string,
  { isActive, externalId }: { readonly isActive: boolean; readonly externalId: string | null },
) =>
  client.query('insert into membership (universe, person, state, external_id) values ($1, $2, $3, $4)', [
    universe,
    person,
    isActive ? 'active' : 'deactivated',
    externalId,
  ])

/** Changes what a directory says of a member; `state` null: it stays. */
export const changeProvisionedMember = (
  client: Client,
  universe: string,
  person: string,
  { state, externalId }: { readonly state: 'active' | 'deactivated' | null; readonly externalId: string | null },
) =>
  client.query(
    `update membership set external_id = $3, version = version + 1, state = coalesce($4, state)
      where universe = $1 and person = $2`,
    [universe, person, externalId, state],
  )

export const setMemberState = (client: Client, universe: string, person: string, state: 'active' | 'deactivated') =>
  client.query('update membership set state = $3, version = version + 1 where universe = $1 and person = $2', [
    universe,
    person,
    state,
  ])

/** Marks a new member as invited, until they have chosen a password. */
export const markInvited = (client: Client, universe: string, person: string) =>
  client.query(`update membership set state = 'invited' where universe = $1 and person = $2`, [universe, person])

/** Counts a change of a member; false where somebody else made one meanwhile. */
export async function countMemberChange(client: Client, universe: string, person: string, version: number) {
  const { rowCount } = await client.query(
    'update membership set version = version + 1 where universe = $1 and person = $2 and version = $3',
    [universe, person, version],
  )
  return rowCount === 1
}

/** Notes that a member has signed in. */
export const markSeen = (service: Client, universe: string, person: string) =>
  service.query('update membership set seen_at = now() where universe = $1 and person = $2', [universe, person])

export const removeMember = (client: Client, universe: string, person: string) =>
  client.query('delete from membership where universe = $1 and person = $2', [universe, person])

/**
 * Makes somebody a member of the universes that a provider names, in lower case, and takes them out of others that it
 * named before; who was deactivated stays so. Answers whether anything changed.
 */
export async function followClaimedMemberships(service: pg.Pool, person: string, named: readonly string[]) {
  const gained = await service.query(
    `insert into membership (universe, person, by_claim) select id, $1, true from universe where lower(name) = any($2)
      on conflict (universe, person) do update set state = 'active' where membership.state = 'invited'`,
    [person, named],
  )
  const lost = await service.query(
    `delete from membership m using universe u where u.id = m.universe and m.person = $1 and m.by_claim
      and m.state = 'active' and lower(u.name) <> all($2)`,
    [person, named],
  )
  return (gained.rowCount ?? 0) + (lost.rowCount ?? 0) > 0
}
