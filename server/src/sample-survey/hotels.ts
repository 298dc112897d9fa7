import { addDays, type Day } from '@kaiku/core/day.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { filesOf, filter, option, recommendation, scale, several, t, timeFilters } from './definition.ts'
import type { MadeRow } from './interviews.ts'
import { randomOf } from './random.ts'

const cities = {
  helsinki: ['Kuutamo Kallio', 'Kuutamo Station'],
  tallinn: ['Kuutamo Old Town', 'Kuutamo Harbour'],
  riga: ['Kuutamo Art Nouveau'],
} as const
const cityTitles: Record<keyof typeof cities, ReturnType<typeof t>> = {
  helsinki: t('Helsinki', 'Helsinki', 'Helsingfors', 'Helsinki'),
  tallinn: t('Tallinn', 'Tallinna', 'Tallinn', 'Tallinn'),
  riga: t('Riga', 'Riika', 'Riga', 'Riga'),
}
const hotels = Object.entries(cities).flatMap(([city, names]) =>
  names.map((name, at) => ({ id: `${city}-${at + 1}`, city, name })),
)

const bad = t('Poor', 'Huono', 'Dåligt', 'Schlecht')
const good = t('Excellent', 'Erinomainen', 'Utmärkt', 'Ausgezeichnet')
const left = t('Checked out', 'Lähtöpäivä', 'Utcheckning', 'Abreise')
const hotel = t('Hotel', 'Hotelli', 'Hotell', 'Hotel')
const purpose = t('Purpose', 'Matkan syy', 'Syfte', 'Anlass')
const room = t('Room', 'Huone', 'Rum', 'Zimmer')
const breakfast = t('Breakfast', 'Aamiainen', 'Frukost', 'Frühstück')

const indicators = [
  { measure: 'nps', id: 'nps', title: 'NPS', question: 'recommend', target: 50 },
  { measure: 'mean', id: 'room', title: room, question: 'room', decimals: 2 },
  { measure: 'mean', id: 'breakfast', title: breakfast, question: 'breakfast', decimals: 2 },
]

/** The survey of the second universe: guests of five hotels. */
export const guests = () =>
  filesOf({
    settings: {
      extName: 'guests',
      title: t('Guests', 'Vieraat', 'Gäster', 'Gäste'),
      timeZone: 'Europe/Tallinn',
      startFilter: 'ftime=rmonths-11+0',
      mainIndicators: indicators.map(({ id }) => id),
      enableExcelBenchmarkReport: true,
      enablePDFBenchmarkReport: true,
      enableSingleInterviewReport: true,
    },
    questions: {
      questions: [
        { type: 'date', id: 'left', title: left, roles: ['date'] },
        { type: 'choice', id: 'hotel', title: hotel, open: true, roles: ['unit'] },
        {
          type: 'choice',
          id: 'purpose',
          title: purpose,
          options: [
            option('leisure', t('Leisure', 'Vapaa-aika', 'Fritid', 'Freizeit')),
            option('work', t('Work', 'Työ', 'Arbete', 'Arbeit')),
          ],
        },
        recommendation(t('Would recommend', 'Suosittelisi', 'Skulle rekommendera', 'Würde empfehlen')),
        scale('room', room, [bad, good]),
        scale('breakfast', breakfast, [bad, good]),
      ],
    },
    views: {
      views: [
        {
          extName: 'hotel',
          title: t('Hotels', 'Hotellit', 'Hotell', 'Hotels'),
          root: { id: 'all', title: t('All hotels', 'Kaikki hotellit', 'Alla hotell', 'Alle Hotels') },
          key: 'hotel',
          levelTitles: [t('City', 'Kaupunki', 'Stad', 'Stadt'), hotel],
          nodes: [
            ...Object.entries(cityTitles).map(([id, name], order) => ({ id, name, order })),
            ...hotels.map(({ id, city, name }) => ({ id, parent: city, name })),
          ],
        },
      ],
    },
    indicators: { indicators },
    filters: {
      standard: {
        filterGroups: [{ title: purpose, expanded: true, filters: [filter('purpose', purpose, several)] }],
      },
      time: timeFilters(left),
    },
    pages: {
      pages: [
        {
          extname: 'overview',
          title: t('Overview', 'Yleiskuva', 'Översikt', 'Überblick'),
          icon: 'overview',
          components: [
            { type: 'IndicatorTiles' },
            { type: 'Trend', indicators: ['nps'] },
            { type: 'RankingTableComponent', of: 'children' },
          ],
        },
        {
          extname: 'rankings',
          title: t('Rankings', 'Vertailu', 'Rankning', 'Rangliste'),
          icon: 'rankings',
          components: [{ type: 'RankingTableComponent', of: 'leaves' }],
        },
      ],
    },
  })

const level = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value)))

/** `count` stays, the same for the same last day. */
export function* stayRows(count: number, end: Day): Generator<MadeRow> {
  const random = randomOf(31)
  for (let number = 1; number <= count; number++) {
    const at = random.whole(0, hotels.length - 1)
    const felt = 3.8 + 0.15 * (at - 2) + 0.7 * random.normal()
    const answers: Record<string, Answers[string]> = {
      left: addDays(end, -random.whole(0, 700)),
      hotel: hotels[at]?.id ?? '',
      purpose: random.next() < 0.6 ? 'leisure' : 'work',
      recommend: level(8 + 2 * (felt - 3.8) + random.normal(), 0, 10),
      room: level(felt + 0.4 * random.normal(), 1, 5),
    }
    if (random.next() < 0.8) answers.breakfast = level(felt + 0.6 * random.normal(), 1, 5)
    yield { key: `s${number}`, answers }
  }
}
