/** An interview, or a group formed before: what is put into one group as a whole. */
export type GroupedPerson = {
  readonly people: readonly string[]
  /** Its place in each view: the one it was held at, an inner node or the root. */
  readonly places: readonly number[]
}

/** People who are told of together or not at all. `places`: in each view the deepest place they are counted at. */
export type ProtectedGroup<U extends GroupedPerson = GroupedPerson> = {
  readonly units: readonly U[]
  readonly places: readonly number[]
}

export type Forming = {
  /** A node's parent in a view; null above the root. */
  readonly parentOf: (view: number, node: number) => number | null
  /** People a group has at least. */
  readonly minimum: number
  /** False: who is too few at their own place waits for others to come there instead of being counted above it. */
  readonly isComplete: boolean
}

/**
 * Groups of at least `minimum` people out of units of one period, and the units that are too few to be told of and wait.
 * Whoever is too few at a place is counted at the place above, together with others below it; where these are too few
 * together, the smallest group formed below joins them (complementary suppression). Every figure of any selection of
 * places is a sum over whole groups, so that nothing can be computed about fewer people than a group has, whatever is
 * subtracted from whatever. See `docs/protection.md`.
 */
export function formGroups<U extends GroupedPerson>(
  units: readonly U[],
  forming: Forming,
): { readonly groups: readonly ProtectedGroup<U>[]; readonly waiting: readonly U[] } {
  const views = units[0]?.places.length ?? 0
  const first = placed(units, 0, forming)
  let groups: ProtectedGroup<U>[] = first.groups.map(({ units: members, place }) => ({
    units: members,
    places: [place],
  }))
  for (let view = 1; view < views; view++)
    // A group that is divided among the places of another view still has everybody: nobody is left over.
    groups = groups.flatMap((group) =>
      placed(group.units, view, { ...forming, isComplete: true }).groups.map(({ units: members, place }) => ({
        units: members,
        places: [...group.places, place],
      })),
    )
  return { groups, waiting: first.left }
}

export const countPeople = (units: readonly GroupedPerson[]): number =>
  new Set(units.flatMap(({ people }) => people)).size

type Placed<U> = { readonly units: readonly U[]; readonly place: number }

/** The units by their place in one view, from the deepest places up to the root. */
function placed<U extends GroupedPerson>(
  units: readonly U[],
  view: number,
  { parentOf, minimum, isComplete }: Forming,
): { readonly groups: readonly Placed<U>[]; readonly left: readonly U[] } {
  const line = (node: number): number[] => {
    const found = [node]
    for (let at = parentOf(view, node); at !== null; at = parentOf(view, at)) found.push(at)
    return found
  }
  /** Units that count for a node itself: held there, or too few below it. */
  const pools = new Map<number, U[]>()
  const below = new Map<number, Placed<U>[]>()
  const depths = new Map<number, number>()
  for (const unit of units) {
    const nodes = line(unit.places[view] ?? 0)
    for (const [at, node] of nodes.entries()) depths.set(node, nodes.length - at)
    push(pools, nodes[0] ?? 0, unit)
  }
  const left: U[] = []
  const bottomUp = [...depths].sort(([a, one], [b, other]) => other - one || a - b)
  for (const [node] of bottomUp) {
    let pool = pools.get(node) ?? []
    const formed = below.get(node) ?? []
    const parent = parentOf(view, node)
    if (pool.length > 0 && isComplete)
      while (countPeople(pool) < minimum && formed.length > 0) pool = [...pool, ...smallest(formed).units]
    const isFew = countPeople(pool) < minimum
    if (!isFew) formed.push({ units: pool, place: node })
    else if (!isComplete || parent === null) left.push(...pool)
    else for (const unit of pool) push(pools, parent, unit)
    if (parent !== null) for (const one of formed) push(below, parent, one)
    else below.set(node, formed)
  }
  const [root] = bottomUp.at(-1) ?? []
  return { groups: root === undefined ? [] : (below.get(root) ?? []), left }
}

/** Takes the group of the fewest people out of the list. */
function smallest<U extends GroupedPerson>(groups: Placed<U>[]): Placed<U> {
  const sizes = groups.map(({ units }) => countPeople(units))
  const [found] = groups.splice(sizes.indexOf(Math.min(...sizes)), 1)
  if (!found) throw new RangeError('no group to take')
  return found
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value) {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/**
 * Who leaves a group with those who are gone: as many in all as a figure needs, or everybody where too few would be left.
 * Else what the gone said could be had by subtracting the figures of after from those of before.
 */
export function leaving<U extends GroupedPerson>(
  units: readonly U[],
  gone: readonly U[],
  minimum: number,
): readonly U[] {
  const left = [...gone]
  for (const unit of units) if (countPeople(left) < minimum && !left.includes(unit)) left.push(unit)
  const people = new Set(left.flatMap((unit) => unit.people))
  const rest = units.filter((unit) => !unit.people.some((person) => people.has(person)))
  return countPeople(rest) < minimum ? units : units.filter((unit) => !rest.includes(unit))
}
