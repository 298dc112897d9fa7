import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { holdsSomewhere } from '@kaiku/core/assignment.ts'
import { covers } from '@kaiku/core/covers.ts'
import { type ReasonKey, refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { bool, nullable, query, text } from '../db/rows.ts'
import { assignmentsIn, grantsOf } from '../role/assignment.ts'
import type { RoleFields } from '../role/stored-role.ts'

/** Who gives, changes or takes rights in a universe. `userId` null: the operator, by the command line. */
export type Giver = { readonly universe: string; readonly userId: string | null }

/** What somebody may do in a universe; null: everything everywhere, as root and the operator. */
export type Rights = readonly Grant[] | null

/** A client of the service inside its transaction, too: one that waited for a second one could wait for ever. */
type Reads = { readonly service: pg.Pool | pg.PoolClient }

/** As of now, and nothing for who is not active there: what a request was told of rights may be older. */
export async function rightsOf({ service }: Reads, { universe, userId }: Giver): Promise<Rights> {
  if (userId === null) return null
  const { rows } = await query(
    service,
    { isRoot: bool, isMember: bool },
    `select p.is_root as "isRoot", coalesce(m.state <> 'deactivated', false) as "isMember"
      from person p left join membership m on m.person = p.id and m.universe = $2
      where p.id = $1 and p.deactivated_at is null`,
    [userId, universe],
  )
  if (rows[0]?.isRoot) return null
  return rows[0]?.isMember ? grantsOf(service, universe, userId) : []
}

export const holdAll = (own: Rights, others: readonly Grant[]): boolean => own === null || covers(own, others)

/** Throws Fault `forbidden` for a role at places where whoever gives or takes it may not do all that it allows. */
export async function refuseGrantsAbove(stores: Reads, giver: Giver, grants: readonly Grant[]): Promise<void> {
  const own = grants.length === 0 ? null : await rightsOf(stores, giver)
  const above = grants.find((grant) => !holdAll(own, [grant]))
  if (above) throw refuse('forbidden', 'role.above', { name: above.role })
}

type Changed = RoleFields & { readonly groups: number }

/** What rules and groups of a directory give by a role, at most. */
const givenBy = ({ name, permissions, surveys, rows, figures, rules, groups }: Changed): Grant[] =>
  rules.length + groups > 0 ? [{ role: name, permissions, surveys, rows, figures }] : []

/** Whether somebody may change or delete a role that is given so: they hold what it allows wherever it is held, and somewhere at least. */
export const mayChange = (own: Rights, role: Changed, given: readonly Grant[]): boolean =>
  own === null || (holdsSomewhere(own, role) && covers(own, [...given, ...givenBy(role)]))

/** Throws Fault `forbidden` unless one may change a role of these assignments from what it is to what it will be. */
export async function refuseRoleAbove(
  stores: Reads,
  client: pg.PoolClient,
  giver: Giver,
  roleId: string | null,
  states: readonly Changed[],
): Promise<void> {
  const own = await rightsOf(stores, giver)
  if (own === null) return
  const given = roleId === null ? [] : await assignmentsIn(client, giver.universe, { role: roleId })
  for (const role of states) {
    const grants = given.map(({ grant: { rows, figures } }) => {
      const { name, permissions, surveys } = role
      return { role: name, permissions, surveys, rows, figures }
    })
    if (!mayChange(own, role, grants)) throw refuse('forbidden', 'role.above', { name: role.name })
  }
}

/**
 * Throws Fault `forbidden` for an account that may do what whoever changes it may not: in the universe, or, for what
 * belongs to the account itself, in any. Roles count although their holder is switched off: they come back with them.
 */
export async function refuseUserAbove(
  stores: Reads,
  giver: Giver,
  person: string,
  where: 'here' | 'everywhere',
): Promise<void> {
  if (giver.userId === null) return
  const { rows } = await query(
    stores.service,
    { universe: nullable(text), isRoot: bool },
    `select m.universe, p.is_root as "isRoot" from person p
      left join membership m on m.person = p.id and ($2::uuid is null or m.universe = $2) where p.id = $1`,
    [person, where === 'here' ? giver.universe : null],
  )
  for (const { universe, isRoot } of rows) {
    const own = await rightsOf(stores, { ...giver, universe: universe ?? giver.universe })
    const theirs = universe === null ? [] : await grantsOf(stores.service, universe, person)
    if (own !== null && (isRoot || !covers(own, theirs))) throw refuse('forbidden', 'user.above')
  }
}

/** Throws Fault `forbidden` with this reason unless one may do everything everywhere in the universe. */
export async function refuseUnlessAll(stores: Reads, giver: Giver, reason: ReasonKey): Promise<void> {
  if (!holdAll(await rightsOf(stores, giver), [fullGrant('')])) throw refuse('forbidden', reason)
}
