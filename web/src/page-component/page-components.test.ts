import { describe, expect, it } from 'vitest'
import { spansOf } from './page-components.tsx'

type Placed = Parameters<typeof spansOf>[0][number]
const plain = (...types: Placed['type'][]): Placed[] => types.map((type) => ({ type }))

describe('the layout of a page', () => {
  it('puts two charts beside each other and gives a lone one the whole width', () => {
    expect(spansOf(plain('IndicatorTiles', 'Trend', 'Distribution', 'RankingTableComponent'))).toEqual([12, 7, 5, 12])
    expect(spansOf(plain('Distribution', 'Distribution', 'Trend'))).toEqual([6, 6, 12])
    expect(spansOf(plain('Trend', 'Comments'))).toEqual([12, 12])
  })

  it('gives a component the width it is configured with, and pairs only charts without one', () => {
    expect(spansOf([{ type: 'Trend', width: 8 }, { type: 'Distribution', width: 4 }, { type: 'Comments' }])).toEqual([
      8, 4, 12,
    ])
    expect(spansOf([{ type: 'Trend' }, { type: 'Distribution', width: 4 }])).toEqual([12, 4])
  })
})
