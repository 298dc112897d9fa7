import type { Permission } from '@kaiku/core/access.ts'
import type pg from 'pg'
import { query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type Scope, scopeOfGrants } from '../selection/scope.ts'
import { holdsLeaves } from '../selection/scope-condition.ts'
import { assignmentsIn } from './assignment.ts'

/** Somebody who holds a permission by a role, and where. */
export type Holder = {
  readonly userId: string
  readonly role: string
  readonly scope: Scope
}

/** Everybody who holds a permission in a survey, once per assignment, in the order of their ids. */
export async function holdersOf(
  { service }: { service: pg.Pool },
  dictionary: Dictionary,
  permission: Permission,
): Promise<Holder[]> {
  const { universe } = dictionary
  const { rows: active } = await query(
    service,
    { id: text },
    `select p.id from membership s join person p on p.id = s.person
      where s.universe = $1 and s.state <> 'deactivated' and p.deactivated_at is null`,
    [universe],
  )
  const isActive = new Set(active.map(({ id }) => id))
  const all = await assignmentsIn(service, universe, { permission })
  return all
    .filter(({ userId }) => isActive.has(userId))
    .sort((a, b) => (a.userId < b.userId ? -1 : a.userId > b.userId ? 1 : 0))
    .map(({ userId, grant }) => ({
      userId,
      role: grant.role,
      scope: scopeOfGrants([grant], dictionary, permission),
    }))
    .filter(({ scope }) => scope.roles?.length !== 0)
}

/** Those who hold it at the place of these leaves; leaves null: anywhere. */
export const holdersAt = (holders: readonly Holder[], leaves: readonly number[] | null): ReadonlySet<string> =>
  new Set(holders.flatMap(({ userId, scope }) => (leaves === null || holdsLeaves(scope, leaves) ? [userId] : [])))
