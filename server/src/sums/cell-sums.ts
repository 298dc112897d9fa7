import { type Exact, type ExactSums, noExactSums, plus } from './exact.ts'

/** A group's sums of every indicator asked for, in the selection's period and in the compared one. */
export type SumCell = { readonly now: readonly ExactSums[]; readonly before: readonly ExactSums[] }

/** Adds sums up by group. A key may be anything that a `Map` tells apart. */
export type CellSums<Key> = {
  /** `period`: 1 for the selection's own, 2 for the compared, 3 for both; `place`: where the indicator stands. */
  add(key: Key, period: number, place: number, n: Exact, W: Exact, W2: Exact, S: Exact, SS: Exact): void
  cells(name: (key: Key) => string): ReadonlyMap<string, SumCell>
}

type Growing = [Exact, Exact, Exact, Exact, Exact]
type GrowingCell = { readonly now: (Growing | null)[]; readonly before: (Growing | null)[] }

export function openCellSums<Key>(indicators: number): CellSums<Key> {
  const found = new Map<Key, GrowingCell>()
  const cellOf = (key: Key) => {
    const known = found.get(key)
    if (known) return known
    const cell = { now: new Array(indicators).fill(null), before: new Array(indicators).fill(null) }
    found.set(key, cell)
    return cell
  }
  return {
    add(key, period, place, n, W, W2, S, SS) {
      const cell = cellOf(key)
      if (period & 1) addInto(cell.now, place, n, W, W2, S, SS)
      if (period & 2) addInto(cell.before, place, n, W, W2, S, SS)
    },
    cells: (name) =>
      new Map(
        [...found].map(([key, { now, before }]) => [
          name(key),
          { now: now.map(orNothing), before: before.map(orNothing) },
        ]),
      ),
  }
}

/** As `openCellSums`, of numbers that stay exact whatever is added up. */
export function openSmallSums<Key>(indicators: number): CellSums<Key> {
  const places = new Map<Key, number>()
  const width = indicators * each * 2
  let sums = new Float64Array(width * 64)
  const placeOf = (key: Key): number => {
    const known = places.get(key)
    if (known !== undefined) return known
    const place = places.size * width
    places.set(key, place)
    if (place + width > sums.length) {
      const larger = new Float64Array(sums.length * 2)
      larger.set(sums)
      sums = larger
    }
    return place
  }
  const addAt = (at: number, more: number) => {
    sums[at] = (sums[at] as number) + more
  }
  const sumsAt = (at: number): ExactSums => {
    const [n = 0, W = 0, W2 = 0, S = 0, SS = 0] = sums.subarray(at, at + each)
    return [n, W, W2, S, SS]
  }
  return {
    add(key, period, place, n, W, W2, S, SS) {
      const now = placeOf(key) + place * each
      for (let at = period & 1 ? now : now + width / 2; at <= now + width / 2; at += width / 2) {
        addAt(at, Number(n))
        addAt(at + 1, Number(W))
        addAt(at + 2, Number(W2))
        addAt(at + 3, Number(S))
        addAt(at + 4, Number(SS))
        if (!(period & 2)) break
      }
    },
    cells: (name) =>
      new Map(
        [...places].map(([key, place]) => {
          const of = (from: number) => Array.from({ length: indicators }, (_, one) => sumsAt(from + one * each))
          return [name(key), { now: of(place), before: of(place + width / 2) }]
        }),
      ),
  }
}
const each = 5

const orNothing = (sums: ExactSums | null): ExactSums => sums ?? noExactSums

function addInto(list: (Growing | null)[], place: number, n: Exact, W: Exact, W2: Exact, S: Exact, SS: Exact) {
  const sums = list[place]
  if (!sums) {
    list[place] = [n, W, W2, S, SS]
    return
  }
  sums[0] = plus(sums[0], n)
  sums[1] = plus(sums[1], W)
  sums[2] = plus(sums[2], W2)
  sums[3] = plus(sums[3], S)
  sums[4] = plus(sums[4], SS)
}
