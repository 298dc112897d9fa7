import { component } from '@kaiku/contract/page.ts'
import { describe, expect, it } from 'vitest'
import { exploredBy, looksOf, ofQuestion, questionsTo, readVariable } from './exploration.ts'

const texts = ['children', 'leaves', 'by:month', ofQuestion('gender'), ofQuestion('nps')]
const variables = texts.flatMap((text) => readVariable(text) ?? [])

describe('what is explored', () => {
  it('is read from the address, and what cannot be read is no variable', () => {
    expect(variables).toEqual(['children', 'leaves', { period: 'month' }, { question: 'gender' }, { question: 'nps' }])
    for (const text of ['', 'of:', 'by:fortnight', 'nonsense']) expect(readVariable(text)).toBeNull()
  })

  it('is a component that a page can hold, whatever is put against whatever', () => {
    for (const rows of variables)
      for (const columns of [null, ...variables])
        for (const look of looksOf(rows, columns))
          for (const indicator of ['', 'nps'])
            expect(component.safeParse(exploredBy(look, rows, columns, indicator))).toMatchObject({ success: true })
  })

  it('is looked at as it reads best', () => {
    const usual = (rows: string, columns = '') => {
      const read = readVariable(rows)
      return read && looksOf(read, readVariable(columns))[0]
    }
    expect(usual('children')).toBe('RankingTableComponent')
    expect(usual('by:month')).toBe('Trend')
    expect(usual('of:gender')).toBe('Distribution')
    expect(usual('of:gender', 'of:nps')).toBe('Crosstab')
    expect(usual('by:quarter', 'of:nps')).toBe('Crosstab')
  })

  it('has no columns that a table cannot hold', () => {
    const question = (id: string, type: string, groups: number | null) => ({ id, title: id, type, groups })
    const all = [question('a', 'scale', 11), question('b', 'choice', 119), question('c', 'text', null)]
    expect(questionsTo(all, 'rows').map(({ id }) => id)).toEqual(['a', 'b'])
    expect(questionsTo(all, 'columns').map(({ id }) => id)).toEqual(['a'])
  })
})
