/**
 * 64 bits of a text, low and high half, for tables of what was met: two multiplicative hashes over its UTF-16 units, mixed
 * at the end (after cyrb53, public domain). No defence against texts made to meet.
 */
export function hashText(text: string, into: Uint32Array): void {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 2_654_435_761)
    high = Math.imul(high ^ unit, 1_597_334_677)
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  into[0] = low
  into[1] = high
}
