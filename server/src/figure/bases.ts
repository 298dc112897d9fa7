import { childKey, type Grouping, keySeparator, keysOf } from '../aggregate/grouping.ts'
import { type Grouped, type Scan, sumsAt } from '../aggregate/scan.ts'
import { aggregateStatement, conditions } from '../aggregate/statement.ts'
import { valid } from '../selection/validity.ts'
import type { SumCell } from '../sums/cell-sums.ts'
import { type ExactSums, exact, noExactSums, restOf } from '../sums/exact.ts'
import { questionOf, unitOf } from '../sums/score.ts'
import { interviewCount, isAdditive } from '../sums/sums.ts'
import { blurredCells, blurredIndicators, groupedBy } from './blurred-cells.ts'
import { type Base, baseOf, type Measured, type Middle } from './figures.ts'

export type When = 'now' | 'before'

/** What the figures of a set of groups are made of. */
export type Bases = {
  readonly keys: readonly string[]
  /** Interviews, unweighted. */
  n(key: string, when: When): number
  base(key: string, measured: Measured, when: When): Base
  /** Everything of the whole that is not in the group; null for what cannot be added up. */
  rest(whole: Bases, key: string, measured: Measured): Base | null
  exact(key: string, indicator: string, when: When): ExactSums
}

/** The key of the only group of a total, and of what a fold leaves over. */
export const totalKey = ''

/**
 * Asks a grouping for indicators, additive or not. `fold` gives the row a leaf counts for; leaves without one end
 * under `totalKey`.
 */
export async function basesOf(
  scan: Scan,
  grouping: Grouping,
  measured: readonly Measured[],
  fold?: ReadonlyMap<number, number>,
): Promise<Bases> {
  const blurs = blurredIndicators(scan, grouping, measured)
  // What is blurred cannot be subtracted, and has no middle.
  if (blurs === 'all' || blurs.size > 0)
    return assembled(await blurredCells(scan, grouping, measured, blurs, fold), new Map(), blurs)
  const additive = measured.map(({ indicator }) => indicator).filter(isAdditive)
  const asked = groupedBy(scan, grouping, [interviewCount, ...additive], fold)
  const others = measured.filter(({ indicator }) => !isAdditive(indicator))
  const middles = Promise.all(
    others.map(async (one) => [one.indicator.id, await middlesOf(scan, grouping, one, fold)] as const),
  )
  return assembled(await asked, new Map(await middles))
}

type Middles = ReadonlyMap<string, Readonly<Record<When, Middle>>>

const noMiddle: Middle = { n: 0, value: null }

/** Figures' bases from sums that are already there. `blurs`: what of them is blurred. */
export function assembled(
  grouped: Grouped,
  middles: ReadonlyMap<string, Middles> = new Map(),
  blurs: 'all' | ReadonlySet<string> = new Set(),
): Bases {
  const cell = (key: string): SumCell | undefined => grouped.cells.get(key)
  const exact = (key: string, indicator: string, when: When) => sumsAt(grouped, cell(key), indicator, when)
  const isBlurred = (id: string) => blurs === 'all' || blurs.has(id)
  return {
    keys: [...grouped.cells.keys()],
    n: (key, when) => Number(exact(key, interviewCount.id, when)[0]),
    exact,
    base: (key, measured, when) => {
      const middle = middles.get(measured.indicator.id)
      if (middle) return { middle: middle.get(key)?.[when] ?? noMiddle }
      if (!isAdditive(measured.indicator)) return { middle: noMiddle }
      return baseOf(exact(key, measured.indicator.id, when), measured)
    },
    rest: (whole, key, measured) => {
      const { id } = measured.indicator
      if (middles.has(id) || isBlurred(id)) return null
      const rest = restOf(whole.exact(totalKey, id, 'now'), exact(key, id, 'now'))
      return baseOf(rest[0] > 0 ? rest : noExactSums, measured)
    },
  }
}

/** Medians of the groups: the mean of the two middle answers, exact because both are stored whole numbers. */
async function middlesOf(
  { selection, compared, stores }: Scan,
  grouping: Grouping,
  { indicator }: Measured,
  fold: ReadonlyMap<number, number> | undefined,
): Promise<Middles> {
  if (indicator.measure !== 'median') throw new TypeError(`${indicator.id} is no median`)
  const { dictionary, view } = selection
  const stored = questionOf(dictionary, indicator.question)
  const { where, now, before } = conditions(selection, compared)
  const of = (period: string) =>
    ['count', 'quantileExactLow', 'quantileExactHigh'].map((aggregate) => {
      const when = `(${valid(stored)}) and (${period})`
      return aggregate === 'count' ? `countIf(${when})` : `${aggregate}If(0.5)(toInt64(${stored.column}), ${when})`
    })
  const keys = fold ? [childKey(view.column, fold)] : keysOf(grouping, view.column, dictionary.calendar)
  const aggregates = [...of(now), ...(before === null ? [] : of(before))]
  const source = { dictionary, conditions: { where, now: '1', before: null } }
  const rows = await stores.clickhouse.read(
    aggregateStatement(source, keys, aggregates),
    {},
    { lane: 'user', tenant: dictionary.universe, timeout: 60 },
  )
  const { under } = unitOf(stored)
  const middle = (row: readonly unknown[], at: number): Middle => {
    const n = Number(row[at] ?? 0)
    const sum = BigInt(exact(row[at + 1] ?? 0)) + BigInt(exact(row[at + 2] ?? 0))
    return n === 0 ? noMiddle : { n, value: Number(sum) / Number(2n * under) }
  }
  const named = (row: readonly unknown[]) => {
    const key = row.slice(0, keys.length).join(keySeparator)
    return fold && key === '0' ? totalKey : key
  }
  return new Map(
    rows.map((row) => [named(row), { now: middle(row, keys.length), before: middle(row, keys.length + 3) }]),
  )
}
