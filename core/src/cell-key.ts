/** A group's answers on one score, before or after they are blurred. `variance`: of single scores, 0 of nobody. */
export type Cell = { readonly n: number; readonly mean: number; readonly variance: number }

export type Blur = {
  /** The sum of the random keys of the cell's interviews: the same interviews have the same, others another one. */
  readonly key: string
  /** What is blurred: each indicator has its own noise. */
  readonly name: string
  /** From the lowest to the highest score. */
  readonly range: number
  /** Fewest that are told of. */
  readonly least: number
}

/** A count is told up to so many too high or too low. */
export const countNoise = 2
/** The sum of scores is told too high or too low as if so many people had gone from one end of the scale to the other. */
export const scoreNoise = 1.5

/**
 * A cell of a filtered selection of a protected survey, as it is told: its count and its mean moved by noise that
 * depends on who is in it alone (cell key method; Fraser & Wooton 2005, Thompson, Broadfoot & Elazar 2013). Whoever asks
 * again hears the same; two cells that differ by one person differ by what their noise says, not by that person. The
 * variance grows by the noise's, so that intervals hold it.
 */
export function blurred({ n, mean, variance }: Cell, { key, name, range, least }: Blur, lowest: number): Cell {
  if (n <= 0) return { n: 0, mean: 0, variance: 0 }
  const told = Math.max(least, n + Math.round((2 * uniform(`${key} n`) - 1) * (countNoise + 0.5)))
  const shift = ((2 * uniform(`${key} ${name}`) - 1) * scoreNoise * range) / n
  const limited = Math.min(lowest + range, Math.max(lowest, mean + shift))
  return { n: told, mean: limited, variance: variance + (scoreNoise * range) ** 2 / (3 * n) }
}

/** From 0 to below 1, spread evenly over texts: FNV-1a, then the mixing of splitmix64 (Steele, Lea & Flood 2014). */
export function uniform(text: string): number {
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at++) hash = wrap((hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  hash = wrap((hash ^ (hash >> 30n)) * 0xbf58476d1ce4e5b9n)
  hash = wrap((hash ^ (hash >> 27n)) * 0x94d049bb133111ebn)
  return Number((hash ^ (hash >> 31n)) >> 11n) / 2 ** 53
}

const wrap = (number: bigint) => BigInt.asUintN(64, number)

/**
 * Whether a filtered cell may be told of: it has the minimum, and whom each of its filters leaves out are nobody or have
 * it, too. `wider`: how many there are without each of the filters.
 */
export const isTellable = (n: number, wider: readonly number[], minimum: number): boolean =>
  n >= minimum && wider.every((all) => all === n || all - n >= minimum)
