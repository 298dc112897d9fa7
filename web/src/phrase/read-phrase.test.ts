import type { Filter } from '@kaiku/contract/filter.ts'
import { plainCalendar } from '@kaiku/core/day.ts'
import { kindOf } from '@kaiku/core/filter-kind.ts'
import { describe, expect, it } from 'vitest'
import type { Locale } from '../text/text.ts'
import { rankTarget } from './rank-target.ts'
import { type Piece, readPhrase, type Vocabulary } from './read-phrase.ts'

const filter = (extName: string, title: string, more: Partial<Filter> = {}): Filter => ({
  ...{
    extName,
    title,
    kind: kindOf(more),
    question: extName,
    options: [],
    optionCount: 0,
    extent: null,
    histogram: [],
    decimals: 0,
  },
  ...more,
})
const options = (...titles: string[]) => ({
  options: titles.map((title, at) => ({ extName: `${at}`, title, n: 1 })),
  optionCount: titles.length,
})

const labels = {
  en: {
    gender: 'Gender',
    woman: 'Woman',
    man: 'Man',
    age: 'Age',
    basket: 'Basket',
    channel: 'Channel',
    web: 'Online store',
    store: 'Store',
  },
  fi: {
    gender: 'Sukupuoli',
    woman: 'Nainen',
    man: 'Mies',
    age: 'Ikä',
    basket: 'Ostos',
    channel: 'Kanava',
    web: 'Verkkokauppa',
    store: 'Myymälä',
  },
  sv: {
    gender: 'Kön',
    woman: 'Kvinna',
    man: 'Man',
    age: 'Ålder',
    basket: 'Köp',
    channel: 'Kanal',
    web: 'Nätbutik',
    store: 'Butik',
  },
  de: {
    gender: 'Geschlecht',
    woman: 'Frau',
    man: 'Mann',
    age: 'Alter',
    basket: 'Einkauf',
    channel: 'Kanal',
    web: 'Onlineshop',
    store: 'Filiale',
  },
}

const vocabulary = (locale: Locale): Vocabulary => {
  const own = labels[locale]
  return {
    ...{ locale, today: '2026-11-23', calendar: plainCalendar, levels: ['Region', own.store] },
    periods: [{ title: 'Rolling year', written: 'rmonths-11+0' }],
    filters: [
      filter('gender', own.gender, options(own.woman, own.man)),
      filter('age', own.age, { range: true, extent: { min: 18, max: 90 } }),
      filter('basket', own.basket, { range: true, extent: { min: 0, max: 900 }, decimals: 2 }),
      filter('channel', own.channel, { ...options(own.web, own.store), exclude: true }),
      filter('ftime', 'Date', { dateInterval: true }),
    ],
  }
}

const meaning = (piece: Piece): string => {
  switch (piece.is) {
    case 'values':
      return `${piece.filter}=${piece.values.join('*')}`
    case 'period':
      return piece.written
    case 'rank':
      return `${piece.part} ${piece.level ?? ''}`.trim()
    case 'unclear':
      return `? ${piece.text}: ${piece.between.join(', ')}`
    case 'unknown':
      return `! ${piece.text}`
  }
}

/** What a phrase means, shortly. */
const told = (text: string, locale: Locale = 'en', more: Partial<Vocabulary> = {}) =>
  readPhrase(text, { ...vocabulary(locale), ...more }).map(meaning)

describe('a selection in words', () => {
  it.each([
    ['en', 'women 30–50, last quarter, worst 10 stores'],
    ['fi', 'naiset 30–50, viime neljännes, huonoimmat 10 myymälää'],
    ['sv', 'kvinnor 30–50, förra kvartalet, sämsta 10 butikerna'],
    ['de', 'Frauen 30–50, letztes Quartal, die 10 schlechtesten Filialen'],
  ] as const)('is understood in %s', (locale, text) => {
    expect(told(text, locale)).toEqual(['gender=0', 'age=30_50', 'rquarters-1-1', 'worst10 1'])
  })

  it.each([
    ['en', 'last 30 days', 'this year', 'March 2025', 'over 60', 'not online store'],
    ['fi', 'viimeiset 30 päivää', 'tänä vuonna', 'maaliskuussa 2025', 'yli 60', 'ei verkkokauppa'],
    ['sv', 'de senaste 30 dagarna', 'det innevarande året', 'mars 2025', 'över 60', 'inte nätbutik'],
    ['de', 'die letzten 30 Tage', 'in diesem Jahr', 'März 2025', 'über 60', 'nicht Onlineshop'],
  ] as const)('knows periods, bounds and what is left out in %s', (locale, ...texts) => {
    expect(texts.flatMap((text) => told(text, locale))).toEqual([
      ...['rdays-29+0', 'ryears+0+0', '20250301_20250331', 'age=61_90', 'channel=_0'],
    ])
  })

  it('says what it does not understand, and passes over words that say nothing', () => {
    expect(told('the women from Kamppi with hats, last quarter')).toEqual([
      ...['gender=0', '! Kamppi with hats', 'rquarters-1-1'],
    ])
    expect(told('')).toEqual([])
    expect(told('and')).toEqual([])
    expect(told('age 5–10')).toEqual(['! age 5–10'])
    expect(told('not women')).toEqual(['! not women'])
  })

  it('reads periods by the names of the filter, years, quarters and months that have been', () => {
    expect(told('rolling year; 2025; q3 2025; q4; december; today')).toEqual([
      ...['rmonths-11+0', '20250101_20251231', '20250701_20250930', '20261001_20261231', '20251201_20251231'],
      'rdays+0+0',
    ])
    expect(told('last 2 weeks, last 4 quarters, this month')).toEqual(['rdays-13+0', 'rquarters-3+0', 'rmonths+0+0'])
    const undated = vocabulary('en').filters.filter(({ extName }) => extName !== 'ftime')
    expect(told('last quarter', 'en', { filters: undated })).toEqual(['! last quarter'])
    expect(told('q3', 'en', { calendar: { weekStart: 1, fiscalYearStart: 7 } })).toEqual(['! q3'])
  })

  it('takes a range without a name for an age, else asks which is meant', () => {
    expect(told('basket 30–50')).toEqual(['basket=30_50'])
    expect(told('100 to 200')).toEqual(['basket=100_200'])
    const noAge = vocabulary('en').filters.map((one) => (one.extName === 'age' ? { ...one, title: 'Visits' } : one))
    expect(told('30–50', 'en', { filters: noAge })).toEqual(['? 30–50: Visits, Basket'])
    const bands = [filter('group', 'Age group', options('18–29', '30–39', '40–49', '50+'))]
    expect(told('30–49, 40+, 30–45', 'en', { filters: bands })).toEqual(['group=1*2', 'group=2*3', '! 30–45'])
  })

  it('tells options of the same name apart by their filter', () => {
    const filters = [filter('a', 'Member', options('Yes', 'No')), filter('b', 'Parking', options('Yes', 'No'))]
    expect(told('yes', 'en', { filters })).toEqual(['? yes: Member, Parking'])
    expect(told('parking no', 'en', { filters })).toEqual(['b=1'])
    const long = [filter('c', 'Channel', options('Store', 'Store pick-up'))]
    expect(told('store pick-up', 'en', { filters: long })).toEqual(['c=1'])
  })

  it('knows as many of the best and worst as rankings show', () => {
    expect(told('best 20 regions')).toEqual(['best25 0'])
    expect(told('5 best')).toEqual(['best10'])
    expect(told('worst stores')).toEqual(['worst10 1'])
    expect(told('best')).toEqual(['! best'])
    expect(told('worst 400')).toEqual(['! worst 400'])
  })

  it('names options as addresses write them', () => {
    const odd = [filter('d', 'Code', { options: [{ extName: '_a;b*', title: 'Odd one', n: 1 }], optionCount: 1 })]
    expect(told('odd one', 'en', { filters: odd })).toEqual(['d=%5Fa%3Bb%2A'])
  })
})

describe('the ranking that a phrase leads to', () => {
  const ranking = (of: 'children' | 'leaves' | { question: string }) =>
    ({ type: 'RankingTableComponent', of, ownRankOnly: false, spark: true }) as const
  const text = { type: 'Text', text: 'Hello' } as const

  it('is one of places: of the leaves where those are meant, else that of the page of rankings', () => {
    const pages = [
      { extname: 'groups', components: [ranking({ question: 'age' })] },
      { extname: 'stores', components: [text, ranking('leaves')] },
      { extname: 'rankings', components: [ranking('children')] },
    ]
    expect(rankTarget(pages, 'worst10', true)).toEqual({ page: 'stores', shown: 'stores:1.rows.worst10' })
    expect(rankTarget(pages, 'best25', false)).toEqual({ page: 'rankings', shown: 'rankings:0.rows.best25' })
    expect(rankTarget(pages.slice(0, 1), 'best10', true)).toEqual({ page: 'rankings', shown: 'rankings:0.rows.best10' })
  })
})
