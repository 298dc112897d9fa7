/** Scores of a cell of people: how many there are, their mean and the variance of single scores. */
export type Cell = { readonly n: number; readonly mean: number; readonly variance: number }

/** `count`: people too many or too few. `score`: as if so many had gone from one end of the scale to the other. `parts`: how many parts it is the sum of. */
export type Noise = { readonly count: number; readonly score: number; readonly parts: number }

/** Lowest score, and how far the highest is from it. */
export type Ends = { readonly lowest: number; readonly range: number }

/** The noise of one part moves the sum of scores by less than so many people. */
export const scoreNoise = 3

export const noNoise: Noise = { count: 0, score: 0, parts: 0 }

/**
 * The noise of a part: the people of one group who meet the filters. `key` is the sum of their random keys, so that the
 * same people always have the same noise, on whatever page and day, and one more or less another one (cell key method;
 * Fraser & Wooton 2005, Thompson, Broadfoot & Elazar 2013). `name`: each indicator has its own.
 */
export const noiseOf = (key: string, name: string): Noise => ({
  count: Math.floor(3 * uniform(`${key} n`)) - 1,
  score: (2 * uniform(`${key} ${name}`) - 1) * scoreNoise,
  parts: 1,
})

export const noiseTogether = (a: Noise, b: Noise): Noise => ({
  count: a.count + b.count,
  score: a.score + b.score,
  parts: a.parts + b.parts,
})

/** A cell as it is told: moved by the noise of its parts, its variance grown by theirs, so that intervals hold it. */
export function blurred({ n, mean, variance }: Cell, noise: Noise, { lowest, range }: Ends, least: number): Cell {
  const moved = mean + (noise.score * range) / n
  return {
    n: Math.max(least, n + noise.count),
    mean: Math.min(lowest + range, Math.max(lowest, moved)),
    variance: variance + (noise.parts * (scoreNoise * range) ** 2) / (3 * n),
  }
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

/** Two background variables together need so many times the people. */
export const timesForTwo = 3

/**
 * Whether a filtered cell may be told of: it has the minimum, and whom each of its filters leaves out are nobody or have
 * it, too. `wider`: how many there are without each of the filters.
 */
export function isTellable(n: number, wider: readonly number[], minimum: number): boolean {
  const least = wider.length > 1 ? timesForTwo * minimum : minimum
  return n >= least && wider.every((all) => all === n || all - n >= minimum)
}
