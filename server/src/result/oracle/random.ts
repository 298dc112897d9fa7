/** A seeded source of chance (mulberry32): the same seed, the same surveys and selections. */
export class Random {
  state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }
  /** 0 up to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  /** `from` to `to`, both included. */
  whole = (from: number, to: number): number => from + Math.floor(this.next() * (to - from + 1))
  chance = (share: number): boolean => this.next() < share
  pick<T>(all: readonly T[]): T {
    const found = all[Math.floor(this.next() * all.length)]
    if (found === undefined) throw new RangeError('nothing to pick from')
    return found
  }
  some<T>(all: readonly T[], most: number): T[] {
    const count = this.whole(1, Math.min(most, all.length))
    return Array.from({ length: count }, () => this.pick(all))
  }
}
