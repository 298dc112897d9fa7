import { describe, expect, it } from 'vitest'
import { othersFrom } from '../drill-path/neighbours.tsx'
import { stepFrom } from './use-alert-keys.ts'

describe('the way through a list', () => {
  it('begins at the end that one comes from and stops at the other', () => {
    expect([stepFrom(-1, 1, 3), stepFrom(-1, -1, 3)]).toEqual([0, 2])
    expect([stepFrom(1, 1, 3), stepFrom(1, -1, 3)]).toEqual([2, 0])
    expect([stepFrom(2, 1, 3), stepFrom(0, -1, 3), stepFrom(-1, 1, 0)]).toEqual([null, null, null])
  })

  it('goes round from the one behind to the one before', () => {
    expect(othersFrom(['a', 'b', 'c', 'd'], 'b')).toEqual(['c', 'd', 'a'])
    expect(othersFrom(['a'], 'a')).toEqual([])
  })
})
