import { addDays, type Day } from './day.ts'
import type { Localised } from './localised.ts'
import { lastMove, placesMeant } from './place-change.ts'
import { indexOf, isTree, type Nodes, type PlaceNode, parentOf, within } from './place-tree.ts'

/** Why an edit cannot be done: where the tree would be none, or days would run backwards. */
export const placeFaults = ['unknown', 'belowItself', 'taken', 'earlier', 'inUse', 'merged', 'noId'] as const
export type PlaceFault = (typeof placeFaults)[number]
export type Edited = { readonly nodes: Nodes } | { readonly fault: PlaceFault }

const changed = (nodes: Nodes, ids: ReadonlySet<string>, change: (node: PlaceNode) => PlaceNode): Edited => ({
  nodes: nodes.map((node) => (ids.has(node.id) ? change(node) : node)),
})
const has = (nodes: Nodes, id: string) => nodes.some((node) => node.id === id)

/** A place without the keys that say nothing. */
export function tidied(node: PlaceNode): PlaceNode {
  const empty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0)
  const kept = Object.entries(node).filter(([, value]) => !empty(value))
  return Object.assign({ id: node.id, name: node.name }, Object.fromEntries(kept))
}

/**
 * Puts places below another, or right below the root. `from`: the first day on which that holds, so that figures as they
 * were stay; null: it was so all along. A way that leads back to where a place stood before that day is no move.
 */
export function moved(nodes: Nodes, ids: readonly string[], parent: string | undefined, from: Day | null): Edited {
  if (parent !== undefined && !has(nodes, parent)) return { fault: 'unknown' }
  const index = indexOf(nodes)
  const chosen = new Set(ids)
  for (const id of chosen) {
    if (!index.byId.has(id)) return { fault: 'unknown' }
    if (parent !== undefined && within(index, id).has(parent)) return { fault: 'belowItself' }
  }
  const going = nodes.filter((node) => chosen.has(node.id) && parentOf(node) !== (parent ?? ''))
  const until = from === null ? null : addDays(from, -1)
  if (until !== null && going.some((node) => (lastMove(node) ?? until) > until)) return { fault: 'earlier' }
  return changed(nodes, new Set(going.map(({ id }) => id)), (node) => movedNode(node, parent, until))
}

function movedNode(node: PlaceNode, parent: string | undefined, until: Day | null): PlaceNode {
  const { moves = [], order: _, ...rest } = node
  const last = moves.at(-1)
  const isAgain = until !== null && last?.until === until
  const before = isAgain ? moves.slice(0, -1) : moves
  const stood = isAgain ? last.parent : node.parent
  // It began where it goes: there was nothing to remember of another place.
  const isNew = until !== null && node.validFrom !== undefined && node.validFrom > until
  const record = until === null || isNew || stood === parent ? [] : [{ until, parent: stood }]
  return tidied({ ...rest, parent, moves: [...before, ...record].map(tidyMove) })
}

const tidyMove = ({ until, parent }: { until: Day; parent?: string | undefined }) =>
  parent === undefined ? { until } : { until, parent }

/** Changes what a place says of itself. Refuses codes that mean another place already, and days that run backwards. */
export function described(
  nodes: Nodes,
  id: string,
  change: Partial<Pick<PlaceNode, 'name' | 'codes' | 'validFrom' | 'validTo'>>,
): Edited {
  const node = nodes.find((one) => one.id === id)
  if (!node) return { fault: 'unknown' }
  const next = tidied({ ...node, ...change })
  if (next.validFrom && next.validTo && next.validFrom > next.validTo) return { fault: 'earlier' }
  if (change.codes) {
    const others = placesMeant(nodes.filter((one) => one.id !== id))
    if (change.codes.some((code) => others.has(code) || code === id)) return { fault: 'taken' }
    if (new Set(change.codes).size < change.codes.length) return { fault: 'taken' }
  }
  return changed(nodes, new Set([id]), () => next)
}

/** Puts a place so many steps up (negative) or down among those beside it, which are numbered anew. */
export function reordered(nodes: Nodes, id: string, steps: number, locale = 'en'): Edited {
  const { byId, below } = indexOf(nodes, locale)
  const node = byId.get(id)
  if (!node) return { fault: 'unknown' }
  const siblings = (below.get(parentOf(node)) ?? []).filter((one) => one.id !== id)
  const at = (below.get(parentOf(node)) ?? []).findIndex((one) => one.id === id)
  const to = Math.max(0, Math.min(siblings.length, at + steps))
  if (to === at) return { nodes }
  const order = new Map([...siblings.slice(0, to), node, ...siblings.slice(to)].map((one, place) => [one.id, place]))
  return { nodes: nodes.map((one) => (order.has(one.id) ? { ...one, order: order.get(one.id) } : one)) }
}

/** Adds a place. Refuses an id that is a place or a code of one already. */
export function added(nodes: Nodes, node: PlaceNode): Edited {
  if (node.id.trim() === '') return { fault: 'noId' }
  if (placesMeant(nodes).has(node.id)) return { fault: 'taken' }
  if (node.parent !== undefined && !has(nodes, node.parent)) return { fault: 'unknown' }
  return { nodes: [...nodes, tidied(node)] }
}

/** Closes places and all below them that are open, as of their last day. */
export function retired(nodes: Nodes, ids: readonly string[], last: Day): Edited {
  const index = indexOf(nodes)
  if (ids.some((id) => !index.byId.has(id))) return { fault: 'unknown' }
  const all = new Set(ids.flatMap((id) => [...within(index, id)]))
  const isEarlier = nodes.some((node) => all.has(node.id) && node.validFrom !== undefined && node.validFrom > last)
  if (isEarlier) return { fault: 'earlier' }
  return changed(nodes, all, (node) =>
    node.validTo !== undefined && node.validTo <= last ? node : { ...node, validTo: last },
  )
}

/** Takes away places that nobody has heard of yet. Refuses those that others lie below, or name. */
export function removed(nodes: Nodes, ids: readonly string[]): Edited {
  const chosen = new Set(ids)
  const isNamed = nodes.some(
    ({ id, parent, mergedInto, moves }) =>
      !chosen.has(id) &&
      [parent, mergedInto, ...(moves ?? []).map((one) => one.parent)].some((one) => chosen.has(one ?? '')),
  )
  return isNamed ? { fault: 'inUse' } : { nodes: nodes.filter(({ id }) => !chosen.has(id)) }
}

/**
 * Makes a place part of another from a day on: its interviews count there, what lies below it moves along, and what
 * became part of it before is part of the other now.
 */
export function merged(nodes: Nodes, id: string, into: string, from: Day): Edited {
  const index = indexOf(nodes)
  const [node, other] = [index.byId.get(id), index.byId.get(into)]
  if (!node || !other) return { fault: 'unknown' }
  if (id === into || within(index, id).has(into)) return { fault: 'belowItself' }
  if (node.mergedInto !== undefined || other.mergedInto !== undefined) return { fault: 'merged' }
  const last = addDays(from, -1)
  if (node.validFrom !== undefined && node.validFrom > last) return { fault: 'earlier' }
  const going = moved(
    nodes,
    (index.below.get(id) ?? []).map((one) => one.id),
    into,
    from,
  )
  if ('fault' in going) return going
  const validTo = node.validTo !== undefined && node.validTo < last ? node.validTo : last
  return {
    nodes: going.nodes.map((one) => {
      if (one.id === id) return { ...one, mergedInto: into, validTo }
      return one.mergedInto === id ? { ...one, mergedInto: into } : one
    }),
  }
}

/** Takes back that a place is part of another: it is open again, and has its interviews. */
export function unmerged(nodes: Nodes, id: string): Edited {
  const node = nodes.find((one) => one.id === id)
  if (node?.mergedInto === undefined) return { fault: 'unknown' }
  return changed(nodes, new Set([id]), (one) => tidied({ ...one, mergedInto: undefined, validTo: undefined }))
}

type Part = { readonly id: string; readonly name: Localised; readonly codes: string[] }

/**
 * Puts new places in the stead of one from a day on; each takes some of its codes. The old one closes the day before and
 * keeps the interviews of its own id.
 */
export function split(nodes: Nodes, id: string, parts: readonly Part[], from: Day): Edited {
  const node = nodes.find((one) => one.id === id)
  if (!node) return { fault: 'unknown' }
  const last = addDays(from, -1)
  if (node.validFrom !== undefined && node.validFrom > last) return { fault: 'earlier' }
  const taken = parts.flatMap(({ codes }) => codes)
  const codes = node.codes?.filter((code) => !taken.includes(code))
  const closed = changed(nodes, new Set([id]), (one) => tidied({ ...one, codes, validTo: last }))
  return parts.reduce<Edited>((so, part) => {
    if ('fault' in so) return so
    const next = added(so.nodes, { ...part, codes: [], parent: node.parent, validFrom: from })
    return 'fault' in next ? next : described(next.nodes, part.id, { codes: part.codes })
  }, closed)
}

/**
 * Today's tree as it was planned, from a day on: places that stand elsewhere are moved, new ones begin, and those that
 * the plan does not have are closed the day before. Codes and days of a place are today’s.
 */
export function adopted(nodes: Nodes, plan: Nodes, from: Day): Edited {
  if (!isTree(plan)) return { fault: 'belowItself' }
  const last = addDays(from, -1)
  const today = new Map(nodes.map((node) => [node.id, node]))
  const planned = new Map(plan.map((node) => [node.id, node]))
  if (nodes.some((node) => (lastMove(node) ?? last) > last)) return { fault: 'earlier' }
  const kept = nodes.map((node): PlaceNode => {
    const next = planned.get(node.id)
    if (!next) {
      const ends = node.validTo !== undefined && node.validTo < last ? node.validTo : last
      return { ...node, validTo: node.validFrom !== undefined && node.validFrom > ends ? node.validFrom : ends }
    }
    const { name, order, parent, mergedInto } = next
    const { moves } = parentOf(next) === parentOf(node) ? node : movedNode(node, parent, last)
    const validTo = mergedInto !== undefined && node.mergedInto === undefined ? last : node.validTo
    return tidied({ ...node, name, order, parent, mergedInto, moves, validTo })
  })
  const begun = plan
    .filter(({ id }) => !today.has(id))
    .map((node) => tidied({ ...node, moves: [], validFrom: node.validFrom ?? from }))
  return { nodes: [...kept, ...begun] }
}

/**
 * The places of a table in the stead of the tree: those that stand elsewhere are moved from a day on (null: they stood
 * there all along), and each keeps what is on record of its earlier moves.
 */
export function movedTo(nodes: Nodes, table: Nodes, from: Day | null): Edited {
  if (!isTree(table)) return { fault: 'belowItself' }
  const until = from === null ? null : addDays(from, -1)
  const today = new Map(nodes.map((node) => [node.id, node]))
  const next: PlaceNode[] = []
  for (const node of table) {
    const old = today.get(node.id)
    if (!old) next.push(node)
    else if (parentOf(old) === parentOf(node)) next.push(tidied({ ...node, moves: old.moves }))
    else if (until !== null && (lastMove(old) ?? until) > until) return { fault: 'earlier' }
    else next.push(tidied({ ...node, moves: movedNode(old, node.parent, until).moves }))
  }
  return { nodes: next }
}
