import type { ScreenPage } from '@kaiku/contract/big-screen.ts'
import { describe, expect, it } from 'vitest'
import { slidesOf } from './slide.ts'

type Part = { component: ScreenPage['components'][number]; answer: ScreenPage['answers'][number] }

const figure = { state: 'shown', n: 10, value: 1, low: null, high: null } as const
const tiles = (count: number): Part => ({
  component: { type: 'IndicatorTiles', spark: true },
  answer: {
    type: 'IndicatorTiles',
    tiles: Array.from({ length: count }, (_, at) => ({
      ...{ indicator: `i${at}`, figure, change: null, spark: [], periods: [] },
    })),
  },
})
const text = (words: string): Part => ({
  component: { type: 'Text', text: words },
  answer: { type: 'Text', text: words },
})
const failed: Part = {
  component: { type: 'Text', text: '' },
  answer: { type: 'Failed', code: 'broken', message: 'x' },
}

/** Each picture as its tiles and its panels. */
const shapes = (...parts: Part[]) =>
  slidesOf({ components: parts.map((one) => one.component), answers: parts.map((one) => one.answer) }).map(
    (slide) => [slide.tiles.length, slide.panels.length] as const,
  )

describe('the pictures of a page', () => {
  it('put up to two panels beside the tiles, and the rest on pictures of their own', () => {
    expect(shapes(tiles(3), text('a'), text('b'), text('c'))).toEqual([
      [3, 2],
      [0, 1],
    ])
  })

  it('never put more tiles on one than can be read', () => {
    expect(shapes(tiles(9))).toEqual([
      [4, 0],
      [4, 0],
      [1, 0],
    ])
  })

  it('leave out what has nothing to show or could not be answered', () => {
    expect(shapes(tiles(0), text(' '), failed)).toEqual([])
  })
})
