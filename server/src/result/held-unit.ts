import { hidden } from '@kaiku/core/suppression.ts'
import type { StoredQuestion } from '../survey/dictionary.ts'
import type { When } from './bases.ts'
import { type ExactSums, noExactSums, plus, sumOf } from './exact.ts'
import type { Measured } from './figures.ts'
import { keySeparator } from './grouping.ts'
import { type Scan, sumsAt } from './scan.ts'
import { interviewCount } from './sums.ts'

/** A group's interviews and its sums of one indicator, in both periods. */
export type Held = Readonly<Record<When, { readonly interviews: number; readonly sums: ExactSums }>>

/** A unit by the segments within it. */
export type HeldUnit = ReadonlyMap<string, Held>

/** The unit, or the segment, that stands for all others: interviews of no unit, and whatever is hidden. */
export const others = '\0'

const times = ['now', 'before'] as const satisfies readonly When[]

const nothing: Held = { now: { interviews: 0, sums: noExactSums }, before: { interviews: 0, sums: noExactSums } }

const together = (a: Held, b: Held): Held => {
  const of = (when: When) => ({
    interviews: Number(plus(a[when].interviews, b[when].interviews)),
    sums: sumOf(a[when].sums, b[when].sums),
  })
  return { now: of('now'), before: of('before') }
}

export const whole = (groups: Iterable<Held>): Held => [...groups].reduce(together, nothing)

/** Units and their segments in one scan. `fold`: the unit that a leaf counts for; one segment where none is asked for. */
export async function heldUnits(
  scan: Scan,
  measured: Measured,
  fold: ReadonlyMap<number, number>,
  segment: StoredQuestion | null,
): Promise<ReadonlyMap<string, HeldUnit>> {
  const { indicator } = measured
  const grouped = await scan.ask(segment ? { by: 'leafAnswer', kept: segment } : { by: 'leaf' }, [
    interviewCount,
    indicator,
  ])
  const found = new Map<string, Map<string, Held>>()
  for (const [key, cell] of grouped.cells) {
    const [leaf = '', answer = ''] = key.split(keySeparator)
    const of = (when: When) => ({
      interviews: Number(sumsAt(grouped, cell, interviewCount.id, when)[0]),
      sums: sumsAt(grouped, cell, indicator.id, when),
    })
    const row = String(fold.get(Number(leaf)) ?? others)
    const unit = found.get(row) ?? new Map<string, Held>()
    found.set(row, unit.set(answer, together(unit.get(answer) ?? nothing, { now: of('now'), before: of('before') })))
  }
  return found
}

/** Fewer interviews, and fewer answers, are few. */
export type Minimum = { readonly interviews: number; readonly answers: number }

/** Which of the groups are hidden in either period, for their interviews or for their answers. `rest`: what is never shown by itself. */
function hiddenAmong(groups: readonly Held[], rest: Held, { interviews, answers }: Minimum): boolean[] {
  const hides = times.flatMap((when) => [
    hidden(
      groups.map((held) => ({ n: held[when].interviews })),
      rest[when].interviews,
      interviews,
    ),
    hidden(
      groups.map((held) => ({ n: Number(held[when].sums[0]) })),
      Number(rest[when].sums[0]),
      answers,
    ),
  ])
  return groups.map((_, at) => hides.some((some) => some[at] === true))
}

/** Adds up under `others` what is hidden, so that nothing made of the groups tells it. */
function folded<T>(
  groups: ReadonlyMap<string, T>,
  heldBy: (group: T) => Held,
  join: (a: T, b: T) => T,
  minimum: Minimum,
): ReadonlyMap<string, T> {
  const own = [...groups].filter(([key]) => key !== others)
  const rest = groups.get(others)
  const hides = hiddenAmong(
    own.map(([, group]) => heldBy(group)),
    rest === undefined ? nothing : heldBy(rest),
    minimum,
  )
  const found = new Map(groups)
  own.forEach(([key, group], at) => {
    if (!hides[at]) return
    const before = found.get(others)
    found.delete(key)
    found.set(others, before === undefined ? group : join(before, group))
  })
  return found
}

const foldedSegments = (unit: HeldUnit, minimum: Minimum): HeldUnit => folded(unit, (held) => held, together, minimum)

export type HeldGroups = {
  readonly units: ReadonlyMap<string, HeldUnit>
  /** The segments over all units. */
  readonly segments: HeldUnit
}

export const groupsOf = (units: ReadonlyMap<string, HeldUnit>): HeldGroups => ({
  units,
  segments: joined([...units.values()]),
})

/** What a protected survey may tell: no small unit is left, no small segment, and within a unit no small segment of it. */
export function foldedGroups({ units, segments }: HeldGroups, minimum: Minimum): HeldGroups {
  const shown = foldedSegments(segments, minimum)
  const renamed = [...units].map(([key, unit]): [string, HeldUnit] => [
    key,
    joined([...unit].map(([segment, held]) => new Map([[shown.has(segment) ? segment : others, held]]))),
  ])
  const kept = folded<HeldUnit>(
    new Map(renamed),
    (unit) => whole(unit.values()),
    (a, b) => joined([a, b]),
    minimum,
  )
  return { units: new Map([...kept].map(([key, unit]) => [key, foldedSegments(unit, minimum)])), segments: shown }
}

function joined(units: readonly HeldUnit[]): HeldUnit {
  const found = new Map<string, Held>()
  for (const unit of units) for (const [key, held] of unit) found.set(key, together(found.get(key) ?? nothing, held))
  return found
}
