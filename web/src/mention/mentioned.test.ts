import { array, assert, constantFrom, property, record, string, uuid } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstWords, mentionsIn, writing } from './mentioned.ts'

const people = [
  { userId: 'a', name: 'Anna Berg' },
  { userId: 'b', name: 'Anna' },
  { userId: 'c', name: 'Åke Öst' },
  { userId: 'd', name: 'Sam Lee' },
  { userId: 'e', name: 'Sam Lee' },
]

describe('mentions in a note', () => {
  it('are the longest names that stand behind an @, however they are spelt', () => {
    expect(mentionsIn('@anna berg, and (@Åke Öst)', people)).toEqual({ told: ['a', 'c'], unknown: [] })
    expect(mentionsIn('Ask @Anna.', people)).toEqual({ told: ['b'], unknown: [] })
    expect(mentionsIn('@Annabel', people)).toEqual({ told: [], unknown: ['@Annabel'] })
  })

  it('are those who were picked where several share a name, else all of them', () => {
    expect(mentionsIn('@Sam Lee', people).told).toEqual(['d', 'e'])
    expect(mentionsIn('@Sam Lee', people, new Set(['e'])).told).toEqual(['e'])
  })

  it('say what names nobody; an address of mail is none', () => {
    expect(mentionsIn('@Mika, please, and @bert!', people).unknown).toEqual(['@Mika', '@bert'])
    expect(mentionsIn('Write to anna@example.com @ 16:00', people)).toEqual({ told: [], unknown: [] })
    expect(firstWords('@Anna Berg, write to x@y.fi with @Åke\n@Anna.')).toEqual(['Anna', 'Åke'])
  })

  it('find everybody whose name was inserted, whatever stands around it', () => {
    const named = record({ userId: uuid(), name: constantFrom('Anna Berg', 'Åke', 'Li-Mei O’Neill', 'Œuvre') })
    assert(
      property(array(named, { minLength: 1, maxLength: 4 }), string(), (some, words) => {
        const plain = words.replaceAll('@', '')
        const text = some.map(({ name }) => `${plain}\n@${name} `).join('')
        const { told, unknown } = mentionsIn(text, some)
        expect(new Set(told)).toEqual(new Set(some.map(({ userId }) => userId)))
        expect(unknown).toEqual([])
      }),
    )
  })

  it('are being written from an @ that begins a word up to the cursor', () => {
    expect(writing('Dear @Ann', 9)).toEqual({ from: 5, name: 'Ann' })
    expect(writing('Dear @Ann', 6)).toEqual({ from: 5, name: '' })
    expect(writing('mail a@b', 8)).toBeNull()
  })
})
