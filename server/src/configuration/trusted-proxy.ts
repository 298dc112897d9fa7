import { isIP } from 'node:net'

const known = new Set(['loopback', 'linklocal', 'uniquelocal'])
const bits = { 4: 32, 6: 128 } as const

/**
 * Addresses and ranges of proxies whose word is taken for where a request comes from, with commas between; null: not
 * readable. A mere number of proxies would let everybody who reaches Kaiku directly choose their address.
 */
export function readTrustedProxies(text: string): string[] | null {
  const ranges = text.split(',').map((one) => one.trim())
  return ranges.every((one) => known.has(one) || isRange(one)) ? ranges : null
}

function isRange(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  if (version !== 4 && version !== 6) return false
  // A range of everybody would, too.
  return prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= bits[version])
}
