import { describe, expect, it } from 'vitest'
import { networkOf } from './network.ts'

describe('a network', () => {
  it('is an IPv4 address itself, also where it is written as IPv6', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  })

  it('is the first half of an IPv6 address, however it is written', () => {
    for (const address of ['2001:db8:0:1::7', '2001:DB8::1:a:b:c:d', '2001:0db8:0000:0001:ffff:0:0:1%eth0'])
      expect(networkOf(address)).toBe('2001:db8:0:1::/64')
    expect(networkOf('2001:db8:0:2::7')).toBe('2001:db8:0:2::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
  })
})
