import { alertRules } from './alert-rules.ts'
import {
  ageQuestion,
  filesOf,
  filter,
  languageQuestion,
  onePerCustomer,
  option,
  recommendation,
  regionView,
  scale,
  several,
  t,
  timeFilters,
} from './definition.ts'
import { forms } from './forms.ts'
import type { Store } from './geography.ts'

export const productLines = {
  fashion: { title: t('Fashion', 'Muoti', 'Mode', 'Mode'), products: ['Women', 'Men', 'Children', 'Shoes'] },
  home: { title: t('Home', 'Koti', 'Hem', 'Wohnen'), products: ['Kitchen', 'Textiles', 'Lighting'] },
  outdoor: {
    title: t('Outdoor', 'Ulkoilu', 'Friluftsliv', 'Outdoor'),
    products: ['Hiking', 'Cycling', 'Winter sports'],
  },
  beauty: { title: t('Beauty', 'Kauneus', 'Skönhet', 'Beauty'), products: ['Skin care', 'Fragrances'] },
} as const

const visited = t('Visited', 'Käynti', 'Besök', 'Besuch')
const bad = t('Poor', 'Huono', 'Dåligt', 'Schlecht')
const good = t('Excellent', 'Erinomainen', 'Utmärkt', 'Ausgezeichnet')
const ratings = [
  ['satisfaction', t('Satisfaction', 'Tyytyväisyys', 'Nöjdhet', 'Zufriedenheit')],
  ['queue', t('Checkout', 'Kassa', 'Kassan', 'Kasse')],
  ['staff', t('Staff', 'Henkilökunta', 'Personal', 'Personal')],
  ['selection', t('Range', 'Valikoima', 'Sortiment', 'Sortiment')],
  ['price', t('Value for money', 'Hinta-laatusuhde', 'Prisvärdhet', 'Preis-Leistung')],
  ['cleanliness', t('Cleanliness', 'Siisteys', 'Renlighet', 'Sauberkeit')],
] as const

const questions = [
  { type: 'date', id: 'visited', title: visited, roles: ['date'] },
  { type: 'choice', id: 'store', title: t('Store', 'Myymälä', 'Butik', 'Filiale'), open: true, roles: ['unit'] },
  {
    type: 'choice',
    id: 'line',
    title: t('Product line', 'Tuotelinja', 'Produktlinje', 'Produktlinie'),
    options: Object.entries(productLines).map(([code, { title }]) => option(code, title)),
  },
  { type: 'choice', id: 'product', title: t('Product', 'Tuoteryhmä', 'Produkt', 'Produkt'), open: true },
  {
    type: 'choice',
    id: 'channel',
    title: t('Channel', 'Kanava', 'Kanal', 'Kanal'),
    options: [
      option('store', t('Store', 'Myymälä', 'Butik', 'Filiale')),
      option('collect', t('Click & collect', 'Nouto', 'Hämta i butik', 'Abholung')),
      option('phone', t('Phone', 'Puhelin', 'Telefon', 'Telefon')),
    ],
  },
  {
    type: 'choice',
    id: 'member',
    title: t('Loyalty member', 'Kanta-asiakas', 'Medlem', 'Stammkunde'),
    options: [option('yes', t('Yes', 'Kyllä', 'Ja', 'Ja')), option('no', t('No', 'Ei', 'Nej', 'Nein'))],
  },
  languageQuestion,
  ageQuestion,
  {
    type: 'text',
    id: 'customer',
    title: t('Customer', 'Asiakas', 'Kund', 'Kunde'),
    roles: ['contact', 'pii'],
    hidden: true,
  },
  recommendation(t('Would recommend us', 'Suosittelisi meitä', 'Skulle rekommendera oss', 'Würde uns empfehlen')),
  ...ratings.map(([id, title]) => scale(id, title, [bad, good])),
  {
    type: 'multiple',
    id: 'themes',
    title: t(
      'What the visit was about',
      'Mistä käynnissä oli kyse',
      'Vad besöket handlade om',
      'Worum es beim Besuch ging',
    ),
    options: ratings.slice(1).map(([id, title]) => option(id, title)),
  },
  { type: 'number', id: 'basket', title: t('Basket', 'Ostos', 'Köp', 'Einkauf'), decimals: 2, min: 0, unit: '€' },
  {
    type: 'text',
    id: 'comment',
    title: t('Customer comments', 'Asiakkaiden kommentit', 'Kundkommentarer', 'Kundenkommentare'),
    roles: ['comment'],
  },
  {
    type: 'number',
    id: 'weight',
    title: t('Weight', 'Paino', 'Vikt', 'Gewicht'),
    decimals: 6,
    roles: ['weight'],
    hidden: true,
  },
]

const indicators = [
  { measure: 'nps', id: 'nps', title: 'NPS', question: 'recommend', target: 42 },
  {
    measure: 'topBox',
    id: 'satisfied',
    title: t('Satisfied', 'Tyytyväisiä', 'Nöjda', 'Zufriedene'),
    question: 'satisfaction',
    target: 72,
  },
  ...ratings.slice(1).map(([id, title]) => ({
    measure: 'mean',
    id,
    title,
    question: id,
    decimals: 2,
    ...(id === 'queue' ? { target: 4 } : {}),
  })),
  {
    measure: 'composite',
    id: 'experience',
    title: t('Experience', 'Kokemus', 'Upplevelse', 'Erlebnis'),
    parts: ratings.slice(1).map(([id]) => ({ indicator: `${id}Index` })),
    minimumParts: 3,
  },
  ...ratings.slice(1).map(([id, title]) => ({ measure: 'index', id: `${id}Index`, title, question: id, decimals: 0 })),
  {
    measure: 'nps',
    id: 'npsWeighted',
    title: t('NPS, weighted', 'NPS, painotettu', 'NPS, viktad', 'NPS, gewichtet'),
    question: 'recommend',
    weight: 'role',
  },
  {
    measure: 'median',
    id: 'basketMedian',
    title: t('Median basket', 'Ostosten mediaani', 'Medianköp', 'Median-Einkauf'),
    question: 'basket',
    decimals: 2,
  },
]

const readingDrivers = t(
  '## Start at the top left\n\nQuestions of **high importance and low score** come first.\n\n1. Pick one of them.\n2. Look for the [stores](/page/stores/store-visits/region,all) where it is weakest.\n3. Read [what customers say](/page/comments/store-visits/region,all) there.\n\n*Importance* says how much of the variation in NPS goes with a question. It does not prove a cause.',
  '## Aloita vasemmalta ylhäältä\n\nEnsin tulevat kysymykset, joiden **merkitys on suuri ja tulos heikko**.\n\n1. Valitse niistä yksi.\n2. Etsi [myymälät](/page/stores/store-visits/region,all), joissa se on heikoin.\n3. Lue, [mitä asiakkaat sanovat](/page/comments/store-visits/region,all) siellä.\n\n*Merkitys* kertoo, kuinka suuri osa NPS:n vaihtelusta liittyy kysymykseen. Se ei todista syytä.',
  '## Börja uppe till vänster\n\nFrågor med **stor betydelse och lågt resultat** kommer först.\n\n1. Välj en av dem.\n2. Leta upp [butikerna](/page/stores/store-visits/region,all) där den är svagast.\n3. Läs [vad kunderna säger](/page/comments/store-visits/region,all) där.\n\n*Betydelse* säger hur stor del av variationen i NPS som hör ihop med frågan. Det bevisar ingen orsak.',
  '## Beginnen Sie oben links\n\nZuerst kommen Fragen mit **hoher Bedeutung und niedrigem Wert**.\n\n1. Wählen Sie eine davon.\n2. Suchen Sie die [Filialen](/page/stores/store-visits/region,all), in denen sie am schwächsten ist.\n3. Lesen Sie, [was Kunden dort sagen](/page/comments/store-visits/region,all).\n\n*Bedeutung* sagt, wie viel der Streuung des NPS mit einer Frage einhergeht. Eine Ursache beweist sie nicht.',
)

const storesByChannel = `select label as channel, count(distinct store) as stores, count(*) as n, avg(score_nps) as mean
from interviews join codes on question = 'channel' and code = channel
group by all
order by n desc`

const main = ['nps', 'satisfied', 'queue', 'staff']
const pages = [
  {
    extname: 'overview',
    title: t('Overview', 'Yleiskuva', 'Översikt', 'Überblick'),
    icon: 'overview',
    components: [
      { type: 'IndicatorTiles', indicators: main },
      { type: 'Trend', indicators: ['nps'], width: 7 },
      { type: 'ChangeDecomposition', indicator: 'nps', width: 5 },
      { type: 'RankingTableComponent', indicators: ['nps', 'satisfied', 'queue'] },
      { type: 'AlertList', limit: 3, width: 7 },
      { type: 'Distribution', question: 'recommend', width: 5 },
      { type: 'Comments', question: 'comment', limit: 5 },
    ],
  },
  {
    extname: 'rankings',
    title: t('Rankings', 'Sijoitukset', 'Ranking', 'Rangliste'),
    icon: 'ranking',
    components: [{ type: 'RankingTableComponent', indicators: ['nps', 'satisfied', 'queue', 'staff', 'selection'] }],
  },
  {
    extname: 'stores',
    title: t('Stores', 'Myymälät', 'Butiker', 'Filialen'),
    icon: 'store',
    components: [
      { type: 'RankingTableComponent', of: 'leaves', indicators: ['nps', 'satisfied', 'queue', 'staff'], minimum: 30 },
    ],
  },
  {
    extname: 'trends',
    title: t('Trends', 'Kehitys', 'Trender', 'Trends'),
    icon: 'trend',
    selectionInterval: 'rmonths-23+0',
    components: [
      { type: 'Trend', indicators: ['nps'], places: true },
      { type: 'Trend', indicators: ['queue', 'staff', 'selection', 'price', 'cleanliness'] },
    ],
  },
  {
    extname: 'changes',
    title: t('Changes', 'Muutokset', 'Förändringar', 'Änderungen'),
    icon: 'change',
    components: [
      { type: 'ChangeDecomposition', indicator: 'nps', segment: 'channel' },
      { type: 'ChangeDecomposition', indicator: 'queue' },
      { type: 'Targets', indicators: ['nps', 'satisfied'] },
    ],
  },
  {
    extname: 'heat',
    title: t('Heat map', 'Lämpökartta', 'Värmekarta', 'Heatmap'),
    icon: 'heat',
    components: [
      { type: 'HeatMap', indicators: ['nps', 'satisfied', 'queue', 'staff', 'selection', 'price', 'cleanliness'] },
      {
        type: 'HeatMap',
        indicators: ['nps'],
        questions: ['queue', 'staff', 'selection', 'price', 'cleanliness'],
        of: { period: 'month' },
      },
      {
        type: 'GeographyTiles',
        indicator: 'nps',
        tiles: [
          { place: 'no', column: 1, row: 1 },
          { place: 'se', column: 2, row: 1 },
          { place: 'fi', column: 3, row: 1 },
          { place: 'dk', column: 1, row: 2 },
        ],
      },
      { type: 'GeographyTiles', indicator: 'queue', of: { depth: 2 } },
    ],
  },
  {
    extname: 'drivers',
    title: t('Drivers', 'Tekijät', 'Drivkrafter', 'Treiber'),
    icon: 'driver',
    components: [
      {
        type: 'KeyDrivers',
        outcome: 'nps',
        drivers: ['queue', 'staff', 'selection', 'price', 'cleanliness'],
      },
      {
        type: 'Text',
        title: t('How to read this page', 'Näin luet tätä sivua', 'Så läser du sidan', 'So lesen Sie diese Seite'),
        text: readingDrivers,
      },
    ],
  },
  {
    extname: 'customers',
    title: t('Customers', 'Asiakkaat', 'Kunder', 'Kunden'),
    icon: 'customers',
    components: [
      { type: 'RankingTableComponent', of: { question: 'age' }, indicators: ['nps', 'satisfied', 'basketMedian'] },
      { type: 'RankingTableComponent', of: { question: 'channel' }, indicators: ['nps', 'satisfied', 'basketMedian'] },
      { type: 'Crosstab', rows: { question: 'themes' }, columns: { question: 'age' }, indicator: 'nps' },
      { type: 'Crosstab', rows: { question: 'channel' }, columns: { depth: 1 }, indicator: 'nps', show: 'figure' },
      { type: 'Distribution', question: 'themes' },
      { type: 'Distribution', question: 'satisfaction', split: 'channel', width: 12 },
      { type: 'Distribution', question: 'themes', split: 'member', width: 12 },
      {
        type: 'Sql',
        title: t('Stores by channel', 'Myymälät kanavittain', 'Butiker per kanal', 'Filialen nach Kanal'),
        statement: storesByChannel,
        columnTitles: [
          t('Channel', 'Kanava', 'Kanal', 'Kanal'),
          t('Stores', 'Myymälät', 'Butiker', 'Filialen'),
          t('Visits', 'Käynnit', 'Besök', 'Besuche'),
          t('Mean', 'Keskiarvo', 'Medelvärde', 'Mittelwert'),
        ],
      },
    ],
  },
  {
    extname: 'comments',
    title: t('Comments', 'Kommentit', 'Kommentarer', 'Kommentare'),
    icon: 'comment',
    components: [
      { type: 'Topics', indicator: 'nps' },
      { type: 'Comments', question: 'comment', limit: 50 },
    ],
  },
  {
    extname: 'loop',
    title: t('Closing the loop', 'Palautteen hoito', 'Återkoppling', 'Rückmeldung'),
    icon: 'alert',
    components: [
      { type: 'AlertLoop' },
      { type: 'AlertList', limit: 8 },
      { type: 'ResponseFunnel' },
      { type: 'InterviewList', limit: 10 },
    ],
  },
  {
    extname: 'leagues',
    title: t('Leagues', 'Liigat', 'Ligor', 'Ligen'),
    icon: 'trophy',
    components: [
      {
        type: 'GamificationOverviewConfig',
        region: 1,
        round: 'week',
        baseline: 4,
        indicators: ['nps', 'queue', 'staff', 'cleanliness'],
      },
    ],
  },
  {
    extname: 'alerts',
    title: t('Alerts', 'Hälytykset', 'Larm', 'Alarme'),
    icon: 'alert',
    components: [],
  },
  {
    extname: 'samples',
    title: t('Samples', 'Otos', 'Urval', 'Stichproben'),
    icon: 'sample',
    components: [],
  },
]

const answersTitle = t('Answers', 'Vastaukset', 'Svar', 'Antworten')
const titleOf = (id: string) => questions.find((question) => question.id === id)?.title as ReturnType<typeof t>
const filters = {
  standard: {
    filterGroups: [
      {
        title: t('Visit', 'Käynti', 'Besök', 'Besuch'),
        filters: [
          filter('channel', titleOf('channel'), several),
          filter('line', titleOf('line'), several),
          filter('product', titleOf('product'), { ...several, exclude: true }),
          filter('store', titleOf('store'), { ...several, serverSide: true, exclude: true }),
        ],
      },
      {
        title: t('Customer', 'Asiakas', 'Kund', 'Kunde'),
        filters: [
          filter('age', titleOf('age'), { range: true }),
          filter('language', titleOf('language'), several),
          filter('member', titleOf('member')),
        ],
      },
      {
        title: answersTitle,
        expanded: false,
        filters: [
          filter('recommend', titleOf('recommend'), { range: true }),
          filter('themes', titleOf('themes'), { ...several, exclude: true }),
          filter('basket', titleOf('basket'), { range: true }),
          filter(
            'comment',
            t('Comment contains', 'Kommentti sisältää', 'Kommentaren innehåller', 'Kommentar enthält'),
            { submatch: true, exclude: true, ...several },
          ),
        ],
      },
    ],
  },
  time: timeFilters(visited, onePerCustomer),
}

/** What the chain and its countries want to reach, quarter by quarter. */
const targets = {
  nps: {
    'region,all': { '2026': 40, '2026-Q1': 36, '2026-Q2': 38, '2026-Q3': 40, '2026-Q4': 42 },
    'region,all,fi': { '2026-Q3': 38, '2026-Q4': 40 },
    'region,all,dk': { '2026-Q4': 30 },
  },
}

/** The definition of the sample's main survey: visits to the stores of a Nordic chain. */
export const storeVisits = (stores: readonly Store[]) =>
  filesOf({
    settings: {
      extName: 'store-visits',
      title: t('Store visits', 'Myymäläkäynnit', 'Butiksbesök', 'Filialbesuche'),
      timeZone: 'Europe/Helsinki',
      startFilter: 'ftime=rmonths-11+0',
      mainIndicators: main,
      enableExcelBenchmarkReport: true,
      enablePDFBenchmarkReport: true,
      enableSingleInterviewReport: true,
      enableIndicatorsReport: true,
      enableInterviewsReport: true,
      enableAlertsReport: true,
      enableActionsReport: true,
      enableSamplesReport: true,
      quality: { straightLining: 5, duplicateDays: 1 },
      events: [
        { day: '2026-03-02', title: t('New checkouts', 'Uudet kassat', 'Nya kassor', 'Neue Kassen') },
        {
          day: '2026-08-10',
          title: t('Loyalty programme', 'Kanta-asiakasohjelma', 'Lojalitetsprogram', 'Treueprogramm'),
        },
      ],
    },
    questions: { questions },
    views: {
      views: [
        regionView(stores),
        {
          extName: 'product',
          title: t('Product lines', 'Tuotelinjat', 'Produktlinjer', 'Produktlinien'),
          root: { id: 'all', title: t('All products', 'Kaikki tuotteet', 'Alla produkter', 'Alle Produkte') },
          levels: [
            { question: 'line', title: titleOf('line') },
            { question: 'product', title: titleOf('product') },
          ],
        },
      ],
    },
    filters,
    indicators: { indicators },
    targets: { targets },
    'alert-rules': alertRules,
    forms,
    pages: { pages },
  })
