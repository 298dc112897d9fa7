export const int = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeInt32LE(value, 4 * at)
  return bytes
}

export const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** Bytes of UTF-8 up to which a text can be cut without breaking a letter. */
export function cutAt(bytes: Uint8Array, most: number): number {
  if (bytes.length <= most) return bytes.length
  let at = most
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}

/** UTF-8, cut between letters, filled with spaces up to a length. */
export function text(from: string, { most, fill = 0 }: { most: number; fill?: number }): Buffer {
  const whole = Buffer.from(from)
  const bytes = whole.subarray(0, cutAt(whole, most))
  return bytes.length >= fill ? bytes : Buffer.concat([bytes, Buffer.alloc(fill - bytes.length, ' ')])
}

/** With its length before it. */
export const counted = (bytes: Buffer): Buffer => Buffer.concat([int(bytes.length), bytes])

/** Filled up to a whole number of pieces of so many bytes. */
export const filled = (bytes: Buffer, to: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.ceil(bytes.length / to) * to - bytes.length, ' ')])

/** A record that readers may pass over: its kind, and the bytes of one of its parts. */
export const extension = (kind: number, size: number, bytes: Buffer): Buffer =>
  Buffer.concat([int(7, kind, size, bytes.length / size), bytes])
