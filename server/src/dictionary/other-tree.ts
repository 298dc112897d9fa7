import type { ConfigNode, PlacePlan, View } from '@kaiku/contract/view.ts'
import type { Day } from '@kaiku/core/day.ts'
import { undated } from './dictionary.ts'
import { changeDays, standingOn } from './place-history.ts'
import { rootNumber, type StoredNode, type Tree } from './tree.ts'

/** The places of a view arranged otherwise than today. */
export type OtherPlaces = {
  /** Today's places keep their numbers where they stand; others have numbers that no place has. */
  readonly nodes: readonly StoredNode[]
  /** Today's place that a node is, wherever it stands; absent: there is no such place today. */
  readonly placeOf: ReadonlyMap<number, number>
  /** In ClickHouse: the node that an interview counts for. */
  readonly column: string
}

type Tabled = Extract<View, { nodes: unknown }>

/** Whether its places ever stood otherwise than today, or are shown otherwise than they were. */
export const hasHistory = ({ nodes }: Tabled): boolean =>
  nodes.some(({ moves = [], mergedInto }) => moves.length > 0 || mergedInto !== undefined)

/** The places as they were: a place that moved is a node in each place where it stood, for the interviews of those days. */
export function placesThen(view: Tabled, tree: Tree, column: string): OtherPlaces {
  const numbers = new Map([...tree.nodes.values()].map(({ id, number }) => [id, number]))
  const entries = new Map(view.nodes.map((node) => [numbers.get(node.id) ?? rootNumber, node]))
  const edgeOn = edgesOf(tree, entries, numbers)
  const days = changeDays(view.nodes).filter((day) => day > undated)
  const below = childrenToday(tree)
  const placed = openNodes(tree)
  const counted = new Map<string, number>()
  for (const [time, day] of days.entries()) {
    const lines = new Map<number, readonly number[]>()
    const lineOn = (place: number): readonly number[] => {
      const known = lines.get(place)
      if (known) return known
      // A place that would lie below itself lies below the root.
      lines.set(place, [place])
      const { above, isMerged } = edgeOn(place, day)
      const upper = above === rootNumber ? [] : lineOn(above)
      const line = isMerged ? upper : [...upper, place]
      lines.set(place, line)
      return line
    }
    for (const place of movedWith(below, changedOn(entries, day))) {
      const node = placed.nodeAt(lineOn(place))
      if (node !== (tree.line(place).at(-1)?.number ?? rootNumber)) counted.set(`${place} ${time}`, node)
    }
  }
  return {
    nodes: [...tree.nodes.values(), ...placed.made],
    placeOf: new Map([...[...tree.nodes.keys()].map((place) => [place, place] as const), ...placed.placeOf]),
    column: columnThen(column, days, counted),
  }
}

/** What a place stood below or was part of on a day; places that are gone from the table as they are stored. */
const edgesOf =
  (tree: Tree, entries: ReadonlyMap<number, ConfigNode>, numbers: ReadonlyMap<string, number>) =>
  (place: number, day: Day): { readonly above: number; readonly isMerged: boolean } => {
    const entry = entries.get(place)
    if (!entry) return { above: tree.nodes.get(place)?.parent ?? rootNumber, isMerged: false }
    const { above, by } = standingOn(entry, day)
    return { above: numbers.get(above ?? '') ?? rootNumber, isMerged: by === 'merge' }
  }

function changedOn(entries: ReadonlyMap<number, ConfigNode>, day: Day): readonly number[] {
  return [...entries].flatMap(([place, entry]) => {
    const [then, now] = [standingOn(entry, day), standingOn(entry, null)]
    return then.above !== now.above || (then.by === 'merge') !== (now.by === 'merge') ? [place] : []
  })
}

/** Right below each place, and part of it, as of today. */
function childrenToday(tree: Tree): ReadonlyMap<number, readonly number[]> {
  const below = new Map<number, number[]>()
  for (const { number, parent, mergedInto } of tree.nodes.values()) {
    const above = mergedInto ?? parent ?? rootNumber
    const children = below.get(above)
    if (children) children.push(number)
    else below.set(above, [number])
  }
  return below
}

/** Places that changed, and all that stands or stood elsewhere by them. */
function movedWith(below: ReadonlyMap<number, readonly number[]>, changed: readonly number[]): ReadonlySet<number> {
  const found = new Set(changed)
  for (const place of found) for (const child of below.get(place) ?? []) found.add(child)
  return found
}

/** Nodes by where they stand: today's where a place stands as today, else one of its own. */
function openNodes(tree: Tree) {
  const made: StoredNode[] = []
  const placeOf = new Map<number, number>()
  const known = new Map<string, number>()
  let next = [...tree.nodes.keys()].reduce((most, number) => Math.max(most, number), rootNumber)
  const below = (parent: number, place: number): number => {
    const today = tree.line(place)
    const [upper, own] = [today.at(-2)?.number ?? rootNumber, today.at(-1)?.number]
    if (own === place && upper === parent) return place
    const key = `${parent} ${place}`
    const found = known.get(key)
    const stored = tree.nodes.get(place)
    if (found !== undefined || !stored) return found ?? rootNumber
    next += 1
    const { id, name, position, validFrom, validTo } = stored
    made.push({ number: next, parent: parent || null, id, name, position, validFrom, validTo })
    placeOf.set(next, place)
    known.set(key, next)
    return next
  }
  return { made, placeOf, nodeAt: (line: readonly number[]) => line.reduce(below, rootNumber) }
}

/** `counted`: the node for which a place counts at one of the times that the days end. */
function columnThen(column: string, days: readonly Day[], counted: ReadonlyMap<string, number>): string {
  const last = days.at(-1)
  if (counted.size === 0 || last === undefined) return column
  const pairs = [...counted].map(([key, node]) => {
    const [place = 0, time = 0] = key.split(' ').map(Number)
    return { from: place * days.length + time, node }
  })
  const [, ...later] = days
  const times = days.slice(0, -1).flatMap((day, time) => [`day <= ${dayOf(day)}`, String(time)])
  const time = later.length === 0 ? '0' : `multiIf(${[...times, String(days.length - 1)].join(', ')})`
  const key = `toUInt64(${column}) * ${days.length} + ${time}`
  const [from, to] = [pairs.map((pair) => pair.from).join(', '), pairs.map(({ node }) => node).join(', ')]
  const then = `transform(${key}, [${from}], [${to}], toUInt64(${column}))`
  return `toUInt32(if(day > ${dayOf(last)} or day = ${dayOf(undated)}, ${column}, ${then}))`
}

/** Days beyond those that ClickHouse holds are the last of them. */
const dayOf = (day: Day) => `toDate32('${day > '2299-12-31' ? '2299-12-31' : day}')`

/** The places as a plan arranges them; those that it leaves out stand right below the root, or are part of what they are part of today. */
export function placesPlanned(plan: PlacePlan, tree: Tree, column: string): OtherPlaces {
  const numbers = new Map([...tree.nodes.values()].map(({ id, number }) => [id, number]))
  const places = [...numbers.values()]
  let next = places.reduce((most, number) => Math.max(most, number), rootNumber)
  for (const { id } of plan.nodes) if (!numbers.has(id)) numbers.set(id, ++next)
  const planned = new Set(plan.nodes.map(({ id }) => id))
  const left = [...tree.nodes.values()].filter(({ id }) => !planned.has(id))
  return {
    nodes: [
      ...plan.nodes.map(({ id, parent, name, order, mergedInto }): StoredNode => {
        const into = numbers.get(mergedInto ?? '')
        return {
          number: numbers.get(id) ?? rootNumber,
          parent: numbers.get(parent ?? '') ?? null,
          id,
          name,
          position: order ?? null,
          validFrom: null,
          validTo: null,
          ...(into !== undefined && { mergedInto: into }),
        }
      }),
      ...left.map((node) => Object.assign({}, node, { parent: null })),
    ],
    placeOf: new Map(places.map((place) => [place, place])),
    column,
  }
}
