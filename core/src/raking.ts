/** Answers that have the same values: `values` says, field by field, the place of their value among the field's targets. */
export type RakedCell = { readonly n: number; readonly values: readonly number[] }

export type Raked = {
  /** By cell; above 0, with a mean of 1 over all answers. */
  readonly weights: readonly number[]
  /** Whether every margin is met. */
  readonly converged: boolean
  readonly rounds: number
  /** How far the weighted share of a value lies from its target at most, 0 to 1. */
  readonly gap: number
  /** Answers whose weight was held at the largest that is allowed. */
  readonly trimmed: number
}

type Limits = {
  /** The largest weight, in means. */
  readonly cap: number
  readonly tolerance?: number
}

/** Rounds of raking until margins stand still, and how often what was cut is raked anew. */
const [mostRounds, mostCuts] = [500, 10]
const usualTolerance = 1e-6

/**
 * Weights by which answers have given margins: raking, or iterative proportional fitting (Deming & Stephan 1940). Where some
 * lie above the cap they are cut to it, and all are raked and cut a few times more, so that the margins are still sought.
 * `targets`: by field the share of each value, in any unit; a value that nobody has cannot be met and is left out of its field.
 */
export function rake(
  cells: readonly RakedCell[],
  targets: readonly (readonly number[])[],
  { cap, tolerance = usualTolerance }: Limits,
): Raked {
  const n = cells.reduce((sum, cell) => sum + cell.n, 0)
  const wanted = targets.map((field, at) => reachable(field, marginsOf(cells, ones(cells), at, field.length)))
  const gapOf = (weights: readonly number[]) => largestGap(cells, weights, wanted, n)
  let weights = ones(cells)
  let rounds = 0
  for (let cut = 0; cut < mostCuts && gapOf(weights) > tolerance; cut += 1) {
    for (let round = 0; round < mostRounds && gapOf(weights) > tolerance; round += 1) {
      weights = fitted(cells, weights, wanted, n)
      rounds += 1
    }
    weights = trimmed(cells, weights, cap, n)
  }
  const gap = gapOf(weights)
  const atCap = cells.reduce((sum, cell, at) => ((weights[at] ?? 0) >= cap * (1 - 1e-9) ? sum + cell.n : sum), 0)
  return { weights, converged: gap <= tolerance, rounds, gap, trimmed: atCap }
}

/** One round: the weights fitted to one field after the other. */
function fitted(
  cells: readonly RakedCell[],
  before: readonly number[],
  wanted: readonly (readonly number[])[],
  n: number,
): number[] {
  let weights = [...before]
  for (const [at, field] of wanted.entries()) {
    const margins = marginsOf(cells, weights, at, field.length)
    weights = weights.map((weight, cell) => {
      const value = cells[cell]?.values[at] ?? 0
      return (weight * (field[value] ?? 0) * n) / (margins[value] ?? 1)
    })
  }
  return weights
}

const ones = (cells: readonly RakedCell[]) => cells.map(() => 1)

/** Shares of the values that somebody has, 1 together. */
function reachable(field: readonly number[], margins: readonly number[]): readonly number[] {
  const met = field.map((share, at) => ((margins[at] ?? 0) > 0 ? share : 0))
  const sum = met.reduce((all, share) => all + share, 0)
  return met.map((share) => share / sum)
}

function marginsOf(cells: readonly RakedCell[], weights: readonly number[], field: number, size: number): number[] {
  const margins = new Array<number>(size).fill(0)
  for (const [at, { n, values }] of cells.entries()) {
    const value = values[field] ?? 0
    margins[value] = (margins[value] ?? 0) + n * (weights[at] ?? 0)
  }
  return margins
}

const largestGap = (
  cells: readonly RakedCell[],
  weights: readonly number[],
  wanted: readonly (readonly number[])[],
  n: number,
): number =>
  Math.max(
    0,
    ...wanted.flatMap((field, at) => {
      const margins = marginsOf(cells, weights, at, field.length)
      return field.map((share, value) => Math.abs((margins[value] ?? 0) / n - share))
    }),
  )

/** None above the cap, with a mean of 1: what is cut is given to the others in proportion. */
function trimmed(cells: readonly RakedCell[], weights: readonly number[], cap: number, n: number): number[] {
  let held = weights.map(() => false)
  let next = [...weights]
  for (;;) {
    const sum = (isHeld: boolean) =>
      cells.reduce((all, cell, at) => (held[at] === isHeld ? all + cell.n * (next[at] ?? 0) : all), 0)
    const scale = (n - sum(true)) / sum(false)
    next = next.map((weight, at) => (held[at] ? cap : weight * scale))
    const over = next.map((weight, at) => held[at] === true || weight > cap)
    if (over.every((one, at) => one === held[at])) return next
    next = next.map((weight, at) => (over[at] ? cap : weight))
    held = over
  }
}

/** What unequal weights leave of n answers: Kish's effective number and design effect, 1 + CV² of the weights (1965; 1992). */
export function weighingOf(cells: readonly Pick<RakedCell, 'n'>[], weights: readonly number[]) {
  let [n, W, W2] = [0, 0, 0]
  for (const [at, cell] of cells.entries()) {
    const weight = weights[at] ?? 0
    n += cell.n
    W += cell.n * weight
    W2 += cell.n * weight * weight
  }
  return { n, effective: (W * W) / W2, designEffect: (n * W2) / (W * W) }
}
