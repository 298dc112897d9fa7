import type { User } from '@kaiku/contract/user.ts'
import type pg from 'pg'

export type UserFilter = {
  readonly search?: string
  readonly role?: string | undefined
  readonly state?: User['state'] | undefined
  readonly userId?: string
}

/**
 * Members of a universe by name. People cross universes, so this reads as the role of sign-in, and names the universe
 * itself. `editable`: whether the account is in no universe but those given.
 */
export async function listUsers(
  service: pg.Pool,
  universe: string,
  { search = '', role, state, userId }: UserFilter,
  administered: readonly string[],
): Promise<User[]> {
  const { rows } = await service.query<User>(
    `select p.id as "userId", p.username, p.email, p.given_name as "givenName", p.family_name as "familyName",
        p.locale, p.is_root as "isRoot", m.state, m.version,
        to_char(m.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "seenAt",
        to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
        p.password_hash is not null as "hasPassword",
        exists (select from second_factor f where f.person = p.id and f.totp_since is not null)
          or exists (select from passkey k where k.person = p.id) as "hasSecondFactor",
        not p.is_root and not exists (select from membership o where o.person = p.id and o.universe <> all($6::uuid[]))
          as "isAccountEditable",
        coalesce((select jsonb_agg(jsonb_build_object('roleId', r.id, 'name', r.name, 'source', g.source) order by r.name)
          from role_member g join role r on r.universe = g.universe and r.id = g.role
          where g.universe = m.universe and g.person = p.id), '[]') as roles
      from membership m join person p on p.id = m.person
      where m.universe = $1 and ($2 = '' or concat_ws(' ', p.username, p.given_name, p.family_name, p.email) ilike $3)
        and ($4::uuid is null or exists (select from role_member g
          where g.universe = m.universe and g.person = p.id and g.role = $4))
        and ($5::text is null or m.state = $5) and ($7::uuid is null or p.id = $7)
      order by p.family_name, p.given_name, p.username`,
    [
      ...[universe, search, `%${search.replace(/[\\%_]/g, '\\$&')}%`, role ?? null, state ?? null],
      ...[administered, userId ?? null],
    ],
  )
  return rows
}

/** Makes the roles given by hand those named; what rules and SCIM gave stays. */
export async function setRoles(
  client: pg.PoolClient,
  universe: string,
  person: string,
  roles: readonly string[],
): Promise<void> {
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
