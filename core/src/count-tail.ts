/*
 * Chances of counts at least as large as one that was met. They are summed from the count upwards, so that what is
 * smaller than a double can tell from 0 beside 1 keeps its digits. A count not above what is usual has chance 1 here:
 * nobody asks how much below it lies.
 */

/** ln Γ(x) of x > 0: Stirling's series behind a recurrence (Abramowitz & Stegun 6.1.41). */
export function logGamma(x: number): number {
  let [shifted, product] = [x, 1]
  for (; shifted < 10; shifted += 1) product *= shifted
  const inverse = 1 / (shifted * shifted)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / shifted
  return (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
}

/** So small a part of the sum that what follows changes no digit. */
const negligible = 1e-17

function summed(first: number, ratio: (at: number) => number, from: number, last = Infinity): number {
  let [term, sum] = [first, first]
  for (let at = from; at < last && term > sum * negligible; at += 1) {
    term *= ratio(at)
    sum += term
  }
  return Math.min(1, sum)
}

/**
 * Chance of at least `count` where `mean` is usual. `spread`: the variance is mean + spread · mean², as where a rate itself
 * varies (negative binomial); 0: Poisson.
 */
export function upperCount(count: number, mean: number, spread = 0): number {
  if (count <= mean || count <= 0) return 1
  if (mean <= 0) return 0
  if (spread <= 0) {
    const first = Math.exp(count * Math.log(mean) - mean - logGamma(count + 1))
    return summed(first, (at) => mean / (at + 1), count)
  }
  const shape = 1 / spread
  const part = mean / (shape + mean)
  const first = Math.exp(
    logGamma(count + shape) -
      logGamma(shape) -
      logGamma(count + 1) -
      shape * Math.log1p(mean / shape) +
      count * Math.log(part),
  )
  return summed(first, (at) => ((at + shape) / (at + 1)) * part, count)
}

/** Chance of at least `count` of `n` where each is one with chance `share`. */
export function upperBinomial(count: number, n: number, share: number): number {
  if (count <= n * share || count <= 0) return 1
  if (share <= 0 || count > n) return 0
  const first = Math.exp(
    logGamma(n + 1) -
      logGamma(count + 1) -
      logGamma(n - count + 1) +
      count * Math.log(share) +
      (n - count) * Math.log1p(-share),
  )
  const odds = share / (1 - share)
  return summed(first, (at) => ((n - at) / (at + 1)) * odds, count, n)
}
