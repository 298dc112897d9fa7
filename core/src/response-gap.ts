import { upperChiSquare } from './distribution.ts'
import { newcombe } from './statistics.ts'

/** How many of a group were asked, and how many of these answered. */
export type AskedCount = { readonly asked: number; readonly answered: number }
export type KeyedCount = AskedCount & { readonly key: string | null }

/**
 * Groups that are told of: those of at least `floor` people, the largest `most` of them, in the order given; all others are
 * one group. Where these are too few together, the smallest of the told ones join them, so that no group of fewer people can
 * be had by subtracting. Null: all together are too few.
 */
export function joinFew<Group extends KeyedCount>(
  groups: readonly Group[],
  floor: number,
  most: number,
): {
  readonly told: readonly Group[]
  readonly other: (AskedCount & { readonly keys: readonly (string | null)[] }) | null
} | null {
  const bySize = groups.filter(({ asked }) => asked > 0).sort((a, b) => b.asked - a.asked)
  const told = bySize.filter(({ asked }, at) => asked >= floor && at < most)
  const rest = bySize.slice(told.length)
  const total = (of: readonly Group[]) => of.reduce((sum, { asked }) => sum + asked, 0)
  while (rest.length > 0 && total(rest) < floor) {
    const smallest = told.pop()
    if (!smallest) return null
    rest.push(smallest)
  }
  if (told.length === 0 && rest.length === 0) return null
  const other = {
    keys: rest.map(({ key }) => key),
    asked: total(rest),
    answered: rest.reduce((sum, { answered }) => sum + answered, 0),
  }
  return { told: groups.filter((one) => told.includes(one)), other: rest.length > 0 ? other : null }
}

export type RateTest = {
  /** How much the rates differ, 0 to 1: Cramér's V. */
  readonly strength: number
  readonly p: number
}

/**
 * Pearson's chi-square test of whether all groups answer at the same rate. Null where it cannot be judged: of fewer than two
 * groups, where everybody or nobody answered, and by Cochran's rule (1954) where an expected count is below 1 or more than a
 * fifth of them are below 5.
 */
export function testRates(groups: readonly AskedCount[]): RateTest | null {
  const asked = groups.reduce((sum, group) => sum + group.asked, 0)
  const answered = groups.reduce((sum, group) => sum + group.answered, 0)
  if (groups.length < 2 || answered === 0 || answered === asked) return null
  const rate = answered / asked
  const cells = groups.flatMap((group) => [
    { found: group.answered, expected: group.asked * rate },
    { found: group.asked - group.answered, expected: group.asked * (1 - rate) },
  ])
  const isThin = cells.filter(({ expected }) => expected < 5).length > cells.length / 5
  if (isThin || cells.some(({ expected }) => expected < 1)) return null
  const square = cells.reduce((sum, { found, expected }) => sum + (found - expected) ** 2 / expected, 0)
  return { strength: Math.sqrt(square / asked), p: upperChiSquare(square, groups.length - 1) }
}

/**
 * The group that answered least, each held against all others by Newcombe's interval: its place in the list and how its rate
 * differs from that of the others (below 0). Null: none answered less than chance explains.
 */
export function leastAnswering(groups: readonly AskedCount[]): { readonly at: number; readonly value: number } | null {
  const asked = groups.reduce((sum, group) => sum + group.asked, 0)
  const answered = groups.reduce((sum, group) => sum + group.answered, 0)
  let least: { at: number; value: number } | null = null
  for (const [at, group] of groups.entries()) {
    const others = asked - group.asked
    if (group.asked === 0 || others === 0) continue
    const { value, high } = newcombe(
      { proportion: group.answered / group.asked, n: group.asked },
      { proportion: (answered - group.answered) / others, n: others },
    )
    if (high < 0 && value < (least?.value ?? 0)) least = { at, value }
  }
  return least
}
