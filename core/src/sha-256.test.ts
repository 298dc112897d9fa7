import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from './sha-256.ts'

const expected = (text: string) => createHash('sha256').update(text).digest('hex')

describe('SHA-256', () => {
  it('is what Node says, at every length around the ends of blocks', () => {
    for (let length = 0; length < 200; length += 1) {
      const text = 'ä'.repeat(length % 3) + 'x'.repeat(length)
      expect(sha256(text)).toBe(expected(text))
    }
    const long = 'store=s1*s2;'.repeat(20_000)
    expect(sha256(long)).toBe(expected(long))
  })

  it('is what Node says of any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => sha256(text) === expected(text)))
  })
})
