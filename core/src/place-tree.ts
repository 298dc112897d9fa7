import type { Day } from './day.ts'
import { type Localised, localise } from './localised.ts'

/** A place of a tree as its survey's definition has it; `parent` absent: right below the root. */
export type PlaceNode = {
  readonly id: string
  readonly parent?: string | undefined
  readonly name: Localised
  readonly order?: number | undefined
  readonly validFrom?: Day | undefined
  readonly validTo?: Day | undefined
  readonly codes?: string[] | undefined
  readonly mergedInto?: string | undefined
  readonly moves?: PlaceMove[] | undefined
}
export type PlaceMove = { readonly until: Day; readonly parent?: string | undefined }
export type Nodes = readonly PlaceNode[]

/** A list of places by id, and what lies right below each in the order it is shown; `''` is the root. */
export type PlaceIndex = {
  readonly byId: ReadonlyMap<string, PlaceNode>
  readonly below: ReadonlyMap<string, Nodes>
}

const rootId = ''
export const parentOf = ({ parent }: Pick<PlaceNode, 'parent'>): string => parent ?? rootId

/** Ids of places may come twice in what somebody writes: the first one counts. */
export function indexOf(nodes: Nodes, locale = 'en'): PlaceIndex {
  const byId = new Map<string, PlaceNode>()
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node)
  const below = new Map<string, PlaceNode[]>()
  for (const node of byId.values()) {
    const parent = byId.has(parentOf(node)) ? parentOf(node) : rootId
    const siblings = below.get(parent)
    if (siblings) siblings.push(node)
    else below.set(parent, [node])
  }
  const compare = new Intl.Collator(locale, { numeric: true }).compare
  const words = new Map<string, string>()
  for (const { id, name } of byId.values()) words.set(id, localise(name, locale, 'en'))
  for (const siblings of below.values())
    siblings.sort(
      (a, b) =>
        (a.order ?? Number.MAX_VALUE) - (b.order ?? Number.MAX_VALUE) ||
        compare(words.get(a.id) ?? '', words.get(b.id) ?? '') ||
        compare(a.id, b.id),
    )
  return { byId, below }
}

/** The place and all below it. */
export function within({ below }: Pick<PlaceIndex, 'below'>, id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (const one of found) for (const child of below.get(one) ?? []) found.add(child.id)
  return found
}

/** From right below the root down to the place; empty for none. Ends where a circle begins. */
export function lineOf({ byId }: Pick<PlaceIndex, 'byId'>, id: string): Nodes {
  const line: PlaceNode[] = []
  const seen = new Set<string>()
  for (let at = byId.get(id); at && !seen.has(at.id); at = byId.get(parentOf(at))) {
    seen.add(at.id)
    line.unshift(at)
  }
  return line
}

/** Whether every place has one parent that is there, and none lies below itself. */
export function isTree(nodes: Nodes): boolean {
  const parents = new Map(nodes.map((node) => [node.id, parentOf(node)]))
  const rooted = new Set([rootId])
  for (const { id } of nodes) {
    const walked = new Set<string>()
    for (let at = id; !rooted.has(at); at = parents.get(at) ?? rootId) {
      if (walked.has(at) || !parents.has(at)) return false
      walked.add(at)
    }
    for (const one of walked) rooted.add(one)
  }
  return parents.size === nodes.length
}

/** What makes one list of places of another: each as it is now, and the ids of those that are gone. */
export type TreePatch = { readonly put: PlaceNode[]; readonly gone: string[] }

const same = (one: PlaceNode, other: PlaceNode) => one === other || textOf(one) === textOf(other)
/** The same for places that say the same, in whatever order. */
const textOf = ({ id, parent, name, order, validFrom, validTo, codes, mergedInto, moves }: PlaceNode) =>
  JSON.stringify([
    ...[
      id,
      parent ?? null,
      typeof name === 'string' ? name : Object.entries(name).sort(([a], [b]) => (a < b ? -1 : 1)),
      order ?? null,
    ],
    ...[validFrom ?? null, validTo ?? null, codes ?? [], mergedInto ?? null],
    (moves ?? []).map((move) => [move.until, move.parent ?? null]),
  ])

export function patchBetween(before: Nodes, after: Nodes): TreePatch {
  const [was, is] = [before, after].map((nodes) => new Map(nodes.map((node) => [node.id, node])))
  return {
    put: after.filter((node) => {
      const old = was?.get(node.id)
      return !old || !same(old, node)
    }),
    gone: before.flatMap(({ id }) => (is?.has(id) ? [] : [id])),
  }
}

/** Places keep where they stand in the list; new ones follow. */
export function patched(nodes: Nodes, { put, gone }: Readonly<{ put: Nodes; gone: readonly string[] }>): PlaceNode[] {
  const next = new Map(put.map((node) => [node.id, node]))
  const without = new Set(gone)
  const kept = nodes.flatMap((node) => {
    if (without.has(node.id) && !next.has(node.id)) return []
    const other = next.get(node.id)
    next.delete(node.id)
    return [other ?? node]
  })
  return [...kept, ...next.values()]
}

/** Ids of places that two people changed at once: what one of them made of a place is lost where both are laid together. */
export const crossing = (one: TreePatch, other: TreePatch): string[] => {
  const touched = new Set([...one.put.map(({ id }) => id), ...one.gone])
  return [...other.put.map(({ id }) => id), ...other.gone].filter((id) => touched.has(id))
}
