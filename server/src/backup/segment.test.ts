import { describe, expect, it } from 'vitest'
import { isSegment, nextSegment, startOf, unbroken } from './segment.ts'

const size = 16 * 2 ** 20

describe('segments of the log', () => {
  it('follow each other, also where the first part of their number grows', () => {
    expect(nextSegment('000000010000000000000009', size)).toBe('00000001000000000000000A')
    expect(nextSegment('0000000100000000000000FF', size)).toBe('000000010000000100000000')
    expect(nextSegment('0000000200000001000000FF', size)).toBe('000000020000000200000000')
    expect(nextSegment('000000010000000000000003', 2 ** 30)).toBe('000000010000000100000000')
  })

  it('begin where PostgreSQL says', () => {
    expect(startOf('000000010000000000000003', size)).toBe('0/3000000')
    expect(startOf('0000000A00000002000000FF', size)).toBe('2/FF000000')
  })

  it('end before a gap', () => {
    const [a, b, d] = ['000000010000000000000001', '000000010000000000000002', '000000010000000000000004']
    expect(unbroken([a, b, d], a, size)).toEqual([a, b])
    expect(unbroken([b, d], a, size)).toEqual([])
  })

  it('are told from the other files beside them', () => {
    expect(isSegment('000000010000000000000001')).toBe(true)
    for (const name of ['archive_status', '00000002.history', '000000010000000000000001.partial'])
      expect(isSegment(name)).toBe(false)
  })
})
