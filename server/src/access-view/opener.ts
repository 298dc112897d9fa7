import type { OpenerList } from '@kaiku/contract/access.ts'
import type { Grant, Permission, Viewer } from '@kaiku/core/access.ts'
import { fold } from '@kaiku/core/text.ts'
import { explain, missingPlace, placeOf } from '../access/explain.ts'
import { namedScope } from '../access/named-scope.ts'
import { breather } from '../db/breather.ts'
import { nullable, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { nameColumn } from '../person/person-name.ts'
import { assignmentsIn } from '../role/assignment.ts'
import { scopeOf } from '../selection/scope.ts'
import { maySeeNode } from '../selection/visible-node.ts'

const memberColumns = { userId: text, username: text, name: text, email: nullable(text) } satisfies Shape

const mostPeople = 50

type OpenerInput = {
  readonly path: string
  /** A page opens with what any of these lets see on it. */
  readonly permissions: readonly Permission[]
  readonly search: string
  readonly locale: string
}
type Member = { userId: string; username: string; name: string; email: string | null }

/**
 * Who of a universe can open a page at a place, by name, and by which roles. Throws Fault `not_found` for a place that
 * the viewer may not be told of.
 */
export async function openersOf(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { path, permissions, search, locale }: OpenerInput,
): Promise<OpenerList> {
  const { view, node } = placeOf(dictionary, path)
  if (!maySeeNode(scopeOf(who, dictionary, 'seeIndicators'), view, node)) throw missingPlace(path)
  const grants = new Map<string, Grant[]>()
  for (const { userId, grant } of await assignmentsIn(stores.service, who.universe))
    grants.set(userId, [...(grants.get(userId) ?? []), grant])
  const wanted = fold(search.trim())
  const roles = new Map<string, number>()
  const people: OpenerList['people'] = []
  let total = 0
  const breathe = breather()
  for (const member of await membersOf(stores, who.universe)) {
    await breathe()
    const own = grants.get(member.userId) ?? []
    const seen = explain(own, dictionary, 'seeIndicators', path)
    const shown = permissions.some((one) => explain(own, dictionary, one, path).answer !== 'none')
    const answer = shown ? seen.answer : 'none'
    const by = answer === 'none' ? [] : seen.roles.filter(({ reason }) => reason === 'all' || reason === 'part')
    if (answer !== 'none') total += 1
    for (const role of new Set(by.map(({ grant }) => grant.role))) roles.set(role, (roles.get(role) ?? 0) + 1)
    const isFound =
      wanted === ''
        ? answer !== 'none'
        : fold(`${member.name} ${member.username} ${member.email ?? ''}`).includes(wanted)
    if (!isFound || people.length >= mostPeople) continue
    const where = by.map(({ grant }) => ({
      role: grant.role,
      where: namedScope(grant, dictionary, 'seeIndicators', locale),
    }))
    const { userId, username, name } = member
    people.push({ userId, username, name, answer, roles: where })
  }
  return { total, roles: [...roles].map(([role, count]) => ({ role, people: count })), people }
}

/** Active members but root, who can be looked through the eyes of. People cross universes, so this reads as the role of sign-in. */
async function membersOf({ service }: Stores, universe: string): Promise<Member[]> {
  const { rows } = await query(
    service,
    memberColumns,
    `select p.id as "userId", p.username, p.email, ${nameColumn('p')} as name
      from membership m join person p on p.id = m.person
      where m.universe = $1 and m.state <> 'deactivated' and p.deactivated_at is null and not p.is_root
      order by p.given_name, p.family_name, p.username`,
    [universe],
  )
  return rows
}
