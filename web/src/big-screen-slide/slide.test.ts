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
const moved = (value: number | null): Part => ({
  component: { type: 'ChangeDecomposition', indicator: 'i0' },
  answer: {
    ...{ type: 'ChangeDecomposition', indicator: 'i0', state: value === null ? 'none' : 'shown' },
    ...{ period: null, compared: null, now: figure, before: figure, parts: [], unitTitle: '', units: [] },
    ...{ segmentTitle: null, segments: [] },
    change: value === null ? null : { before: 1, beforeN: 10, value, low: null, high: null, significant: false },
  },
})
const map: Part = {
  component: { type: 'HeatMap', of: 'children' },
  answer: {
    ...{ type: 'HeatMap', measures: [], groupTitle: '', by: null, cells: [], total: [], n: 10, state: 'shown' },
    groups: [{ id: 'a', name: 'A', path: null, above: [], period: null, select: null, n: 10, few: false }],
  },
}
const failed: Part = {
  component: { type: 'Text', text: '' },
  answer: { type: 'Failed', code: 'broken', message: 'x', reason: null },
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

  it('give a table a picture of its own, and what needs the whole height none with tiles', () => {
    expect(shapes(tiles(3), moved(2), text('a'), text('b'))).toEqual([
      [3, 0],
      [0, 2],
      [0, 1],
    ])
    expect(shapes(moved(2), map, map, moved(2))).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ])
    expect(shapes(tiles(1), moved(null))).toEqual([[1, 0]])
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
