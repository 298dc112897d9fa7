import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { peopleEn } from '../text/people-en.ts'
import { changeWords } from './change-words.ts'

const i18n = createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: peopleEn } }, keySeparator: false })
const { t } = i18n

const pages = [
  {
    extname: 'overview',
    title: { en: 'Overview', fi: 'Yleiskuva' },
    components: [
      { type: 'Trend', title: 'Course', indicators: ['nps'] },
      { type: 'Distribution', question: 'rating', title: 'Stars' },
    ],
  },
  { extname: 'my page', title: 'Mine', components: [] },
]

const words = (place: string, before: string | null, after: string | null) =>
  changeWords({ file: 'pages.json', place, before, after }, pages, t, 'en')

describe('a change of pages', () => {
  it('is told by the names on the screen', () => {
    expect(words('pages.overview.title', '"Old"', '"Overview"')).toEqual({
      where: 'Overview › Title',
      before: 'Old',
      after: 'Overview',
    })
    expect(words('pages.overview.components[0].title', null, '"Course"')).toEqual({
      ...{ where: 'Overview › Course › Title', before: null, after: 'Course' },
    })
    expect(words('pages.overview.components.rating.minimumN', '5', '10')).toMatchObject({ before: '5', after: '10' })
    expect(words('pages.overview.components.rating.minimumN', '5', '10').where).toContain('Overview › Stars › ')
  })

  it('of what is no short text is told to be new, gone or changed', () => {
    expect(words('pages.overview.components[1]', null, 'an object with type, question')).toEqual({
      ...{ where: 'Overview › Stars', before: null, after: 'Added' },
    })
    expect(words('pages.gone', 'an object with extname', null)).toEqual({
      where: 'gone',
      before: 'Removed',
      after: null,
    })
    expect(words('pages["my page"].components', 'a list of 2', 'a list of 3')).toEqual({
      ...{ where: 'Mine', before: null, after: 'Changed' },
    })
  })

  it('of the order is told as such', () => {
    expect(words('pages.order', '"a, b"', '"b, a"')).toEqual({ where: 'Order', before: null, after: 'Changed' })
    expect(words('pages.overview.components.order', '"nps, rating"', '"rating, nps"')).toEqual({
      ...{ where: 'Overview › Order', before: null, after: 'Changed' },
    })
  })
})
