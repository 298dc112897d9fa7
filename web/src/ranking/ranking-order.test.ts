import {
  orderValue,
  plotDomain,
  rankText,
  readSort,
  searchRows,
  shownRows,
  writeSort,
} from '@kaiku/contract/ranking-order.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { describe, expect, it } from 'vitest'
import { columnsOf, type Row, shownColumns, tieBands, writeColumns } from './ranking-order.ts'

const nps: ShownIndicator = {
  id: 'nps',
  title: 'NPS',
  measure: 'nps',
  decimals: 1,
  better: 'high',
  target: null,
  bounds: { low: -100, high: 100 },
  unit: '',
  weighted: false,
}
const row = (name: string, value: number, few = false): Row => ({
  id: name,
  name,
  path: null,
  above: ['Suomi'],
  opens: false,
  n: few ? 3 : 90,
  few,
  spark: [],
  cells: [
    {
      indicator: 'nps',
      figure: { state: few ? 'few' : 'shown', n: few ? 3 : 90, value, low: value - 5, high: value + 5 },
      change: null,
      rank: few ? null : 2,
      rankFrom: few ? null : 1,
      rankTo: few ? null : 4,
      rankChange: null,
      versusRest: 0,
    },
  ],
})

describe('bands of ties', () => {
  it('take every row whose rank range meets that of their best', () => {
    const ranked = (name: string, rank: number, rankFrom: number, rankTo: number): Row => {
      const one = row(name, 100 - rank)
      return { ...one, cells: one.cells.map((cell) => ({ ...cell, rank, rankFrom, rankTo })) }
    }
    const rows = [
      ranked('c', 3, 3, 5),
      ranked('a', 1, 1, 2),
      ranked('b', 2, 1, 4),
      ranked('d', 4, 4, 5),
      row('few', 9, true),
    ]
    const bands = tieBands(rows, 'nps')
    expect(rows.map((one) => bands.get(one) ?? null)).toEqual([2, 1, 1, 2, null])
  })
})

describe('what else the address keeps of a ranking', () => {
  it('is off unless it is named, and leaves the columns as they are', () => {
    const known = columnsOf([nps], true)
    expect([...shownColumns(undefined, known)]).toEqual([...known])
    const text = writeColumns(new Set([...known, '~funnel']), known)
    expect(text).toBe([...known, '~funnel'].join())
    expect(shownColumns(text, known).has('~funnel')).toBe(true)
    expect(writeColumns(new Set(known), known)).toBeUndefined()
  })
})

describe('the order of a ranking', () => {
  it('stands in the address and comes back from it', () => {
    expect(readSort('-nps')).toEqual({ id: 'nps', desc: true })
    expect(writeSort({ id: 'name', desc: false })).toBe('name')
    expect(readSort(undefined)).toBeNull()
  })

  it('leaves rows with few answers out of order and scale', () => {
    expect(orderValue(row('a', 90, true), 'nps')).toBeUndefined()
    const [low, high] = plotDomain([row('a', 20), row('b', 99, true)], 30, nps)
    expect(low).toBeLessThan(15)
    expect(high).toBeLessThan(32)
  })

  it('says a rank as the range that chance leaves', () => {
    expect(rankText(row('a', 1).cells[0])).toBe('1–4')
    expect(rankText(row('a', 1, true).cells[0])).toBe('–')
  })

  it('finds rows by any of their names, accents aside', () => {
    const rows = [row('Kõrvi', 1), row('Pori', 2)]
    expect(searchRows(rows, 'KORVI').map((one) => one.name)).toEqual(['Kõrvi'])
    expect(searchRows(rows, 'suomi')).toHaveLength(2)
  })

  it('names columns in the address only when some are left out', () => {
    const columns = columnsOf([nps], true)
    expect(writeColumns(shownColumns(undefined, columns), columns)).toBeUndefined()
    expect(writeColumns(shownColumns('n,nps,unknown', columns), columns)).toBe('n,nps')
    expect([...shownColumns(undefined, columnsOf([nps], false))]).toEqual(['rank', 'n', 'nps'])
  })
})

describe('the rows that are shown', () => {
  const ranked = (name: string, value: number, rank: number | null, n = 100): Row => {
    const one = row(name, value)
    return { ...one, n, cells: one.cells.map((cell) => ({ ...cell, rank, figure: { ...cell.figure, n } })) }
  }
  const rows = [
    ranked('b', 20, 2),
    ranked('thin', -50, null, 8),
    ranked('a', 30, 1),
    ranked('c', 20, 2, 40),
    ranked('d', -10, 4),
    row('few', 90, true),
  ]
  const usual = {
    lead: 'nps',
    sort: { id: 'nps', desc: true },
    search: '',
    part: 'all',
    leastN: 1,
    locale: 'en',
  } as const
  const names = (more: object) => shownRows(rows, { ...usual, ...more }).map(({ name }) => name)

  it('stand in order with those without a rank behind, whichever way', () => {
    expect(names({})).toEqual(['a', 'b', 'c', 'd', 'thin', 'few'])
    expect(names({ sort: { id: 'nps', desc: false } })).toEqual(['d', 'b', 'c', 'a', 'thin', 'few'])
    expect(names({ sort: { id: 'rank', desc: false } }).slice(0, 4)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are the worst or the best of those with a rank, and none on fewer answers than wished', () => {
    const many = Array.from({ length: 30 }, (_, at) => ranked(`r${at + 1}`, 100 - at, at + 1))
    const worst = shownRows([...many, ...rows.slice(1, 2)], {
      ...usual,
      ...{ part: 'worst10', sort: { id: 'nps', desc: false } },
    })
    expect(worst.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `r${30 - at}`))
    expect(shownRows(many, { ...usual, part: 'best25' })).toHaveLength(25)
    expect(names({ leastN: 50 })).toEqual(['a', 'b', 'd'])
    expect(names({ leastN: 50, part: 'worst10' })).not.toContain('thin')
  })
})
