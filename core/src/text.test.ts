import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, refusal } from './text.ts'

describe('fold', () => {
  it.each([
    ['CAFÉ', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['Äänekoski ÅÖ', 'äänekoski åö'],
    ['A\u0308a\u030a', 'äå'],
    ['Ñandú, Çeşme, İzmir', 'nandu, cesme, izmir'],
    ['ΌΔΟΣ', 'οδοσ'],
    ['東京 ガ', '東京 ガ'],
    ['한국', '한국'],
    ['हिन्दी', 'हिन्दी'],
  ])('folds %s to %s', (text, folded) => expect(fold(text)).toBe(folded))

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('gives the two ways of writing an accent the same form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
      }),
    )
  })
})

describe('refusal', () => {
  it('refuses what the database cannot keep', () => {
    expect(refusal('a\0b')).toContain('NUL')
    expect(refusal('a\ud83d')).toContain('surrogate')
    expect(refusal('\ude00a')).toContain('surrogate')
  })

  it('accepts everything else', () => {
    expect(refusal('')).toBeNull()
    expect(refusal('Jyväskylä 🙂\n\t')).toBeNull()
  })
})
