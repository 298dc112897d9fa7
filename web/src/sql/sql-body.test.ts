import { formatDay } from '@kaiku/core/format.ts'
import { describe, expect, it } from 'vitest'
import { barsOf, singleOf } from './sql-body.tsx'
import { firstStatement, named, sqlHelp } from './sql-help.ts'
import { cellTexts } from './sql-text.ts'

const column = (name: string, type: 'text' | 'number' = 'text') => ({
  name,
  title: `About ${name}`,
  type,
  isList: false,
})

describe('bars of a result', () => {
  it('stand beside what they are of, as long as their numbers, the longest whole', () => {
    const columns = [column('n', 'number'), column('store')]
    expect(
      barsOf(
        {
          columns,
          rows: [
            [4, 'a'],
            [-8, 'b'],
            [null, null],
          ],
        },
        'en-GB',
      ),
    ).toEqual([
      { label: 'a', value: 4, text: '4', share: 0.5 },
      { label: 'b', value: -8, text: '-8', share: 1 },
      { label: '', value: 0, text: '', share: 0 },
    ])
  })

  it('are none without a number, or without a name', () => {
    expect(barsOf({ columns: [column('store')], rows: [['a']] }, 'en')).toBe(null)
    expect(barsOf({ columns: [column('n', 'number')], rows: [[1]] }, 'en')).toBe(null)
  })
})

describe('the values of a result', () => {
  it('are written as they are read: days as days, the numbers of a column with as many decimals', () => {
    const columns = [
      { name: 'd', type: 'day' as const },
      column('mean', 'number'),
      { name: 'b', type: 'boolean' as const },
    ]
    const rows = [
      ['2026-10-01', 8, true],
      [null, 7.25, null],
      ['2026-10-02', 1234.5, false],
    ]
    expect(cellTexts({ columns, rows }, 'en-GB')).toEqual([
      [formatDay('2026-10-01', 'en-GB'), '8.00', 'true'],
      ['', '7.25', ''],
      [formatDay('2026-10-02', 'en-GB'), '1,234.50', 'false'],
    ])
  })

  it('make one number: the first of the first row, under its name; without a number the first value', () => {
    const two = {
      columns: [column('store'), column('n', 'number')],
      rows: [
        ['a', 7],
        ['b', 8],
      ],
    }
    expect(singleOf(two, 'en')).toEqual({ name: 'n', text: '7' })
    expect(singleOf({ columns: [column('store')], rows: [['a']] }, 'en')).toEqual({ name: 'store', text: 'a' })
    expect(singleOf({ columns: [], rows: [] }, 'en')).toEqual({ name: '', text: '–' })
  })
})

describe('the help of a statement', () => {
  const help = sqlHelp([column('score_nps', 'number'), column('what-else')])

  it('offers columns as they are written, with their words', async () => {
    const offered = await help.offers?.('select sc', 9, false)
    expect(offered?.from).toBe(7)
    expect(offered?.offers).toContainEqual({ label: 'score_nps', detail: 'About score_nps', kind: 'property' })
    expect(named('what-else')).toBe('"what-else"')
    expect(await help.offers?.('select ', 7, false)).toBe(null)
    expect(await help.hover?.('select "what-else"', 10)).toMatchObject({ title: 'what-else', text: 'About what-else' })
  })

  it('begins with a statement that has the first score', () => {
    expect(firstStatement([column('id'), column('score_nps', 'number')])).toContain('avg(score_nps)')
  })
})
