import { type Grant, grantsFor } from '@kaiku/core/access.ts'
import type pg from 'pg'
import { holdsLeaves, type RoleScope, roleScopes } from '../result/scope.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { rootNumber } from '../view/tree.ts'

/** Somebody who handles alerts by a role, and where. */
export type Handler = {
  readonly userId: string
  readonly role: string
  readonly scope: RoleScope
}

/** Everybody who handles alerts of a survey, once per role, in the order of their ids. */
export async function handlersOf({ service }: { service: pg.Pool }, dictionary: Dictionary): Promise<Handler[]> {
  const { rows } = await service.query<{ userId: string } & Grant>(
    `select p.id as "userId", r.name as role, r.permissions, r.surveys, r.rows, r.figures
     from role r join role_member m on (m.universe, m.role) = (r.universe, r.id)
     join membership s on (s.universe, s.person) = (m.universe, m.person) join person p on p.id = m.person
     where r.universe = $1 and 'handleAlerts' = any(r.permissions) and s.state <> 'deactivated'
       and p.deactivated_at is null
     group by p.id, r.universe, r.id order by p.id, r.name`,
    [dictionary.universe],
  )
  return rows.flatMap(({ userId, ...grant }) =>
    grantsFor([grant], dictionary.extName).flatMap(() =>
      roleScopes([grant], dictionary, 'handleAlerts').map((scope) => ({ userId, role: grant.role, scope })),
    ),
  )
}

/** Of whom the owner of an alert is to be: a role, or those whose names begin with it (`Store manager Kamppi`). */
const isOfRole = (name: string, wanted: string) => {
  const [full, beginning] = [name.toLowerCase(), wanted.toLowerCase()]
  return full === beginning || full.startsWith(`${beginning} `)
}

export type OwnerWanted = {
  /** One of these. */
  readonly roles: readonly string[]
  readonly view: string
  /** Of the interview. */
  readonly leaves: readonly number[]
  /** Shares alerts out among several holders: the same number, the same holder. */
  readonly turn: bigint
  /** Who is not meant: escalating to oneself helps nobody. */
  readonly except?: string | null
}

/**
 * The holder of one of the roles at the interview’s place in a view or, where there is none, at the nearest place above; null:
 * nobody up to the root holds it.
 */
export function ownerOf(
  handlers: readonly Handler[],
  dictionary: Dictionary,
  { roles, view: name, leaves, turn, except = null }: OwnerWanted,
): string | null {
  const view = dictionary.views.get(name)
  if (!view) return null
  const able = handlers.filter(
    (one) =>
      one.userId !== except &&
      roles.some((role) => isOfRole(one.role, role)) &&
      holdsLeaves(dictionary, one.scope, leaves),
  )
  const line = view.tree.line(leaves[view.number - 1] ?? rootNumber).map(({ number }) => number)
  for (const node of [...line.reverse(), rootNumber]) {
    const here = able.filter(({ scope }) => (scope.get(name) ?? [rootNumber]).includes(node))
    const people = [...new Set(here.map(({ userId }) => userId))]
    if (people.length > 0) return people[Number(turn % BigInt(people.length))] ?? null
  }
  return null
}

/** Those who may see an alert of these leaves; leaves null: of any. */
export const handlersAt = (
  handlers: readonly Handler[],
  dictionary: Dictionary,
  leaves: readonly number[] | null,
): ReadonlySet<string> =>
  new Set(
    handlers.flatMap(({ userId, scope }) =>
      leaves === null || holdsLeaves(dictionary, scope, leaves) ? [userId] : [],
    ),
  )
