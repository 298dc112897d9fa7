import type { User } from '@kaiku/contract/user.ts'
import type pg from 'pg'
import { type Giver, refuseRoleIdsAbove } from '../access/own-rights.ts'
import type { Stores } from '../stores.ts'

export type UserFilter = {
  readonly search?: string
  readonly role?: string | undefined
  readonly state?: User['state'] | undefined
  readonly userId?: string
}

/** What decides which members a viewer may change. */
export type ViewerReach = {
  readonly administered: readonly string[]
  readonly above: readonly string[]
  readonly isRoot: boolean
}

/**
 * Members of a universe by name. People cross universes, so this reads as the role of sign-in, and names the universe
 * itself. `administered`: universes where the viewer manages users; `above`: roles that allow what the viewer may not.
 */
export async function listUsers(
  service: pg.Pool,
  universe: string,
  { search = '', role, state, userId }: UserFilter,
  { administered, above, isRoot }: ViewerReach,
): Promise<User[]> {
  const { rows } = await service.query<User>(
    `select p.id as "userId", p.username, p.email, p.given_name as "givenName", p.family_name as "familyName",
        p.locale, p.is_root as "isRoot", m.state, m.version,
        to_char(m.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "seenAt",
        to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
        p.password_hash is not null as "hasPassword",
        exists (select from second_factor f where f.person = p.id and f.totp_since is not null)
          or exists (select from passkey k where k.person = p.id) as "hasSecondFactor",
        a.is_above as "isAbove", not p.is_root and not a.is_above and not exists (select from membership o
          where o.person = p.id and o.universe <> all($6::uuid[])) as "isAccountEditable",
        coalesce((select jsonb_agg(jsonb_build_object('roleId', r.id, 'name', r.name, 'source', g.source) order by r.name)
          from role_member g join role r on r.universe = g.universe and r.id = g.role
          where g.universe = m.universe and g.person = p.id), '[]') as roles
      from membership m join person p on p.id = m.person
        cross join lateral (select not $9 and (p.is_root or exists (select from role_member g
          where g.universe = m.universe and g.person = p.id and g.role = any($8::uuid[]))) as is_above) a
      where m.universe = $1 and ($2 = '' or concat_ws(' ', p.username, p.given_name, p.family_name, p.email) ilike $3)
        and ($4::uuid is null or exists (select from role_member g
          where g.universe = m.universe and g.person = p.id and g.role = $4))
        and ($5::text is null or m.state = $5) and ($7::uuid is null or p.id = $7)
      order by p.family_name, p.given_name, p.username`,
    [
      ...[universe, search, `%${search.replace(/[\\%_]/g, '\\$&')}%`, role ?? null, state ?? null],
      ...[administered, userId ?? null, above, isRoot],
    ],
  )
  return rows
}

/**
 * Makes the roles given by hand those named; what rules and SCIM gave stays. Throws Fault `forbidden` for a role that
 * would be given or taken and allows what the giver may not.
 */
export async function setRoles(
  stores: Stores,
  client: pg.PoolClient,
  giver: Giver,
  person: string,
  roles: readonly string[],
): Promise<void> {
  const { universe } = giver
  const { rows } = await client.query<{ role: string }>(
    `select role from role_member where universe = $1 and person = $2 and source = 'hand'`,
    [universe, person],
  )
  const had = new Set(rows.map(({ role }) => role))
  const wanted = new Set(roles)
  const differing = [...new Set([...had, ...wanted])].filter((role) => had.has(role) !== wanted.has(role))
  await refuseRoleIdsAbove(stores, client, giver, differing)
  await client.query(
    `delete from role_member where universe = $1 and person = $2 and source = 'hand' and role <> all($3::uuid[])`,
    [universe, person, roles],
  )
  await client.query(
    `insert into role_member (universe, role, person, source)
      select $1, id, $2, 'hand' from role where universe = $1 and id = any($3::uuid[]) on conflict do nothing`,
    [universe, person, roles],
  )
}
