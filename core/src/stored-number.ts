/** The decimal text of a number as a fraction, its denominator a power of ten. Null: it is no finite number. */
function fractionOf(value: number): { over: bigint; under: bigint } | null {
  const [, digits, fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (digits === undefined) return null
  const shift = Number(exponent) - fraction.length
  const all = BigInt(digits + fraction)
  return shift >= 0 ? { over: all * 10n ** BigInt(shift), under: 1n } : { over: all, under: 10n ** BigInt(-shift) }
}

/**
 * A number in a question's stored unit, 10^-decimals, or null when it has more digits than are kept. Exact: taken from
 * the shortest decimal text.
 */
export function storedNumber(value: number, decimals: number): bigint | null {
  const found = fractionOf(value)
  const scaled = found && found.over * 10n ** BigInt(decimals)
  return found === null || scaled === null || scaled % found.under !== 0n ? null : scaled / found.under
}

/** The smallest stored integer not below (`ceil`) or the largest not above (`floor`) a finite number. */
export function storedBound(value: number, decimals: number, side: 'ceil' | 'floor'): bigint {
  const found = fractionOf(value)
  if (found === null) throw new RangeError(`no finite number: ${value}`)
  const scaled = found.over * 10n ** BigInt(decimals)
  const cut = scaled / found.under
  const rest = scaled % found.under
  if (side === 'floor') return rest < 0n ? cut - 1n : cut
  return rest > 0n ? cut + 1n : cut
}
