import { describe, expect, it } from 'vitest'
import { hostileTexts } from './hostile-text.fixture.ts'
import { mask } from './mask.ts'

describe('masking a text', () => {
  it.each([
    ['Write to Maija.Meikalainen+x@example.co.uk please', 'Write to ••• please'],
    ['Call +358 (40) 123-4567 or 0401234567.', 'Call ••• or •••.'],
    ['See https://example.com/?me=1 or www.example.com', 'See ••• or •••'],
    ['Waited 45 minutes, paid 12.50 on 2026', 'Waited 45 minutes, paid 12.50 on 2026'],
  ])('takes out what tells who wrote it: %s', (text, left) => {
    expect(mask(text)).toBe(left)
  })

  it('takes out the words of what is known of the person, however they are written', () => {
    expect(mask('I am MÄKINEN, Éva Mäkinen. Me, Evasion.', ['Eva Mäkinen', '-'])).toBe(
      'I am •••, ••• •••. Me, Evasion.',
    )
    expect(mask('Nothing known of me', ['', 'me'])).toBe('Nothing known of me')
  })

  it('leaves any other text as it was written', () => {
    const { header: _, formulaOfLink: __, ...others } = hostileTexts
    for (const text of Object.values(others)) expect(mask(text)).toBe(text)
  })
})
