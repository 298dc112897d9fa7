import { describe, expect, it } from 'vitest'
import { termIndex } from './term.ts'
import { wordsOf } from './word.ts'

const found = (terms: readonly string[], text: string) => {
  const index = termIndex(terms.map((term): [string, string] => [term, term]))
  const words = wordsOf(text)
  return index.all(words).flatMap((here) => here.map(({ meaning, length }) => `${meaning} (${length})`))
}

describe('terms', () => {
  it('are words, beginnings, endings or what a word holds', () => {
    expect(found(['jono'], 'jono jonot kassajono')).toEqual(['jono (1)'])
    expect(found(['jono*'], 'jono jonot kassajono')).toEqual(['jono* (1)', 'jono* (1)'])
    expect(found(['*jono'], 'jono jonot kassajono')).toEqual(['*jono (1)', '*jono (1)'])
    expect(found(['*jono*'], 'jono jonot kassajonossa')).toHaveLength(3)
  })

  it('are several words in a row, one of which may be any', () => {
    expect(found(['out of stock'], 'it was out of stock again')).toEqual(['out of stock (3)'])
    expect(found(['wait* * minutes'], 'waited 20 minutes and waited')).toEqual(['wait* * minutes (3)'])
    expect(found(['out of stock'], 'out of')).toEqual([])
  })

  it('are compared folded, and a hyphen parts words', () => {
    expect(found(['Check-in'], 'check-in')).toEqual(['Check-in (2)'])
    expect(found(['Über Café*'], 'uber cafes')).toEqual(['Über Café* (2)'])
  })

  it('take any text for what it is', () => {
    for (const text of ['', '***', '\u0000', '👍🏽', 'a'.repeat(10_000), '___', "'’'", '. . .'])
      expect(found(['a*b', '*', '👍'], text).length).toBeLessThanOrEqual(wordsOf(text).length * 3)
  })
})

describe('words', () => {
  it('keep apostrophes, emoji and smileys, and tell where a sentence ends', () => {
    expect(wordsOf('didn’t work!! :( 👎, but ok').map(({ text, is }) => `${is} ${text}`)).toEqual([
      "word didn't",
      'word work',
      'end !!',
      'word :(',
      'word 👎',
      'comma ,',
      'word but',
      'word ok',
    ])
  })
})
