import type { Figure } from './figure.ts'

/** How many periods it is over: a period and those before it. */
const averagedPeriods = 3

/** The mean of a period and the two before it, weighted by answers; null where one of them is not shown. */
export function movingAverage(figures: readonly (Figure | undefined)[]): (number | null)[] {
  return figures.map((_, at) => {
    const some = figures.slice(Math.max(0, at - averagedPeriods + 1), at + 1)
    let [n, sum] = [0, 0]
    for (const figure of some) {
      if (figure?.state !== 'shown' || figure.value === null || figure.n === null) return null
      n += figure.n
      sum += figure.n * figure.value
    }
    return some.length < averagedPeriods || n === 0 ? null : sum / n
  })
}
