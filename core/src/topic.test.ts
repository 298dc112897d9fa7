import { describe, expect, it } from 'vitest'
import { commentLanguages } from './lexicon.ts'
import { fold } from './text.ts'
import { lexiconText, listener, standardTerms } from './topic.ts'

const hear = listener(standardTerms(), commentLanguages)
const heard = (text: string) => {
  const { topics, praise, complaint, sentiment, language } = hear(fold(text))
  return { language, sentiment, topics, praise, complaint }
}

describe('topics of comments', () => {
  it('are each spoken well or badly of by the nearest word', () => {
    expect(heard('The food was great, the room was terrible.')).toMatchObject({
      praise: ['food'],
      complaint: ['room'],
      sentiment: 'mixed',
    })
    // What names a topic and judges it at once speaks of that one.
    expect(heard('The room was dirty.')).toMatchObject({ topics: ['room', 'cleanliness'], complaint: ['cleanliness'] })
    expect(heard('Staff and food were great.')).toMatchObject({ praise: ['staff', 'food'], complaint: [] })
  })

  it('turn round what is negated, before or behind', () => {
    expect(heard('The staff was not friendly.')).toMatchObject({ complaint: ['staff'], sentiment: 'negative' })
    expect(heard('Henkilökunta ei ollut ystävällistä.')).toMatchObject({ complaint: ['staff'], sentiment: 'negative' })
    expect(heard('Appen fungerade inte.')).toMatchObject({ complaint: ['digital'], sentiment: 'negative' })
    expect(heard('Keine Schlange an der Kasse.')).toMatchObject({ praise: ['waiting'], sentiment: 'positive' })
    expect(heard('No queue at all.')).toMatchObject({ praise: ['waiting'], sentiment: 'positive' })
  })

  it('are found in Finnish compounds and cases', () => {
    expect(heard('Kassajonossa meni ikuisuus').topics).toContain('waiting')
    expect(heard('Aamiaisessa ei ollut moittimista').topics).toContain('food')
    expect(heard('Asiakaspalvelijoille iso kiitos').praise).toContain('staff')
  })

  it('are "other" where none is found, and nothing where nothing is said', () => {
    expect(heard('It is what it is.')).toMatchObject({ topics: ['other'], sentiment: 'neutral' })
    expect(heard('')).toMatchObject({ topics: [], sentiment: 'neutral' })
    expect(heard('👍👍')).toMatchObject({ topics: ['other'], sentiment: 'positive' })
  })

  it('may be a survey’s own, in one language or in all', () => {
    const own = listener(
      [...standardTerms(['food']), { id: 'sauna', terms: { fi: ['saun*'], any: ['sauna'] } }],
      commentLanguages,
    )
    expect(own(fold('Saunasta iso plussa')).topics).toEqual(['sauna'])
    expect(own(fold('The sauna was lovely')).praise).toEqual(['sauna'])
    expect(own(fold('The food was lovely')).topics).toEqual(['other'])
  })

  it('are read in the survey’s language where a comment is too short to tell its own', () => {
    const short = (own: 'sv' | 'de') => listener(standardTerms(), commentLanguages, own)(fold('personal'))
    expect([short('sv').language, short('de').language]).toEqual(['sv', 'de'])
    expect(listener(standardTerms(), [])(fold('Great staff')).topics).toEqual(['other'])
  })

  it('are told apart from what another lexicon finds', () => {
    const text = (leftOut: string[]) => lexiconText(standardTerms(leftOut), commentLanguages)
    expect(text([])).not.toBe(text(['food']))
    expect(text([])).toBe(text([]))
  })
})
