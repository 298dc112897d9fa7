import { type Grant, grantsFor, type NodesByView, type Permission } from './access.ts'

/**
 * Whether own grants allow all that others do, permission by permission and place by place: a place is one survey and
 * one node of each view, and one own grant must hold all of it. Several together hold what each holds a part of, but not
 * a node of which each holds only some below it: who may see every region one by one need not see those to come.
 */
export const covers = (own: readonly Grant[], others: readonly Grant[]): boolean =>
  others.every((other) => other.permissions.every((permission) => coversOne(own, other, permission)))

function coversOne(own: readonly Grant[], other: Grant, permission: Permission): boolean {
  const holding = own.filter((grant) => grant.permissions.includes(permission))
  if (!reaches(holding, other, ({ rows }) => rows)) return false
  return permission !== 'seeIndicators' || reaches(holding, other, ({ rows, figures }) => figures ?? rows)
}

/** So many different sets of own grants are more than anybody makes who does not want to keep a server busy. */
const mostSets = 5_000

/** Sets of own grants are bits of a number: what is left of one for a place are those that hold each part of it. */
function reaches(own: readonly Grant[], other: Grant, nodesOf: (grant: Grant) => NodesByView): boolean {
  const setOf = (holds: (grant: Grant) => boolean) =>
    own.reduce((set, grant, at) => (holds(grant) ? set | (1n << BigInt(at)) : set), 0n)
  const theirs = nodesOf(other)
  const named = setOf((grant) => Object.keys(nodesOf(grant)).every((view) => view in theirs))
  let left = new Set(
    other.surveys === null
      ? [setOf(({ surveys }) => surveys === null)]
      : other.surveys.map((survey) => setOf((grant) => grantsFor([grant], survey).length > 0)),
  )
  for (const [view, paths] of Object.entries(theirs)) {
    const held = own.map((grant) => heldIn(nodesOf(grant)[view]))
    const sets = new Set(paths.map((path) => setOf((grant) => held[own.indexOf(grant)]?.(path) === true)))
    left = new Set([...left].flatMap((one) => [...sets].map((set) => one & set)))
    if (left.size > mostSets) return false
  }
  return [...left].every((set) => (set & named) !== 0n)
}

const keyOf = (path: readonly string[]) => JSON.stringify(path)

/** Whether a node lies at or below one of these; undefined: the view does not narrow. */
function heldIn(paths: readonly (readonly string[])[] | undefined): (path: readonly string[]) => boolean {
  if (paths === undefined) return () => true
  const tops = new Set(paths.map(keyOf))
  return (path) =>
    Array.from({ length: path.length + 1 }, (_, end) => keyOf(path.slice(0, end))).some((key) => tops.has(key))
}
