import { type Localised, localise } from '@kaiku/core/localised.ts'

/** A place of a hierarchy as stored. `number` is the leaf key interviews carry, `id` the segment paths are made of. */
export type StoredNode = {
  readonly number: number
  readonly parent: number | null
  readonly id: string
  readonly name: Localised
  readonly position: number | null
  readonly validFrom: string | null
  readonly validTo: string | null
  /** Whether nobody may know of it yet: a place made of answers that a protected survey has not told of. */
  readonly untold?: boolean
  /** The place that it became part of: it is not shown any more, and what it holds counts there. */
  readonly mergedInto?: number
}

/** The tree of one view. Number 0 is the root: interviews without a key count there only. */
export type Tree = {
  readonly nodes: ReadonlyMap<number, StoredNode>
  /** Those that viewers may know of. */
  readonly shown: ReadonlyMap<number, StoredNode>
  /** Shown ones, in the order they are shown: by position, then by name. */
  children(number: number): readonly StoredNode[]
  /** The node that ids lead to from the root (the root's own id is not among them); null where none is shown. */
  resolve(ids: readonly string[]): number | null
  /** From right below the root down to the node, or to the one that it became part of; empty for the root. */
  line(number: number): readonly StoredNode[]
  /** The node and everything below it, what became part of them too: an interview may hold an inner node. */
  within(number: number): readonly number[]
  /** What became part of a node. */
  merged(number: number): readonly number[]
  depth(number: number): number
}

export const rootNumber = 0

/** Whether a node is a place or lies below it. */
export const isWithin = (tree: Tree, node: number, top: number): boolean =>
  top === rootNumber || tree.line(node).some(({ number }) => number === top)

/**
 * Builds the tree. A node whose parent is unknown stands under the root rather than nowhere; what lay below a node that
 * became part of another lies below that one.
 */
export function treeOf(stored: readonly StoredNode[], locale = 'en'): Tree {
  const nodes = new Map(stored.map((node) => [node.number, node]))
  const host = hostIn(nodes)
  const above = (node: StoredNode) => (node.parent === null ? undefined : nodes.get(host(node.parent)))
  const below = new Map<number, StoredNode[]>()
  const parts = new Map<number, number[]>()
  for (const node of stored) {
    const own = host(node.number)
    if (own === node.number) listed(below, above(node)?.number ?? rootNumber).push(node)
    else listed(parts, own).push(node.number)
  }
  const shownBelow = new Map<number, readonly StoredNode[]>()
  for (const [parent, siblings] of below)
    shownBelow.set(parent, siblings.filter(({ untold }) => !untold).sort(inOrder(locale)))

  const children = (number: number) => shownBelow.get(number) ?? []
  const byId = new Map<number, Map<string, number>>()
  for (const [parent, siblings] of shownBelow) byId.set(parent, new Map(siblings.map((node) => [node.id, node.number])))

  const line = (number: number): StoredNode[] => {
    const found: StoredNode[] = []
    for (let at = nodes.get(host(number)); at; at = above(at)) found.unshift(at)
    return found
  }
  const merged = (number: number) => parts.get(number) ?? []
  const within = (number: number): number[] => {
    const found = [number]
    for (let i = 0; i < found.length; i++) for (const child of below.get(found[i] ?? 0) ?? []) found.push(child.number)
    return parts.size === 0 ? found : found.flatMap((one) => [one, ...merged(one)])
  }
  return {
    nodes,
    shown: new Map([...nodes].filter(([number, { untold }]) => !untold && host(number) === number)),
    children,
    line,
    within,
    merged,
    depth: (number) => line(number).length,
    resolve: (ids) => {
      let at: number | undefined = rootNumber
      for (const id of ids) {
        at = byId.get(at)?.get(id)
        if (at === undefined) return null
      }
      return at
    },
  }
}

/** The node that another counts for: itself, unless it became part of one. A circle is left where it closes. */
function hostIn(nodes: ReadonlyMap<number, StoredNode>): (number: number) => number {
  return (number) => {
    let at = number
    for (let steps = 0; steps < nodes.size; steps++) {
      const next = nodes.get(at)?.mergedInto
      if (next === undefined || !nodes.has(next)) return at
      at = next
    }
    return number
  }
}

function listed<T>(lists: Map<number, T[]>, key: number): T[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

const inOrder = (locale: string) => {
  const compare = new Intl.Collator(locale, { numeric: true }).compare
  return (a: StoredNode, b: StoredNode) =>
    (a.position ?? Number.MAX_VALUE) - (b.position ?? Number.MAX_VALUE) ||
    compare(localise(a.name, locale, 'en'), localise(b.name, locale, 'en')) ||
    compare(a.id, b.id)
}
