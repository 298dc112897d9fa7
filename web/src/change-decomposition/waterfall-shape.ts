import type { ChangeDecomposition } from '@kaiku/contract/change-decomposition.ts'

type Part = ChangeDecomposition['parts'][number]

/** A part between two heights: where the parts before it led, and where it leads. `low`, `high`: where chance may put its end. */
export type Step = {
  readonly part: Part
  readonly from: number
  readonly to: number
  readonly low: number | null
  readonly high: number | null
}

/** The parts as steps from the value before to the value now. */
export function stepsOf(before: number, parts: readonly Part[]): Step[] {
  let from = before
  return parts.map((part) => {
    const to = from + part.value
    const step: Step = {
      part,
      from,
      to,
      low: part.low === null ? null : from + part.low,
      high: part.high === null ? null : from + part.high,
    }
    from = to
    return step
  })
}

/** The smallest range that holds every step and whisker, widened a little. */
export function waterfallDomain(before: number, now: number, steps: readonly Step[]): [number, number] {
  const values = [before, now, ...steps.flatMap(({ from, to, low, high }) => [from, to, low ?? to, high ?? to])]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = (most - least || Math.abs(most) * 0.1 || 1) * 0.06
  return [least - room, most + room]
}
