import { describe, expect, it } from 'vitest'
import { commentLanguages } from './lexicon.ts'
import { fold } from './text.ts'
import { lexiconText, standardTerms, topicFinder } from './topic.ts'

const findTopics = topicFinder(standardTerms(), commentLanguages)
const heard = (text: string) => {
  const { topics, praise, complaint, sentiment, language } = findTopics(fold(text))
  return { language, sentiment, topics, praise, complaint }
}

describe('topics of comments', () => {
  it('are each spoken well or badly of by the nearest word', () => {
    expect(heard('The food was great, the room was terrible.')).toMatchObject({
      praise: ['food'],
      complaint: ['room'],
      sentiment: 'mixed',
    })
    // What names a topic and judges it at once speaks of both.
    expect(heard('The room was dirty.')).toMatchObject({ complaint: ['room', 'cleanliness'] })
    expect(heard('Staff and food were great.')).toMatchObject({ praise: ['staff', 'food'], complaint: [] })
  })

  it('turn round what is negated, before or behind', () => {
    expect(heard('The staff was not friendly.')).toMatchObject({ complaint: ['staff'], sentiment: 'negative' })
    expect(heard('Henkilökunta ei ollut ystävällistä.')).toMatchObject({ complaint: ['staff'], sentiment: 'negative' })
    expect(heard('Appen fungerade inte.')).toMatchObject({ complaint: ['digital'], sentiment: 'negative' })
    expect(heard('Keine Schlange an der Kasse.')).toMatchObject({ praise: ['waiting'], sentiment: 'positive' })
    expect(heard('No queue at all.')).toMatchObject({ praise: ['waiting'], sentiment: 'positive' })
  })

  it('stand against each other at a "but", also where only one side is judged', () => {
    expect(heard('Great staff, but the parking')).toMatchObject({ praise: ['staff'], complaint: ['parking'] })
    expect(heard('Schicke Oberfläche, der Akku aber')).toMatchObject({
      praise: ['look', 'digital'],
      complaint: ['quality'],
    })
    expect(heard('The waiting room was freezing. The nurse could not have been nicer though.')).toMatchObject({
      ...{ praise: ['staff'], complaint: ['temperature'], sentiment: 'mixed' },
    })
  })

  it('are neither praised nor criticised where nobody judges them, grumbles or counts', () => {
    expect(heard('I use the staff discount')).toMatchObject({ praise: [], complaint: [], sentiment: 'neutral' })
    expect(heard('Käytän sovellusta työmatkoilla')).toMatchObject({ complaint: [], sentiment: 'neutral' })
    expect(heard('A different nurse every day')).toMatchObject({ complaint: ['staff'], sentiment: 'negative' })
    expect(heard('Nobody ever picks up the phone')).toMatchObject({ complaint: ['contact'], sentiment: 'negative' })
    expect(heard('Wartezeit 45 Minuten')).toMatchObject({ complaint: ['waiting'], sentiment: 'negative' })
    expect(heard('Could you open the bistro earlier?')).toMatchObject({ complaint: [], sentiment: 'neutral' })
    expect(heard('Bitte glutenfreies Brot ins Sortiment')).toMatchObject({ complaint: [], sentiment: 'neutral' })
    expect(heard('We came on a Tuesday.')).toMatchObject({ topics: ['other'], sentiment: 'neutral' })
    // A grumble about nothing that is known is none.
    expect(heard('I was only there with my sister.')).toMatchObject({ topics: ['other'], sentiment: 'neutral' })
  })

  it('are left out of many where they only stand beside one that is judged', () => {
    const many = 'We fetched a parcel, spoke about parking with the neighbours, and the food was great'
    expect(heard(many).topics).toEqual(['food'])
    expect(heard('We fetched a parcel, and the food was great').topics).toEqual(['delivery', 'food'])
  })

  it('are told by the term that names most of a word', () => {
    expect(heard('Das Zimmermädchen war nett').topics).toEqual(['staff'])
    expect(heard('Seitdem bin ich schmerzfrei')).toMatchObject({ sentiment: 'positive' })
    expect(heard('Rummet var fräscht')).toMatchObject({ sentiment: 'positive', complaint: [] })
    // A survey's own topic is found beside them.
    const own = topicFinder([...standardTerms(), { id: 'maids', terms: { any: ['zimmer*'] } }], commentLanguages)
    expect(own(fold('Das Zimmermädchen war nett')).topics).toEqual(['maids', 'staff'])
  })

  it('take denied blame for praise, in every language', () => {
    for (const text of ['Not unfriendly at all', 'Ei ollut huono', 'Inte alls dåligt', 'Gar nicht schlecht'])
      expect([text, heard(text).sentiment]).toEqual([text, 'positive'])
  })

  it('are not those of words that mean something else where they stand', () => {
    expect(heard('This was my return flight').topics).toEqual(['other'])
    expect(heard('The queue was far too long')).toMatchObject({ topics: ['waiting'], complaint: ['waiting'] })
    expect(heard('Vain yksi kassa oli auki').topics).toEqual(['waiting'])
    expect(heard('Edullisempaa kuin odotin')).toMatchObject({ topics: ['price'], praise: ['price'], complaint: [] })
    expect(heard('Viime vuoden aikana koko ajan samaa').topics).toEqual(['other'])
    expect(heard('Room for improvement')).toMatchObject({ topics: ['other'], sentiment: 'negative' })
    expect(heard('Da ist noch Luft nach oben')).toMatchObject({ topics: ['other'], sentiment: 'negative' })
    // A number keeps its point: it ends no thought.
    expect(heard('Kaffee für 4.90 Euro, günstig')).toMatchObject({ praise: ['food', 'price'] })
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
    const own = topicFinder(
      [...standardTerms(['food']), { id: 'sauna', terms: { fi: ['saun*'], any: ['sauna'] } }],
      commentLanguages,
    )
    expect(own(fold('Saunasta iso plussa')).topics).toEqual(['sauna'])
    expect(own(fold('The sauna was lovely')).praise).toEqual(['sauna'])
    expect(own(fold('The food was lovely')).topics).toEqual(['other'])
  })

  it('are read in the survey’s language where a comment is too short to tell its own', () => {
    const short = (own: 'sv' | 'de') => topicFinder(standardTerms(), commentLanguages, own)(fold('personal'))
    expect([short('sv').language, short('de').language]).toEqual(['sv', 'de'])
    expect(topicFinder(standardTerms(), [])(fold('Great staff')).topics).toEqual(['other'])
  })

  it('are told apart from what another lexicon finds', () => {
    const text = (leftOut: string[]) => lexiconText(standardTerms(leftOut), commentLanguages)
    expect(text([])).not.toBe(text(['food']))
    expect(text([])).toBe(text([]))
  })
})
