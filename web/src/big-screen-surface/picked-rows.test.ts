import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pickRows } from './picked-rows.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const shown = (count: number, room: number, own = -1) =>
  pickRows(rows(count), room, own).map((one) => ('row' in one ? one.row : `…${one.skipped}`))

describe('the rows of a ranking on a wall', () => {
  it('are all of them where there is room', () => {
    expect(shown(4, 5)).toEqual([1, 2, 3, 4])
  })

  it('are the best and the worst where there is not', () => {
    expect(shown(20, 6)).toEqual([1, 2, 3, 4, '…15', 20])
  })

  it('hold the own one, wherever it stands', () => {
    expect(shown(20, 6, 9)).toEqual([1, 2, '…7', 10, '…9', 20])
    expect(shown(20, 6, 19)).toEqual([1, 2, 3, 4, '…15', 20])
  })

  it('never need more room than there is, and pass nothing over in silence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 5, max: 20 }), fc.nat(), (count, room, pick) => {
        const own = count === 0 ? -1 : pick % count
        const picked = pickRows(rows(count), room, own)
        expect(picked.length).toBeLessThanOrEqual(room)
        const told = picked.reduce((sum, one) => sum + ('row' in one ? 1 : one.skipped), 0)
        expect(told).toBe(count)
        if (own >= 0) expect(picked.some((one) => 'row' in one && one.row === own + 1)).toBe(true)
      }),
    )
  })
})
