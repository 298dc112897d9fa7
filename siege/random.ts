/** Numbers that are the same for the same seed. */
export type Random = {
  /** A whole number from 0 up to, not including, `below`. */
  whole(below: number): number
  /** One of several, none of which is more likely. */
  one<T>(of: readonly T[]): T
  /** Its own numbers for somebody: whoever comes before or after does not change them. */
  own(name: string): Random
}

export function randomOf(seed: string): Random {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    one: (of) => {
      const found = of[whole(of.length)]
      if (found === undefined) throw new Error('one of none')
      return found
    },
    own: (name) => randomOf(`${seed} ${name}`),
  }
}
