/** Statistics of the oracle: each formula as it stands in the textbooks, over answers one by one, nothing summed up before. */
export type WeighedAnswer = { readonly y: number; readonly w: number }
export type Method =
  | { readonly kind: 'share' }
  | { readonly kind: 'scale'; readonly low: number; readonly high: number }
  | { readonly kind: 'number' }
  | { readonly kind: 'none' }
export type Limits = { readonly low: number; readonly high: number }
/** `sign`: whether the first group lies above (1) or below (−1) the second. */
export type Compared = Limits & { readonly p: number; readonly sign: number }

const z95 = 1.959963984540054

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

type Group = { readonly mean: number; readonly spread: number; readonly n: number }

/** Weighted mean, its mean square distance and Kish's effective number; scores are taken from the first one, which may be large. */
function groupOf(answers: readonly WeighedAnswer[]): Group {
  const origin = answers[0]?.y ?? 0
  const weight = total(answers.map(({ w }) => w))
  const off = total(answers.map(({ y, w }) => w * (y - origin))) / weight
  const spread = total(answers.map(({ y, w }) => w * (y - origin - off) ** 2)) / weight
  // Weights have two decimals: in hundredths their sums and squares are exact.
  const hundredths = answers.map(({ w }) => Math.round(100 * w))
  return { mean: origin + off, spread, n: total(hundredths) ** 2 / total(hundredths.map((w) => w * w)) }
}

const unbiased = ({ spread, n }: Group) => (spread * n) / (n - 1)

/** The group with three more answers: three quarters at each end of the scale, one and a half in its middle. */
function withPseudoAnswers({ mean, spread, n }: Group, { low, high }: Limits) {
  const middle = (low + high) / 2
  const size = n + 3
  const centre = (n * mean + 0.75 * low + 0.75 * high + 1.5 * middle) / size
  const own = n * (spread + (mean - centre) ** 2)
  const added = 0.75 * (low - centre) ** 2 + 0.75 * (high - centre) ** 2 + 1.5 * (middle - centre) ** 2
  return { centre, error: Math.sqrt((own + added) / size / size) }
}

/** Wilson's interval of a share, solved as the quadratic equation |p − x|² = z²·x(1 − x)/n. */
function wilson(share: number, n: number, z: number): Limits {
  const [a, b, c] = [1 + (z * z) / n, -(2 * share + (z * z) / n), share * share]
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c))
  return { low: Math.max(0, (-b - root) / (2 * a)), high: Math.min(1, (-b + root) / (2 * a)) }
}

/** 95 % interval of a value; null where there is none. */
export function intervalOf(answers: readonly WeighedAnswer[], method: Method): Limits | null {
  if (answers.length === 0 || method.kind === 'none') return null
  const group = groupOf(answers)
  if (group.n < 2) return null
  if (method.kind === 'share') {
    const { low, high } = wilson(group.mean / 100, group.n, z95)
    return { low: 100 * low, high: 100 * high }
  }
  if (method.kind === 'scale') {
    const { centre, error } = withPseudoAnswers(group, method)
    return { low: Math.max(method.low, centre - z95 * error), high: Math.min(method.high, centre + z95 * error) }
  }
  const reach = studentQuantile(group.n - 1) * Math.sqrt(unbiased(group) / group.n)
  return { low: group.mean - reach, high: group.mean + reach }
}

/** The standard error by which places of a ranking are told apart; null where there is none. */
export function standardErrorOf(answers: readonly WeighedAnswer[], method: Method): number | null {
  if (answers.length === 0 || method.kind === 'none') return null
  const group = groupOf(answers)
  if (group.n < 2) return null
  if (method.kind === 'number') return Math.sqrt(unbiased(group) / group.n)
  return withPseudoAnswers(group, method.kind === 'share' ? { low: 0, high: 100 } : method).error
}

/** The 95 % interval and the two-sided p-value of a − b; null where there is no test. */
export function differenceOf(
  a: readonly WeighedAnswer[],
  b: readonly WeighedAnswer[],
  method: Method,
): Compared | null {
  if (a.length === 0 || b.length === 0 || method.kind === 'none') return null
  const [first, second] = [groupOf(a), groupOf(b)]
  if (first.n < 2 || second.n < 2) return null
  if (method.kind === 'share') return shareDifference(first, second)
  return method.kind === 'scale' ? scaleDifference(first, second, method) : numberDifference(first, second)
}

/** Newcombe's method 10. */
function shareDifference(first: Group, second: Group): Compared {
  const [p, q] = [first.mean / 100, second.mean / 100]
  const limits = (z: number): Limits => {
    const [one, other] = [wilson(p, first.n, z), wilson(q, second.n, z)]
    return {
      low: p - q - Math.sqrt((p - one.low) ** 2 + (other.high - q) ** 2),
      high: p - q + Math.sqrt((one.high - p) ** 2 + (q - other.low) ** 2),
    }
  }
  let [below, above] = [0, 40]
  for (let step = 0; step < 80; step++) {
    const z = (below + above) / 2
    const { low, high } = limits(z)
    if (low > 0 || high < 0) below = z
    else above = z
  }
  const { low, high } = limits(z95)
  return { low: 100 * low, high: 100 * high, p: twoSidedNormal(below), sign: Math.sign(p - q) }
}

/** With pseudo-answers on both sides. Where they turn the difference around, there is nothing to tell. */
function scaleDifference(first: Group, second: Group, scale: Limits): Compared {
  const [one, other] = [withPseudoAnswers(first, scale), withPseudoAnswers(second, scale)]
  const [found, centre] = [first.mean - second.mean, one.centre - other.centre]
  const error = Math.sqrt(one.error ** 2 + other.error ** 2)
  const width = scale.high - scale.low
  const within = (limit: number) => Math.min(width, Math.max(-width, limit))
  return {
    low: Math.min(found, within(centre - z95 * error)),
    high: Math.max(found, within(centre + z95 * error)),
    p: Math.sign(found) === Math.sign(centre) ? twoSidedNormal(Math.abs(centre) / error) : 1,
    sign: Math.sign(found),
  }
}

/** Welch's test. */
function numberDifference(first: Group, second: Group): Compared | null {
  const [u, v] = [unbiased(first) / first.n, unbiased(second) / second.n]
  if (u + v === 0) return null
  const df = (u + v) ** 2 / (u ** 2 / (first.n - 1) + v ** 2 / (second.n - 1))
  const found = first.mean - second.mean
  const reach = () => studentQuantile(df) * Math.sqrt(u + v)
  return {
    // Looked at only where the limits are asked for: the quantile is dear.
    get low() {
      return found - reach()
    },
    get high() {
      return found + reach()
    },
    p: twoSidedStudent(Math.abs(found) / Math.sqrt(u + v), df),
    sign: Math.sign(found),
  }
}

/** Which of a family of p-values stand up (Benjamini–Hochberg): all up to the largest p that is at most its rank's part of 5 %. */
export function standing(ps: readonly (number | null)[]): boolean[] {
  const tested = ps.filter((p) => p !== null)
  let limit = -1
  for (const p of tested) {
    const rank = tested.filter((other) => other <= p).length
    if (p <= (0.05 * rank) / tested.length) limit = Math.max(limit, p)
  }
  return ps.map((p) => p !== null && p <= limit)
}

/** Simpson's rule. */
function integral(f: (x: number) => number, from: number, to: number, steps: number): number {
  const h = (to - from) / (2 * steps)
  let sum = f(from) + f(to)
  for (let at = 1; at < 2 * steps; at++) sum += (at % 2 ? 4 : 2) * f(from + at * h)
  return (sum * h) / 3
}

const twoSidedNormal = (z: number) =>
  z > 30 ? 0 : (2 / Math.sqrt(2 * Math.PI)) * integral((x) => Math.exp((-x * x) / 2), z, z + 12, 600)

/** Stirling's series, started far out. */
function logGamma(x: number): number {
  let [at, below] = [x, 0]
  while (at < 20) below += Math.log(at++)
  const series = 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1260 * at ** 5)
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - below
}

/** With t = √ν·tan θ the density of Student's t is cosᵛ⁻¹ θ; half of it all. */
const halfOfStudent = (df: number) => (Math.sqrt(Math.PI) / 2) * Math.exp(logGamma(df / 2) - logGamma((df + 1) / 2))
const withinAngle = (angle: number, df: number) => integral((x) => Math.cos(x) ** (df - 1), 0, angle, 100)

const twoSidedStudent = (t: number, df: number) =>
  Math.max(0, 1 - withinAngle(Math.atan(t / Math.sqrt(df)), df) / halfOfStudent(df))

const quantiles = new Map<number, number>()

/** Where 95 % lie within ±t, by Newton's method. */
function studentQuantile(df: number): number {
  const known = quantiles.get(df)
  if (known !== undefined) return known
  const wanted = 0.95 * halfOfStudent(df)
  let angle = Math.atan(1.96 / Math.sqrt(df))
  for (let step = 0, by = 1; step < 12 && Math.abs(by) > 1e-12; step++) {
    by = (wanted - withinAngle(angle, df)) / Math.cos(angle) ** (df - 1)
    angle += by
  }
  const found = Math.sqrt(df) * Math.tan(angle)
  quantiles.set(df, found)
  return found
}
