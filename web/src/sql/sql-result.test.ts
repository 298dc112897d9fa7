import { describe, expect, it } from 'vitest'
import { firstStatement, named, sqlHelp } from './sql-help.ts'
import { barsOf } from './sql-result.tsx'

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
      barsOf({
        columns,
        rows: [
          [4, 'a'],
          [-8, 'b'],
          [null, null],
        ],
      }),
    ).toEqual([
      { label: 'a', value: 4, share: 0.5 },
      { label: 'b', value: -8, share: 1 },
      { label: null, value: 0, share: 0 },
    ])
  })

  it('are none without a number, or without a name', () => {
    expect(barsOf({ columns: [column('store')], rows: [['a']] })).toBe(null)
    expect(barsOf({ columns: [column('n', 'number')], rows: [[1]] })).toBe(null)
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
