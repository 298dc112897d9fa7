/**
 * What is kept of a group's valid answers y with weights w, so that groups can be added up in any order:
 * `n` answers, `W` = Σw, `W2` = Σw², `S` = Σwy, `SS` = Σw(y − offset)².
 */
export type Sums = { n: number; W: number; W2: number; S: number; SS: number; offset?: number }

export const noSums: Sums = { n: 0, W: 0, W2: 0, S: 0, SS: 0 }

const enoughBits = 66

/** The double nearest to a quotient; `denominator` is above 0. */
export function nearest(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) return -nearest(-numerator, denominator)
  const shift = Math.max(0, enoughBits + bits(denominator) - bits(numerator))
  const shifted = numerator << BigInt(shift)
  const quotient = shifted / denominator
  // The lowest bit says that something is left over, so that rounding half-way cases goes the right way.
  const sticky = shifted % denominator === 0n ? quotient : quotient | 1n
  return Number(sticky) / 2 ** shift
}

const bits = (value: bigint): number => value.toString(2).length

/** Σw(y − c)² around another constant. */
function squaresAround(sums: Sums, offset: number): number {
  const shift = (sums.offset ?? 0) - offset
  return shift === 0 ? sums.SS : sums.SS + 2 * shift * (sums.S - (sums.offset ?? 0) * sums.W) + shift * shift * sums.W
}

const combine = (a: Sums, b: Sums, sign: 1 | -1): Sums => {
  const offset = a.n === 0 ? (b.offset ?? 0) : (a.offset ?? 0)
  const sums = {
    n: a.n + sign * b.n,
    W: a.W + sign * b.W,
    W2: a.W2 + sign * b.W2,
    S: a.S + sign * b.S,
    SS: squaresAround(a, offset) + sign * squaresAround(b, offset),
  }
  return offset === 0 ? sums : { ...sums, offset }
}

export const addSums = (a: Sums, b: Sums): Sums => combine(a, b, 1)

/** What of the parent is not in the child: a child is tested against this, never against a whole that contains it. */
export function rest(parent: Sums, child: Sums): Sums {
  const sums = combine(parent, child, -1)
  return sums.n <= 0 || sums.W <= 0 ? noSums : { ...sums, SS: Math.max(0, sums.SS) }
}
