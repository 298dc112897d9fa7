import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { describe, expect, it } from 'vitest'
import { bestAndWorst } from './card-point.ts'

type Tile = AnswerOf<'IndicatorTiles'>['tiles'][number]

const shown = (id: string, better: 'high' | 'low' = 'high') =>
  [id, { id, title: id, measure: 'mean', decimals: 1, better, unit: '', target: null }] as unknown as [
    string,
    ShownIndicator,
  ]
/** A change with half its 95 % interval. */
const tile = (indicator: string, value: number, half: number, state = 'shown') =>
  ({
    indicator,
    figure: { state, n: 200, value: 4 + value, low: 3, high: 5 },
    change: { before: 4, beforeN: 180, value, low: value - half, high: value + half, significant: true },
  }) as unknown as Tile
const asked = { locale: 'en', compare: 'yearBefore' } as const
const titles = ({ keep, fix }: ReturnType<typeof bestAndWorst>) => [keep?.title ?? null, fix?.title ?? null]

describe('what a card tells to keep and to fix', () => {
  it('is what is surest, not what is largest, and never the first indicator itself', () => {
    const known = new Map(['main', 'large', 'sure', 'down'].map((id) => shown(id)))
    const tiles = [tile('main', 9, 0.1), tile('large', 2, 1.5), tile('sure', 0.5, 0.1), tile('down', -0.4, 0.2)]
    const found = bestAndWorst(tiles, null, known, asked)
    expect(titles(found)).toEqual(['sure', 'down'])
    expect(found.keep).toMatchObject({ value: '4.5', text: '+0.5 on the previous year (4.0 then). n 200.' })
    expect(found.tested).toBe(3)
  })

  it('turns round where less is better', () => {
    const known = new Map([shown('main'), shown('wait', 'low')])
    expect(titles(bestAndWorst([tile('main', 0, 1), tile('wait', 1, 0.2)], null, known, asked))).toEqual([null, 'wait'])
  })

  it('is nothing where one of many is beyond chance only by itself', () => {
    const many = Array.from({ length: 20 }, (_, at) => `i${at}`)
    const known = new Map(['main', ...many].map((id) => shown(id)))
    // One of twenty with p = 0.03.
    const tiles = [tile('main', 0, 1), ...many.map((id, at) => tile(id, at === 7 ? 1.107 : 0, 1))]
    expect(titles(bestAndWorst(tiles, null, known, asked))).toEqual([null, null])
    // The same by itself.
    expect(titles(bestAndWorst([tile('main', 0, 1), tile('i7', 1.107, 1)], null, known, asked))).toEqual(['i7', null])
  })

  it('leaves out what is hidden or of few', () => {
    const known = new Map(['main', 'few', 'hidden'].map((id) => shown(id)))
    const tiles = [tile('main', 0, 1), tile('few', 5, 1, 'few'), tile('hidden', 5, 1, 'hidden')]
    expect(bestAndWorst(tiles, null, known, asked)).toEqual({ keep: null, fix: null, tested: 0 })
  })

  it('speaks of topics whose comments come with another score, and not of the rest of them', () => {
    const known = new Map([shown('main')])
    const topic = (id: string, value: number) => ({
      ...{ id, title: id, n: 9, impact: { value, low: value - 0.1, high: value + 0.1, significant: true } },
      ...{ with: { value: 2.1 }, without: { value: 4.2 } },
    })
    const topics = { state: 'shown', indicator: 'main', n: 31, topics: [topic('queue', -0.6), topic('other', -3)] }
    const { keep, fix, tested } = bestAndWorst(
      [tile('main', 0, 1)],
      topics as unknown as AnswerOf<'Topics'>,
      known,
      asked,
    )
    expect([keep, tested]).toEqual([null, 1])
    expect(fix).toEqual({
      ...{ title: 'queue', value: '' },
      text: 'In 9 of 31 comments. main: 2.1 where it is mentioned, 4.2 elsewhere.',
    })
  })
})
