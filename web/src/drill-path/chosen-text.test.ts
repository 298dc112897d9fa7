import { describe, expect, it } from 'vitest'
import { choiceName, isChosenOn, readChosen, writeChosen } from './chosen-text.ts'

describe('what was chosen of how components are shown', () => {
  it('reads back whatever was written, on its page only', () => {
    const chosen = new Map([
      [choiceName(1, 'lines'), 'places'],
      [choiceName(12, 'indicator'), 'a.b,c:d/é%'],
    ])
    for (const page of ['trends', 'a:b', 'a,b', '~0190-own']) {
      const text = writeChosen(page, chosen)
      expect(readChosen(text, page)).toEqual(chosen)
      expect(readChosen(text, `${page}x`).size).toBe(0)
      expect(isChosenOn(text ?? '', 'a')).toBe(false)
    }
  })

  it('writes nothing where nothing was chosen, and the same text in whatever order', () => {
    expect(writeChosen('trends', new Map())).toBeUndefined()
    const entries = [
      ['0.lines', 'places'],
      ['0.average', 'yes'],
    ] as const
    expect(writeChosen('trends', new Map(entries))).toBe('trends:0.average.yes,0.lines.places')
    expect(writeChosen('trends', new Map([...entries].reverse()))).toBe('trends:0.average.yes,0.lines.places')
  })

  it('reads what it can of a broken text', () => {
    expect([...readChosen('trends:0.lines.places,nonsense,0.by.%zz,0.,.,1.by.week', 'trends')]).toEqual([
      ['0.lines', 'places'],
      ['1.by', 'week'],
    ])
  })
})
