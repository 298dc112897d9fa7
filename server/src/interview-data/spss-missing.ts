export type DeclaredMissing = {
  readonly missing: readonly number[]
  readonly missingRange: readonly [number, number] | null
  /** Those that a file cannot declare: they are written as no value, since no mean may count them. */
  readonly undeclared: readonly number[]
}

const most = 3

/**
 * Numbers that are no answers, as an SPSS file declares them: three, or all between two and one more. `isFree`: no
 * answer lies from one number to another.
 */
export function declaredMissing(
  codes: readonly number[],
  isFree: (from: number, to: number) => boolean,
): DeclaredMissing {
  const sorted = [...new Set(codes)].filter(Number.isFinite).sort((a, b) => a - b)
  if (sorted.length <= most) return { missing: sorted, missingRange: null, undeclared: [] }
  const ways = [
    [sorted, []],
    [sorted.slice(1), sorted.slice(0, 1)],
    [sorted.slice(0, -1), sorted.slice(-1)],
  ] as const
  for (const [inRange, missing] of ways) {
    const [from = 0, to = from] = [inRange[0], inRange.at(-1)]
    if (isFree(from, to)) return { missing, missingRange: [from, to], undeclared: [] }
  }
  return { missing: sorted.slice(0, most), missingRange: null, undeclared: sorted.slice(most) }
}
