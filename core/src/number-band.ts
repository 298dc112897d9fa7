/** From a number on, below another; null: without an end. `isAge`: years of age, out of years of birth. */
export type NumberBand = { readonly from: number | null; readonly to: number | null; readonly isAge: boolean }
export type CountedNumber = { readonly value: number; readonly n: number }

/** Ends of age groups. */
const ages = [30, 45, 60, 75] as const
const oldest = 115

/**
 * Groups for numbers that are too many to be told one by one. Whole numbers that may be ages, and years most of which are
 * those of births, are told by age, others by quarters. `year`: which it is now.
 */
export function numberBands(numbers: readonly CountedNumber[], year: number): (value: number) => NumberBand {
  const sorted = [...numbers].sort((a, b) => a.value - b.value)
  const middle = quantile(sorted, 0.5)
  const within = (low: number, high: number) =>
    sorted.every(({ value }) => Number.isInteger(value) && value >= low && value <= high)
  if (within(year - oldest, year) && year - middle >= 18) return (value) => bandIn(ages, year - value, true)
  if (within(1, oldest) && middle >= 18) return (value) => bandIn(ages, value, false)
  const cuts = [0.25, 0.5, 0.75].map((at) => quantile(sorted, at))
  return (value) => bandIn([...new Set(cuts)], value, false)
}

function bandIn(cuts: readonly number[], value: number, isAge: boolean): NumberBand {
  const at = cuts.findIndex((cut) => value < cut)
  return at < 0
    ? { from: cuts.at(-1) ?? null, to: null, isAge }
    : { from: cuts[at - 1] ?? null, to: cuts[at] ?? null, isAge }
}

/** The smallest number up to which at least this part of them lie. */
function quantile(sorted: readonly CountedNumber[], part: number): number {
  const all = sorted.reduce((sum, { n }) => sum + n, 0)
  let sum = 0
  for (const { value, n } of sorted) {
    sum += n
    if (sum >= all * part) return value
  }
  return 0
}
