import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { type Holder, holdersOf } from '../role/holder.ts'
import { holdsLeaves } from '../selection/scope-condition.ts'
import { topsIn } from '../selection/visible-node.ts'

/** Somebody who handles alerts by a role, and where. */
export type Handler = Holder

/** Everybody who handles alerts of a survey, once per role, in the order of their ids. */
export const handlersOf = (stores: { service: pg.Pool }, dictionary: Dictionary): Promise<Handler[]> =>
  holdersOf(stores, dictionary, 'handleAlerts')

/** Of whom the owner of an alert is to be: a role, or those whose names begin with it (`Store manager Kamppi`). */
const isOfRole = (name: string, wanted: string) => {
  const [full, beginning] = [name.toLowerCase(), wanted.toLowerCase()]
  return full === beginning || full.startsWith(`${beginning} `)
}

export type HolderWanted = {
  /** One of these. */
  readonly roles: readonly string[]
  readonly view: string
  /** Of the interview. */
  readonly leaves: readonly number[]
}

export type OwnerWanted = HolderWanted & {
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
  { turn, except = null, ...wanted }: OwnerWanted,
): string | null {
  const people = nearestOf(
    handlers.filter(({ userId }) => userId !== except),
    dictionary,
    wanted,
  )
  return people[Number(turn % BigInt(people.length || 1))] ?? null
}

/** All who hold one of the roles at the interview’s place in a view or, where nobody does, at the nearest place above. */
export function nearestOf(
  handlers: readonly Handler[],
  dictionary: Dictionary,
  { roles, view: name, leaves }: HolderWanted,
): readonly string[] {
  const view = dictionary.views.get(name)
  if (!view) return []
  const able = handlers.filter(
    (one) => roles.some((role) => isOfRole(one.role, role)) && holdsLeaves(one.scope, leaves),
  )
  const line = view.tree.line(leaves[view.number - 1] ?? rootNumber).map(({ number }) => number)
  for (const node of [...line.reverse(), rootNumber]) {
    const here = able.filter(({ scope }) => topsIn(scope, view).includes(node))
    const people = [...new Set(here.map(({ userId }) => userId))]
    if (people.length > 0) return people
  }
  return []
}
