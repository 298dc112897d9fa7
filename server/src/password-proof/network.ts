import { isIPv6 } from 'node:net'

const ofNetwork = 4

/** What stands for everybody who shares an address: of IPv6 the first 64 bits, since the rest is for one household to choose. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(plain)) return address
  // The URL parser writes an address in its one canonical form.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')]
  return `${all.slice(0, ofNetwork).join(':')}::/64`
}
