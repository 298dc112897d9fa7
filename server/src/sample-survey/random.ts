/** A seeded source of numbers: the same seed gives the same sequence on every machine (mulberry32). */
export type SampleRandom = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** Mean 0, standard deviation 1 (Box–Muller). */
  normal(): number
  whole(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  /** One of the entries, by weight. */
  weighted<T>(from: readonly (readonly [T, number])[]): T
}

export function randomOf(seed: number): SampleRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(next() * from.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  return {
    next,
    pick,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    weighted: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of from) {
        left -= weight
        if (left < 0) return value
      }
      return pick(from)[0]
    },
  }
}
