import { keySeparator } from '../aggregate/grouping.ts'
import { type Scan, sumsAt } from '../aggregate/scan.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import type { When } from '../figure/bases.ts'
import type { Measured } from '../figure/figures.ts'
import { type ExactSums, noExactSums, plus, sumOf } from '../sums/exact.ts'
import { interviewCount } from '../sums/sums.ts'

/** A group's interviews and its sums of one indicator, in both periods. */
export type PeriodSums = Readonly<Record<When, { readonly interviews: number; readonly sums: ExactSums }>>

/** A unit by the segments within it. */
export type SegmentSums = ReadonlyMap<string, PeriodSums>

/** The unit, or the segment, that stands for all others: interviews of no unit. */
export const others = '\0'

const nothing: PeriodSums = { now: { interviews: 0, sums: noExactSums }, before: { interviews: 0, sums: noExactSums } }

const together = (a: PeriodSums, b: PeriodSums): PeriodSums => {
  const of = (when: When) => ({
    interviews: Number(plus(a[when].interviews, b[when].interviews)),
    sums: sumOf(a[when].sums, b[when].sums),
  })
  return { now: of('now'), before: of('before') }
}

export const whole = (groups: Iterable<PeriodSums>): PeriodSums => [...groups].reduce(together, nothing)

/** Units and their segments in one scan. `fold`: the unit that a leaf counts for; one segment where none is asked for. */
export async function sumsByUnit(
  scan: Scan,
  measured: Measured,
  fold: ReadonlyMap<number, number>,
  segment: StoredQuestion | null,
): Promise<ReadonlyMap<string, SegmentSums>> {
  const { indicator } = measured
  const grouped = await scan.ask(segment ? { by: 'leafAnswer', stored: segment } : { by: 'leaf' }, [
    interviewCount,
    indicator,
  ])
  const found = new Map<string, Map<string, PeriodSums>>()
  for (const [key, cell] of grouped.cells) {
    const [leaf = '', answer = ''] = key.split(keySeparator)
    const of = (when: When) => ({
      interviews: Number(sumsAt(grouped, cell, interviewCount.id, when)[0]),
      sums: sumsAt(grouped, cell, indicator.id, when),
    })
    const row = String(fold.get(Number(leaf)) ?? others)
    const unit = found.get(row) ?? new Map<string, PeriodSums>()
    found.set(row, unit.set(answer, together(unit.get(answer) ?? nothing, { now: of('now'), before: of('before') })))
  }
  return found
}

export type UnitSums = {
  readonly units: ReadonlyMap<string, SegmentSums>
  /** The segments over all units. */
  readonly segments: SegmentSums
}

export const groupsOf = (units: ReadonlyMap<string, SegmentSums>): UnitSums => ({
  units,
  segments: joined([...units.values()]),
})

function joined(units: readonly SegmentSums[]): SegmentSums {
  const found = new Map<string, PeriodSums>()
  for (const unit of units) for (const [key, held] of unit) found.set(key, together(found.get(key) ?? nothing, held))
  return found
}
