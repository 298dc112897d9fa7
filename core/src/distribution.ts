/** Probability that a standard normal variable is at most `z`. Relative error below 1e-12 in the tails too. */
export const normalCdf = (z: number): number => (z < 0 ? upperNormal(-z) : 1 - upperNormal(z))

/** Probability above `z` ≥ 0: a series near the middle, a continued fraction in the tail (Abramowitz & Stegun 26.2.11, 26.2.14). */
export function upperNormal(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (z > 3) {
    let fraction = z
    // So many that one more changes no digit.
    for (let k = Math.ceil(16 + 320 / (z * z)); k >= 1; k -= 1) fraction = z + k / fraction
    return density / fraction
  }
  let term = z
  let sum = z
  for (let k = 3; term > sum * 1e-17; k += 2) {
    term *= (z * z) / k
    sum += term
  }
  return 0.5 - density * sum
}

/** The value that a standard normal variable stays below with probability `p`; infinite at 0 and 1. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p <= 0) return p === 0 ? -Infinity : Number.NaN
  return -descend(
    (z) => upperNormal(z) - p,
    (z) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI),
    0,
  )
}

/** Probability that Student's t with `df` degrees of freedom (a fraction is fine) is at most `t`. */
export const studentCdf = (t: number, df: number): number => (t < 0 ? upperStudent(-t, df) : 1 - upperStudent(t, df))

const manyDegrees = 400

/** Probability above `t` ≥ 0. */
export function upperStudent(t: number, df: number): number {
  return df > manyDegrees ? upperNormal(normalDeviate(t, df)) : betaTail(t, df)
}

/** The normal deviate with the same tail as `t` (Hill 1970, Algorithm 395). */
function normalDeviate(t: number, df: number): number {
  const a = df - 0.5
  const b = 48 * a * a
  const y = a * Math.log1p((t * t) / df)
  return (((((-0.4 * y - 3.3) * y - 24) * y - 85.5) / (0.8 * y * y + 100 + b) + y + 3) / b + 1) * Math.sqrt(y)
}

/** Half the regularised incomplete beta function at df/(df + t²) (Abramowitz & Stegun 26.5.27). */
function betaTail(t: number, df: number): number {
  const square = t * t
  // x^(df/2)·(1−x)^½ / B(df/2, ½), common to both continued fractions.
  const factor = Math.exp((-df / 2) * Math.log1p(square / df)) * Math.sqrt(square / (df + square)) * inverseBeta(df / 2)
  if (square > (3 * df) / (df + 2)) return (0.5 * factor * betaFraction(df / 2, 0.5, df / (df + square))) / (df / 2)
  return 0.5 - factor * betaFraction(0.5, df / 2, square / (df + square))
}

/** 1/B(a, ½) = Γ(a+½)/(Γ(a)·√π); the series (Tricomi & Erdélyi 1951) from 20 on, below it by recurrence. */
function inverseBeta(a: number): number {
  let scale = 1
  let x = a
  for (; x < 20; x += 1) scale *= x / (x + 0.5)
  const series = 0.5 * Math.log(x) - 1 / (8 * x) + 1 / (192 * x ** 3) - 1 / (640 * x ** 5) + 17 / (14336 * x ** 7)
  return (scale * Math.exp(series)) / Math.sqrt(Math.PI)
}

/** Continued fraction of the incomplete beta function by Lentz's method (Abramowitz & Stegun 26.5.8). */
function betaFraction(a: number, b: number, x: number): number {
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m < 1000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    fraction *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-16) break
  }
  return fraction
}

/**
 * Probability that chi-square with `df` degrees of freedom (a whole number) lies above `x`: a finite sum (Abramowitz & Stegun
 * 26.4.4 for odd, 26.4.5 for even).
 */
export function upperChiSquare(x: number, df: number): number {
  if (x <= 0) return 1
  const isOdd = df % 2 === 1
  const root = Math.sqrt(x)
  let term = isOdd ? (Math.exp(-x / 2) * root * Math.SQRT2) / Math.sqrt(Math.PI) : Math.exp(-x / 2)
  let sum = isOdd ? 2 * upperNormal(root) : 0
  for (let k = isOdd ? 3 : 2; k <= df; k += 2) {
    sum += term
    term *= x / k
  }
  return Math.min(1, sum)
}

/** The value that Student's t stays below with probability `p`; `df` above 0. */
export function studentQuantile(p: number, df: number): number {
  if (p > 0.5) return -studentQuantile(1 - p, df)
  if (p <= 0) return p === 0 ? -Infinity : Number.NaN
  const density = (t: number) =>
    Math.exp((-(df + 1) / 2) * Math.log1p((t * t) / df)) * inverseBeta(df / 2) * Math.sqrt(1 / df)
  return -descend((t) => upperStudent(t, df) - p, density, -normalQuantile(p))
}

/** Newton's method on a convex falling function from the left of its root, where it can never overshoot. */
function descend(f: (x: number) => number, density: (x: number) => number, start: number): number {
  let x = start
  for (let step = 0; step < 200; step += 1) {
    const move = f(x) / density(x)
    x += move
    if (Math.abs(move) <= 1e-14 * Math.abs(x)) break
  }
  return x
}
