import { fewAnswers } from './suppression.ts'

/**
 * Which counts of a protected table are hidden. `counts` has the totals of its rows as its last column, those of its
 * columns as its last row, and the total of all in the corner. A count below the minimum is hidden. Others join, the
 * smallest first, until no line has a single hidden count or hidden counts below the minimum together, and until every
 * hidden count lies on a circle of hidden ones: what is on none can be computed from the rest (Gusfield 1988).
 */
export function hiddenCounts(counts: readonly (readonly number[])[], minimum: number): boolean[][] {
  const hides = counts.map((row) => row.map((n) => fewAnswers(n, minimum)))
  for (;;) {
    const more = weakLine(counts, hides, minimum) ?? acrossBridge(counts, hides)
    if (more === null) return hides
    const line = hides[more.row]
    if (line) line[more.column] = true
  }
}

type Place = { readonly row: number; readonly column: number }
type Counts = readonly (readonly number[])[]
type Hides = readonly (readonly boolean[])[]

/** The smallest count that is still shown, one above 0 before one of nobody; null when there is none. */
function smallestShown(counts: Counts, hides: Hides, places: readonly Place[]): Place | null {
  let found: Place | null = null
  let least = Infinity
  for (const place of places) {
    const n = counts[place.row]?.[place.column] ?? 0
    const rank = n > 0 ? n : Number.MAX_VALUE
    if (hides[place.row]?.[place.column] || rank >= least) continue
    found = place
    least = rank
  }
  return found
}

/** What a line must hide beside its hidden counts; null when all lines are strong. */
function weakLine(counts: Counts, hides: Hides, minimum: number): Place | null {
  const rows = counts.map((row, at) => row.map((_, column) => ({ row: at, column })))
  const columns = (counts[0] ?? []).map((_, column) => counts.map((_row, row) => ({ row, column })))
  for (const line of [...rows, ...columns]) {
    const own = line.filter(({ row, column }) => hides[row]?.[column])
    const joint = own.reduce((sum, { row, column }) => sum + (counts[row]?.[column] ?? 0), 0)
    if (own.length === 0 || (own.length > 1 && joint >= minimum)) continue
    const more = smallestShown(counts, hides, line)
    if (more) return more
  }
  return null
}

/** Lines are the nodes of a graph, hidden counts its edges. A bridge is told by the sums of the lines on one of its sides. */
function acrossBridge(counts: Counts, hides: Hides): Place | null {
  const side = sideOfBridge(hides)
  if (side === null) return null
  const crossing = counts.flatMap((line, row) =>
    line.flatMap((_, column) => (side.has(row) !== side.has(counts.length + column) ? [{ row, column }] : [])),
  )
  return smallestShown(counts, hides, crossing)
}

/** The nodes on the far side of some bridge (Tarjan 1974): rows by their number, columns behind them. */
function sideOfBridge(hides: Hides): ReadonlySet<number> | null {
  const rows = hides.length
  const links = Array.from({ length: rows + (hides[0]?.length ?? 0) }, (): number[] => [])
  hides.forEach((line, row) => {
    line.forEach((isHidden, column) => {
      if (!isHidden) return
      links[row]?.push(rows + column)
      links[rows + column]?.push(row)
    })
  })
  const order: number[] = []
  const met = new Map<number, number>()
  const low: number[] = []
  const visit = (node: number, from: number): ReadonlySet<number> | null => {
    met.set(node, order.length)
    low[node] = order.length
    order.push(node)
    for (const next of links[node] ?? []) {
      if (next === from) continue
      const known = met.get(next)
      if (known === undefined) {
        const found = visit(next, node)
        if (found) return found
        if ((low[next] ?? 0) > (met.get(node) ?? 0)) return new Set(order.slice(met.get(next)))
      }
      low[node] = Math.min(low[node] ?? 0, known ?? low[next] ?? 0)
    }
    return null
  }
  for (const node of links.keys()) {
    if (met.has(node)) continue
    const found = visit(node, -1)
    if (found) return found
  }
  return null
}
