import {
  ageQuestion,
  filesOf,
  filter,
  languageQuestion,
  option,
  recommendation,
  regionView,
  scale,
  several,
  t,
  timeFilters,
} from './definition.ts'
import type { Store } from './geography.ts'

const delivered = t('Delivered', 'Toimitettu', 'Levererat', 'Geliefert')
const bad = t('Poor', 'Huono', 'Dåligt', 'Schlecht')
const good = t('Excellent', 'Erinomainen', 'Utmärkt', 'Ausgezeichnet')
const carriers = { post: 'Post', bud: 'Bud & Co', locker: 'Locker' } as const
export const carrierCodes = Object.keys(carriers)

const questions = [
  { type: 'date', id: 'delivered', title: delivered, roles: ['date'] },
  {
    type: 'choice',
    id: 'store',
    title: t('Packed in', 'Pakattu', 'Packat i', 'Gepackt in'),
    open: true,
    roles: ['unit'],
  },
  {
    type: 'choice',
    id: 'carrier',
    title: t('Carrier', 'Kuljetus', 'Transportör', 'Zusteller'),
    options: Object.entries(carriers).map(([code, title]) => option(code, title)),
  },
  languageQuestion,
  ageQuestion,
  recommendation(
    t(
      'Would recommend the web shop',
      'Suosittelisi verkkokauppaa',
      'Skulle rekommendera webbutiken',
      'Würde den Webshop empfehlen',
    ),
  ),
  scale('speed', t('Speed', 'Nopeus', 'Snabbhet', 'Schnelligkeit'), [bad, good]),
  scale('packaging', t('Packaging', 'Pakkaus', 'Förpackning', 'Verpackung'), [bad, good]),
  {
    type: 'number',
    id: 'days',
    title: t('Days to deliver', 'Toimituspäivät', 'Leveransdagar', 'Liefertage'),
    min: 0,
    max: 60,
    unit: 'd',
  },
  {
    type: 'text',
    id: 'comment',
    title: t('Customer comments', 'Asiakkaiden kommentit', 'Kundkommentarer', 'Kundenkommentare'),
    roles: ['comment'],
  },
]
const titleOf = (id: string) => questions.find((question) => question.id === id)?.title as ReturnType<typeof t>

const indicators = [
  { measure: 'nps', id: 'nps', title: 'NPS', question: 'recommend', target: 35 },
  { measure: 'mean', id: 'speed', title: titleOf('speed'), question: 'speed', decimals: 2 },
  { measure: 'mean', id: 'packaging', title: titleOf('packaging'), question: 'packaging', decimals: 2 },
  { measure: 'median', id: 'days', title: titleOf('days'), question: 'days', better: 'low', decimals: 0 },
]
const ids = indicators.map(({ id }) => id)

/** The sample's second survey: deliveries of the web shop. */
export const deliveries = (stores: readonly Store[]) =>
  filesOf({
    settings: {
      extName: 'deliveries',
      title: t('Deliveries', 'Toimitukset', 'Leveranser', 'Lieferungen'),
      timeZone: 'Europe/Helsinki',
      startFilter: 'ftime=rmonths-11+0',
      mainIndicators: ids,
      enableExcelBenchmarkReport: true,
      enablePDFBenchmarkReport: true,
      enableSingleInterviewReport: true,
    },
    questions: { questions },
    views: {
      views: [
        regionView(stores),
        {
          extName: 'carrier',
          title: titleOf('carrier'),
          root: { id: 'all', title: t('All carriers', 'Kaikki kuljetukset', 'Alla transportörer', 'Alle Zusteller') },
          levels: [{ question: 'carrier', title: titleOf('carrier') }],
        },
      ],
    },
    filters: {
      standard: {
        filterGroups: [
          {
            title: t('Delivery', 'Toimitus', 'Leverans', 'Lieferung'),
            filters: [filter('carrier', titleOf('carrier'), several), filter('days', titleOf('days'), { range: true })],
          },
          {
            title: t('Customer', 'Asiakas', 'Kund', 'Kunde'),
            filters: [filter('age', titleOf('age'), { range: true }), filter('language', titleOf('language'), several)],
          },
        ],
      },
      time: timeFilters(delivered),
    },
    indicators: { indicators },
    pages: {
      pages: [
        {
          extname: 'overview',
          title: t('Overview', 'Yleiskuva', 'Översikt', 'Überblick'),
          icon: 'overview',
          components: [
            { type: 'IndicatorTiles' },
            { type: 'Trend', indicators: ['nps'] },
            { type: 'Distribution', question: 'recommend' },
            { type: 'RankingTableComponent', indicators: ids },
          ],
        },
        {
          extname: 'rankings',
          title: t('Rankings', 'Sijoitukset', 'Ranking', 'Rangliste'),
          icon: 'ranking',
          components: [{ type: 'RankingTableComponent', indicators: ids }],
        },
        {
          extname: 'comments',
          title: t('Comments', 'Kommentit', 'Kommentarer', 'Kommentare'),
          icon: 'comment',
          components: [{ type: 'Comments', limit: 50 }],
        },
      ],
    },
  })
