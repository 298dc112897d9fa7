import { BlockList, isIP } from 'node:net'
import { type ReasonKey, refuse } from '@kaiku/core/reason.ts'
import { webhookFaults } from '@kaiku/core/webhook-fault.ts'
import { type Address, lookUpOwn, lookUpPublic } from './look-up.ts'

/** Hosts of the installation's own network that webhooks may reach, as `WEBHOOK_HOSTS` names them. */
export type OwnHosts = readonly string[]

// IANA's special-purpose registries. Of IPv6 only global unicast is public, without what carries IPv4 or examples.
const special = new BlockList()
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
])
  special.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, bits, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is one of the open internet. */
export const isPublic = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Reads where a webhook goes. Throws Fault `invalid` for what it may not be. */
export function readTarget(text: string, own: OwnHosts): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const refused = (key: ReasonKey, expected: string) =>
    refuse('invalid', key, {}, [{ place: 'url', expected, found: JSON.stringify(text) }])
  if (!url) throw refused('webhook.address', 'an address')
  const isOwn = own.includes(url.hostname)
  if (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:')) throw refused('webhook.scheme', 'https://')
  if (url.username !== '' || url.password !== '') throw refused('webhook.password', 'no name or password')
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  if (!isOwn && isIP(bare) !== 0 && !isPublic(bare)) throw refused('webhook.closed', 'an address of the open internet')
  return url
}

/**
 * Where a connection goes, whatever the name says next: all addresses that it has now. Throws an error in words where one
 * of them is in a network that is not public, for nobody says which is taken.
 */
export async function pin(url: URL, own: OwnHosts, lookUp = lookUpPublic()): Promise<readonly Address[]> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (own.includes(url.hostname)) return lookUpOwn(name)
  const found = await lookUp(name)
  if (!found.every(({ address }) => isPublic(address))) throw new Error(webhookFaults.closed)
  return found
}
