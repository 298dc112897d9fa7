import { describe, expect, it } from 'vitest'
import { changesOf, fromCodeText, fromNumber, fromText, scaleChoices, shownValue, textOf } from './correction-draft.ts'

const nps = { id: 'nps', value: 7 }
const words = { id: 'words', value: 'Slow' }

describe('correcting answers', () => {
  it('sends only what differs, with what it replaces', () => {
    const typed = new Map([
      ['nps', 7],
      ['words', null],
    ])
    expect(changesOf([nps, words], typed)).toEqual([{ question: 'words', before: 'Slow', value: null }])
    expect(changesOf([nps, words], new Map())).toEqual([])
  })

  it('tells an answer that was taken out from one that was not touched', () => {
    expect(shownValue(new Map(), nps)).toBe(7)
    expect(shownValue(new Map([['nps', null]]), nps)).toBeNull()
    expect(shownValue(new Map([['nps', 0]]), nps)).toBe(0)
  })

  it('reads each kind of field', () => {
    expect(fromText('  ')).toBeNull()
    expect(fromText(' kept as written ')).toBe(' kept as written ')
    expect(fromNumber('')).toBeNull()
    expect(fromNumber('0')).toBe(0)
    expect(fromCodeText(' a, ,b ')).toEqual(['a', 'b'])
    expect(fromCodeText(' , ')).toBeNull()
    expect(textOf(['a', 'b'])).toBe('a, b')
    expect(textOf(null)).toBe('')
  })

  it('offers the steps of a scale and its codes beside them', () => {
    const choices = [
      { code: '3', title: 'Excellent' },
      { code: '99', title: 'Does not know' },
    ]
    expect(scaleChoices({ min: 1, max: 3, choices })).toEqual([
      { code: '1', title: '1' },
      { code: '2', title: '2' },
      { code: '3', title: '3 · Excellent' },
      { code: '99', title: '99 · Does not know' },
    ])
    expect(scaleChoices({ min: null, max: null, choices: [] })).toEqual([])
  })
})
