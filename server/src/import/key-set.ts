import { hashText } from '@kaiku/core/text-hash.ts'

/** Keys seen so far, eight bytes each: enough for tens of millions of rows, where a Set of texts is not. */
export type KeySet = {
  /** False when the key was there already. */
  add(key: string): boolean
  readonly size: number
}

const fill = 0.7

/** Collisions of 64 bits: a chance of 1 in 60,000 that any two of twenty-five million keys have one. */
export function keySet(slots = 1 << 16): KeySet {
  let mask = slots - 1
  let table = new Uint32Array(slots * 2)
  let size = 0
  const halves = new Uint32Array(2)

  const place = (low: number, high: number): boolean => {
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const a = table[slot * 2]
      const b = table[slot * 2 + 1]
      if (a === low && b === high) return false
      if (a !== 0 || b !== 0) continue
      table[slot * 2] = low
      table[slot * 2 + 1] = high
      return true
    }
  }
  const grow = () => {
    const old = table
    table = new Uint32Array(old.length * 2)
    mask = table.length / 2 - 1
    for (let at = 0; at < old.length; at += 2)
      if (old[at] !== 0 || old[at + 1] !== 0) place(old[at] ?? 0, old[at + 1] ?? 0)
  }
  return {
    add(key) {
      hashText(key, halves)
      const [low = 0, high = 0] = halves
      // Zero marks a free slot.
      const isNew = place(low || 1, high)
      if (isNew && ++size > (mask + 1) * fill) grow()
      return isNew
    },
    get size() {
      return size
    },
  }
}
