import { describe, expect, it } from 'vitest'
import { amongRows, rowAfter, toggled } from './row-walk.ts'

describe('the rows of a list of interviews', () => {
  it('are walked by keys, between the first and the last', () => {
    expect(rowAfter('ArrowDown', 3, 50)).toBe(4)
    expect(rowAfter('ArrowUp', 0, 50)).toBe(0)
    expect(rowAfter('PageDown', 45, 50)).toBe(49)
    expect(rowAfter('End', 0, 50)).toBe(49)
    expect(rowAfter('Home', 49, 50)).toBe(0)
    expect(rowAfter('Enter', 3, 50)).toBeUndefined()
  })

  it('are picked and let go', () => {
    const one = toggled(new Set(), 'a')
    expect([...one]).toEqual(['a'])
    expect([...toggled(one, 'a')]).toEqual([])
  })

  it('know five hundred before an opened one, and all behind it', () => {
    const ids = Array.from({ length: 1200 }, (_, index) => `i${index}`)
    const { among, goesOn } = amongRows(ids, 700, { total: 1200 })
    expect(among[0]).toBe('i200')
    expect(among.at(-1)).toBe('i1199')
    expect(goesOn).toEqual({ total: 1200, first: 200 })
    expect(amongRows(ids, 3, {}).goesOn.first).toBe(0)
  })
})
