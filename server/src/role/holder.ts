import { type Grant, grantsFor, type Permission } from '@kaiku/core/access.ts'
import type pg from 'pg'
import { holdsLeaves, type RoleScope, roleScopes } from '../result/scope.ts'
import type { Dictionary } from '../survey/dictionary.ts'

/** Somebody who holds a permission by a role, and where. */
export type Holder = {
  readonly userId: string
  readonly role: string
  readonly scope: RoleScope
}

/** Everybody who holds a permission in a survey, once per role, in the order of their ids. */
export async function holdersOf(
  { service }: { service: pg.Pool },
  dictionary: Dictionary,
  permission: Permission,
): Promise<Holder[]> {
  const { rows } = await service.query<{ userId: string } & Grant>(
    `select p.id as "userId", r.name as role, r.permissions, r.surveys, r.rows, r.figures
     from role r join role_member m on (m.universe, m.role) = (r.universe, r.id)
     join membership s on (s.universe, s.person) = (m.universe, m.person) join person p on p.id = m.person
     where r.universe = $1 and $2 = any(r.permissions) and s.state <> 'deactivated'
       and p.deactivated_at is null
     group by p.id, r.universe, r.id order by p.id, r.name`,
    [dictionary.universe, permission],
  )
  return rows.flatMap(({ userId, ...grant }) =>
    grantsFor([grant], dictionary.extName).flatMap(() =>
      roleScopes([grant], dictionary, permission).map((scope) => ({ userId, role: grant.role, scope })),
    ),
  )
}

/** Those who hold it at the place of these leaves; leaves null: anywhere. */
export const holdersAt = (
  holders: readonly Holder[],
  dictionary: Dictionary,
  leaves: readonly number[] | null,
): ReadonlySet<string> =>
  new Set(
    holders.flatMap(({ userId, scope }) => (leaves === null || holdsLeaves(dictionary, scope, leaves) ? [userId] : [])),
  )
