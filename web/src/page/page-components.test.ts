import { describe, expect, it } from 'vitest'
import { spansOf } from './page-components.tsx'

describe('the layout of a page', () => {
  it('puts two charts beside each other and gives a lone one the whole width', () => {
    expect(spansOf(['IndicatorTiles', 'Trend', 'Distribution', 'RankingTableComponent'])).toEqual([12, 7, 5, 12])
    expect(spansOf(['Distribution', 'Distribution', 'Trend'])).toEqual([6, 6, 12])
    expect(spansOf(['Trend', 'Comments'])).toEqual([12, 12])
  })
})
