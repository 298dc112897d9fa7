import type { Ranking } from '@kaiku/contract/ranking.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import { expect, it } from 'vitest'
import { folded } from '../aggregate/scan.ts'
import { assembled, totalKey } from '../figure/bases.ts'
import type { Measured } from '../figure/figures.ts'
import type { FigureRow } from '../figure/rows.ts'
import type { ExactSums } from '../sums/exact.ts'
import { interviewCount } from '../sums/sums.ts'
import { ownOnly, rankingColumns } from './ranking.ts'

const measured: Measured = {
  indicator: {
    measure: 'share',
    id: 'share',
    title: 'Share',
    question: 'q',
    set: ['a'],
    decimals: 1,
    weight: 'none',
    better: 'high',
  },
  measure: 'share',
  shape: { base: { over: 0n, under: 1n }, unit: { over: 100n, under: 1n }, weighted: false },
  bounds: { low: 0, high: 100 },
  minimum: 5,
}

const row = (key: string): FigureRow => ({ key, id: key, name: key, path: null, above: [], opens: false, node: null })

/** Rows of n answers, of which some are in the set. */
function ranking(groups: Record<string, readonly [n: number, hits: number]>, isProtected: boolean) {
  const sums = (n: number, hits: number): ExactSums => [n, n, n, hits, hits]
  const cells = new Map(
    Object.entries(groups).map(([key, [n, hits]]) => [
      key,
      { now: [sums(n, n), sums(n, hits)], before: [sums(0, 0), sums(0, 0)] },
    ]),
  )
  const grouped = {
    cells,
    place: new Map([
      [interviewCount.id, 0],
      ['share', 1],
    ]),
  }
  const rows = Object.keys(groups)
    .filter((key) => key !== totalKey)
    .map(row)
  const found = rankingColumns({
    ...{ rows, bases: assembled(grouped), parent: assembled(folded(grouped, () => totalKey)) },
    ...{
      measured: [measured],
      isCompared: false,
      isProtected,
      minimumN: 5,
      rankedFrom: 1,
    },
  })
  const answer = {
    ...{ type: 'RankingTableComponent', rowTitle: '', indicators: ['share'], parent: [], periods: [] },
    rows: rows.map(({ key }) => ({
      ...{ id: key, name: key, path: null, above: [], opens: false },
      n: 0,
      few: false,
      spark: [],
    })),
    ...{ columns: [...found.columns], remainder: null },
  } satisfies Ranking
  return new Map(rankingRows(answer).map(({ id, cells }, at) => [id, { hidden: found.hidden[at], cell: cells[0] }]))
}

it('greys rows of few answers and leaves them out of the order', () => {
  const rows = ranking({ a: [100, 50], b: [4, 4], c: [100, 70] }, false)
  expect(rows.get('b')?.cell?.figure).toMatchObject({ state: 'few', n: 4, value: 100 })
  expect([...rows.values()].map(({ cell }) => cell?.rank)).toEqual([2, null, 1])
})

it('hides a row of few, or of nobody, in a protected survey', () => {
  const rows = ranking({ a: [100, 50], b: [4, 4], c: [60, 30], d: [0, 0] }, true)
  expect([...rows].filter(([, { hidden }]) => hidden).map(([key]) => key)).toEqual(['b', 'd'])
  for (const key of ['b', 'd'])
    expect(rows.get(key)?.cell).toMatchObject({
      figure: { state: 'hidden', n: null, value: null },
      rank: null,
      versusRest: 0,
    })
  expect(rows.get('a')?.cell?.figure.state).toBe('shown')
})

it('hides everything below a protected place that is itself too small', () => {
  const rows = ranking({ a: [2, 1], b: [2, 2] }, true)
  expect([...rows.values()].every(({ cell }) => cell?.figure.state === 'hidden')).toBe(true)
})

it('marks a row against the rest of its parent, never against a whole that holds it', () => {
  const rows = ranking({ a: [400, 300], b: [400, 100], c: [400, 200] }, false)
  expect([...rows.values()].map(({ cell }) => cell?.versusRest)).toEqual([1, -1, 0])
  const only = ranking({ a: [400, 300] }, false)
  expect(only.get('a')?.cell?.versusRest).toBe(0)
})

it('leaves open the places that chance leaves open', () => {
  const rows = ranking({ a: [50, 26], b: [50, 25], c: [2000, 100] }, false)
  expect(rows.get('a')?.cell).toMatchObject({ rank: 1, rankFrom: 1, rankTo: 2 })
  expect(rows.get('b')?.cell).toMatchObject({ rank: 2, rankFrom: 1, rankTo: 2 })
  expect(rows.get('c')?.cell).toMatchObject({ rank: 3, rankFrom: 3, rankTo: 3 })
})

it("leaves nothing but their place of others' rows", () => {
  const one = [1, 2]
  const column = ownOnly(
    {
      ...{ indicator: 'share', state: ['shown', 'shown'], n: one, value: one, low: one, high: one },
      change: { before: one, beforeN: one, value: one, low: one, high: one, significant: [true, true] },
      ...{ rank: one, rankFrom: one, rankTo: one, rankChange: one, versusRest: [1, 1] },
    },
    [true, false],
  )
  const own = [1, null]
  expect(column).toEqual({
    ...{ indicator: 'share', state: ['shown', 'hidden'], n: own, value: own, low: own, high: own },
    change: { before: own, beforeN: own, value: own, low: own, high: own, significant: [true, false] },
    ...{ rank: [1, 2], rankFrom: own, rankTo: own, rankChange: own, versusRest: [1, 0] },
  })
})
