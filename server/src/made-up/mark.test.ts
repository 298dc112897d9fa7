import { describe, expect, it } from 'vitest'
import { markedDefinition, markedTitle } from './mark.ts'
import { phrases } from './phrases.ts'

describe('a mark', () => {
  it('stands behind a title once, whatever its length and language', () => {
    const long = 'x'.repeat(200)
    expect(markedTitle('Shops', 'de', 120)).toBe('Shops (erfundene Antworten)')
    expect(markedTitle(markedTitle('Shops', 'de', 120), 'en', 120)).toBe('Shops (erfundene Antworten)')
    expect(markedTitle(long, 'fi', 120)).toHaveLength(120)
    expect(markedTitle(long, 'fi', 120)).toMatch(/ \(keksityt vastaukset\)$/)
  })

  it('leaves all else of a definition as it is', () => {
    const settings = { extName: 'shops', title: { en: 'Shops', fr: 'Magasins' }, locale: 'fi-FI', minimumN: 7 }
    const files = new Map([
      ['settings.json', JSON.stringify(settings)],
      ['questions.json', '{}'],
      ['system-message.json', '{"text":"Closed on Monday"}'],
    ])
    const marked = markedDefinition(files)
    expect([...marked.keys()]).toEqual([...files.keys()])
    expect(marked.get('questions.json')).toBe('{}')
    expect(JSON.parse(marked.get('settings.json') ?? '')).toEqual({
      ...settings,
      title: { en: 'Shops (made-up answers)', fr: 'Magasins (made-up answers)' },
    })
    expect(JSON.parse(marked.get('system-message.json') ?? '').text).toMatch(/^Tämän kyselyn vastaukset on keksitty/)
  })

  it('is written beside phrases that no two languages share', () => {
    const all = Object.values(phrases).flatMap(({ good, bad, plain, nobody }) => [...good, ...bad, ...plain, nobody])
    expect(new Set(all).size).toBe(all.length)
  })
})
