import type { User } from '@kaiku/contract/user.ts'
import { placesKey } from '@kaiku/core/assignment.ts'
import type pg from 'pg'
import { type Giver, refuseGrantsAbove } from '../access/own-rights.ts'
import { bool, nullable, number, oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Assignment, assignmentsIn } from '../role/assignment.ts'
import { giveRole } from '../role/role.ts'
import { takeRole } from '../role/role-member.ts'

const storedUserColumns = {
  state: oneOf('invited', 'active', 'deactivated'),
  userId: text,
  username: text,
  email: nullable(text),
  givenName: text,
  familyName: text,
  locale: text,
  isRoot: bool,
  seenAt: nullable(text),
  createdAt: text,
  hasPassword: bool,
  hasSecondFactor: bool,
  version: number,
  isElsewhere: bool,
} satisfies Shape

export type UserFilter = {
  readonly search?: string
  readonly role?: string | undefined
  readonly state?: User['state'] | undefined
  readonly userId?: string
}

/** A member as stored. `isElsewhere`: of a universe, too, where the viewer manages nobody. */
type StoredUser = Omit<User, 'roles' | 'isAbove' | 'isAccountEditable'> & { readonly isElsewhere: boolean }

/**
 * Members of a universe by name. People cross universes, so this reads as the role of sign-in, and names the universe
 * itself. `administered`: universes where the viewer manages users.
 */
export async function listUsers(
  service: pg.Pool,
  universe: string,
  { search = '', role, state, userId }: UserFilter,
  administered: readonly string[],
): Promise<StoredUser[]> {
  const { rows } = await query(
    service,
    storedUserColumns,
    `select p.id as "userId", p.username, p.email, p.given_name as "givenName", p.family_name as "familyName",
        p.locale, p.is_root as "isRoot", m.state, m.version,
        to_char(m.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "seenAt",
        to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
        p.password_hash is not null as "hasPassword",
        exists (select from second_factor f where f.person = p.id and f.totp_since is not null)
          or exists (select from passkey k where k.person = p.id) as "hasSecondFactor",
        exists (select from membership o where o.person = p.id and o.universe <> all($6::uuid[])) as "isElsewhere"
      from membership m join person p on p.id = m.person
      where m.universe = $1 and ($2 = '' or concat_ws(' ', p.username, p.given_name, p.family_name, p.email) ilike $3)
        and ($4::uuid is null or exists (select from role_member g
          where g.universe = m.universe and g.person = p.id and g.role = $4))
        and ($5::text is null or m.state = $5) and ($7::uuid is null or p.id = $7)
      order by p.family_name, p.given_name, p.username`,
    [
      universe,
      search,
      `%${search.replace(/[\\%_]/g, '\\$&')}%`,
      role ?? null,
      state ?? null,
      administered,
      userId ?? null,
    ],
  )
  return rows
}

/** A role as it is given by hand, and what that allows. */
export type Given = Pick<Assignment, 'roleId' | 'grant'>

const keyOf = ({ roleId, grant }: Given) => `${roleId} ${placesKey(grant)}`

/**
 * Makes the roles given by hand those wanted; what rules and SCIM gave stays. Throws Fault `forbidden` for one that would
 * be given or taken, at any place, and allows what the giver may not.
 */
export async function setRoles(
  stores: Stores,
  client: pg.PoolClient,
  giver: Giver,
  person: string,
  wanted: readonly Given[],
): Promise<void> {
  const { universe } = giver
  const had = (await assignmentsIn(client, universe, { person })).filter(({ source }) => source === 'hand')
  const isIn = (all: readonly Given[]) => {
    const keys = new Set(all.map(keyOf))
    return (one: Given) => keys.has(keyOf(one))
  }
  const [wasGiven, isWanted] = [isIn(had), isIn(wanted)]
  const gone = had.filter((one) => !isWanted(one))
  const fresh = wanted.filter((one) => !wasGiven(one))
  await refuseGrantsAbove(
    stores,
    giver,
    [...gone, ...fresh].map(({ grant }) => grant),
  )
  for (const { roleId, grant } of gone) await takeRole(client, universe, roleId, person, grant)
  for (const { roleId, grant } of fresh) await giveRole(client, universe, roleId, person, grant)
}
