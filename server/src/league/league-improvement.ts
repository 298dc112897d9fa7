import type { Deeds } from '@kaiku/contract/league.ts'
import type { Change } from '@kaiku/core/indicator.ts'
import { alpha, benjaminiHochberg } from '@kaiku/core/statistics.ts'
import { isHidden } from '@kaiku/core/suppression.ts'
import { openScan } from '../aggregate/scan.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { type Bases, basesOf } from '../figure/bases.ts'
import { type Measured, nOf, shownChange, testedChange } from '../figure/figures.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { askingOf } from '../selection/filter-door.ts'
import { at, type Period } from '../selection/selection.ts'

export type Improvement = Deeds['improvements'][number]

/**
 * What figures of a round and its baseline are made of, by player; null: the survey's answers have no day. Filters say
 * nothing here, so that a league is the same on every page.
 */
export async function roundBases(
  { scan, scope, dictionary }: QueryContext,
  round: Period,
  baseline: Period,
  measured: readonly Measured[],
  fold: ReadonlyMap<number, number>,
): Promise<Bases | null> {
  const date = dictionary.role('date')
  if (!date) return null
  const { stores, options, selection } = scan
  const whole = Object.assign(at(selection, rootNumber), {
    scope,
    chosen: [],
    tableDate: 'none' as const,
    time: askingOf(date, { include: [{ is: 'days', ...round }], exclude: [] }),
    period: round,
    writtenPeriod: undefined,
  })
  return basesOf(openScan(stores, whole, baseline, options), { by: 'leaf' }, measured, fold)
}

/** Each player's figures against its own baseline, player by player; what is more than chance is decided over all of them. */
export function improvementsOf(
  { isProtected, minimumN }: Pick<QueryContext, 'isProtected' | 'minimumN'>,
  bases: Bases | null,
  players: readonly number[],
  measured: readonly Measured[],
): Improvement[][] {
  if (bases === null) return players.map(() => [])
  const found: Improvement[][] = players.map(() => [])
  for (const one of measured) {
    const tests = players.map((player) => testOf(bases, String(player), one))
    const real = benjaminiHochberg(
      tests.map(({ tested }) => tested?.p ?? null),
      alpha,
    )
    tests.forEach(({ n, tested }, index) => {
      found[index]?.push(improvement(one, n, tested, real[index] === true, isProtected))
    })
  }
  return found

  function testOf(from: Bases, key: string, one: Measured): { n: number | null; tested: Change | null } {
    const [now, before] = [from.base(key, one, 'now'), from.base(key, one, 'before')]
    const n = nOf(now)
    if (isHidden(Math.min(from.n(key, 'now'), n), Math.max(minimumN, one.minimum), isProtected))
      return { n: null, tested: null }
    const isFew = Math.min(n, nOf(before)) < one.minimum
    const isUntold = isFew || isHidden(from.n(key, 'before'), minimumN, isProtected)
    const change = isUntold ? null : testedChange(now, before, one)
    return { n, tested: change?.p === null ? null : change }
  }
}

function improvement(
  measured: Measured,
  n: number | null,
  tested: Change | null,
  isReal: boolean,
  isProtected: boolean,
): Improvement {
  const { id, better } = measured.indicator
  const change = tested && shownChange({ ...tested, significant: isReal }, measured, isProtected)
  if (!change) return { indicator: id, standing: 'untold', n, change: null }
  const isBetter = better === 'high' ? change.value > 0 : change.value < 0
  return { indicator: id, standing: isReal ? (isBetter ? 'better' : 'worse') : 'same', n, change }
}
