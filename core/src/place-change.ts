import type { Day } from './day.ts'
import type { Localised } from './localised.ts'
import { indexOf, lineOf, type Nodes, type PlaceIndex, type PlaceNode, parentOf, within } from './place-tree.ts'

export const placeChangeKinds = [
  'added',
  'gone',
  'merged',
  'moved',
  'retired',
  'opened',
  'renamed',
  'codes',
  'order',
] as const
export type PlaceChangeKind = (typeof placeChangeKinds)[number]

/** Something that became of a place. `before`, `after`: the place it lay in, its names, days or codes; null: none. */
export type PlaceChange = {
  readonly kind: PlaceChangeKind
  readonly id: string
  readonly name: Localised
  readonly before: Localised | null
  readonly after: Localised | null
}

/** What became of the places, first of those that figures follow. */
export function placeChanges(before: Nodes, after: Nodes): PlaceChange[] {
  const [was, is] = [indexOf(before), indexOf(after)]
  const found: PlaceChange[] = []
  for (const node of is.byId.values()) {
    const old = was.byId.get(node.id)
    if (old) found.push(...changesOf(old, node, was, is))
    else found.push({ kind: 'added', id: node.id, name: node.name, before: null, after: nameIn(is, node.parent) })
  }
  for (const node of was.byId.values())
    if (!is.byId.has(node.id))
      found.push({ kind: 'gone', id: node.id, name: node.name, before: nameIn(was, node.parent), after: null })
  const rank = new Map(placeChangeKinds.map((kind, at) => [kind, at]))
  return found.sort((a, b) => (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0))
}

const nameIn = ({ byId }: PlaceIndex, id: string | undefined): Localised | null =>
  id === undefined ? null : (byId.get(id)?.name ?? id)
const span = ({ validFrom, validTo }: PlaceNode) =>
  validFrom || validTo ? `${validFrom ?? ''}–${validTo ?? ''}` : null
const listed = ({ codes }: PlaceNode) => (codes && codes.length > 0 ? codes.join(', ') : null)

function changesOf(old: PlaceNode, node: PlaceNode, was: PlaceIndex, is: PlaceIndex): PlaceChange[] {
  const { id, name } = node
  const found: PlaceChange[] = []
  const tell = (kind: PlaceChangeKind, before: Localised | null, after: Localised | null) => {
    if (JSON.stringify(before) !== JSON.stringify(after)) found.push({ kind, id, name, before, after })
  }
  if (parentOf(old) !== parentOf(node))
    found.push({ kind: 'moved', id, name, before: nameIn(was, old.parent), after: nameIn(is, node.parent) })
  if (old.mergedInto !== node.mergedInto) tell('merged', nameIn(was, old.mergedInto), nameIn(is, node.mergedInto))
  else tell(old.validTo === undefined && node.validTo !== undefined ? 'retired' : 'opened', span(old), span(node))
  tell('renamed', old.name, name)
  tell('codes', listed(old), listed(node))
  tell(
    'order',
    old.order === undefined ? null : String(old.order),
    node.order === undefined ? null : String(node.order),
  )
  return found
}

/** Where interviews of a place count: the place itself or what it became part of, and all above it. */
function countedAt(index: PlaceIndex, id: string): string {
  const seen = new Set<string>()
  let at = id
  for (let into = index.byId.get(at)?.mergedInto; into !== undefined && !seen.has(at); ) {
    seen.add(at)
    at = into
    into = index.byId.get(at)?.mergedInto
  }
  return lineOf(index, at)
    .map((one) => one.id)
    .join('\n')
}

/**
 * Of interviews by the answer they gave to the key, how many count at another place than before, or at one at all.
 * Answers are ids of places or their further codes; others count at the root alone.
 */
export function countsElsewhere(before: Nodes, after: Nodes, answers: ReadonlyMap<string, number>): number {
  const [was, is] = [before, after].map((nodes) => {
    const index = indexOf(nodes)
    const meant = placesMeant(nodes)
    const known = new Map<string, string>()
    return (answer: string) => {
      const id = meant.get(answer)
      if (id === undefined) return ''
      const at = known.get(id) ?? countedAt(index, id)
      known.set(id, at)
      return at
    }
  })
  let moved = 0
  for (const [answer, n] of answers) if (was?.(answer) !== is?.(answer)) moved += n
  return moved
}

/** The place that each answer means: an id goes before a code, the first of two before the other. */
export function placesMeant(nodes: Nodes): ReadonlyMap<string, string> {
  const meant = new Map<string, string>()
  for (const { id, codes } of nodes) for (const code of codes ?? []) if (!meant.has(code)) meant.set(code, id)
  for (const { id } of nodes) meant.set(id, id)
  return meant
}

/** Interviews of each place and all below it, by id; `''`: all that have a place. */
export function totalsOf(nodes: Nodes, answers: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const index = indexOf(nodes)
  const meant = placesMeant(nodes)
  const own = new Map<string, number>()
  for (const [answer, n] of answers) {
    const id = meant.get(answer)
    if (id !== undefined) own.set(id, (own.get(id) ?? 0) + n)
  }
  const totals = new Map<string, number>()
  for (const [id, n] of own) for (const at of ['', ...lineIds(index, id)]) totals.set(at, (totals.get(at) ?? 0) + n)
  return totals
}

const lineIds = (index: PlaceIndex, id: string) => {
  const merged = countedAt(index, id)
  return merged === '' ? [] : merged.split('\n')
}

/** What a path of ids from below the root reaches in one tree and in another. */
export type Reach = { readonly lost: number; readonly gained: number; readonly leadsNowhere: boolean }

/** Asked for many paths of the same two trees. A path leads somewhere while its places stand below each other. */
export function reachBetween(before: Nodes, after: Nodes): (path: readonly string[]) => Reach {
  const [was, is] = [indexOf(before), indexOf(after)]
  const reached = (index: PlaceIndex, path: readonly string[]): ReadonlySet<string> => {
    const last = path.at(-1)
    const line = last === undefined ? [] : lineOf(index, last)
    return last !== undefined && line.map(({ id }) => id).join('\n') === path.join('\n')
      ? within(index, last)
      : new Set()
  }
  return (path) => {
    const [one, other] = [reached(was, path), reached(is, path)]
    return {
      lost: [...one].filter((id) => !other.has(id)).length,
      gained: [...other].filter((id) => !one.has(id)).length,
      leadsNowhere: one.size > 0 && other.size === 0,
    }
  }
}

/** The day before which a change of the tree cannot hold: the last one that is on record for the place. */
export const lastMove = ({ moves }: PlaceNode): Day | null => moves?.at(-1)?.until ?? null
