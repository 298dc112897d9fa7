import { around, dayOf, oneOf, remarks, type Stranger, someOf, sometimes, two } from './stranger.fixture.ts'

const patients: Stranger = {
  name: 'Patientenkät',
  separator: ';',
  rows: 520,
  columns: [
    ['Löpnummer', 'hidden', (_, row) => row + 1],
    [
      'Svarsdatum',
      'date',
      (_, row) => {
        const [y, m, d] = dayOf(row)
        return `${y}-${two(m)}-${two(d)}`
      },
    ],
    ['Region', 'choice', (_, row) => ['Norr', 'Syd'][row % 2] ?? ''],
    ['Klinik', 'choice', (_, row) => `${['Norr', 'Syd'][row % 2]} ${['öga', 'hjärta', 'barn'][row % 3]}`],
    ['Smärta idag', 'scale', around(4, 0, 10, 2.5)],
    [
      'Hur nöjd är du med bemötandet?',
      'scale',
      oneOf('Mycket nöjd', 'Nöjd', 'Nöjd', 'Varken eller', 'Missnöjd', 'Mycket missnöjd'),
    ],
    ['Väntetid i minuter', 'number', (random, row) => (row % 50 === 11 ? 'vet ej' : random.whole(0, 180))],
    ['Ålder', 'number', (random) => random.whole(1, 97)],
    ['Kön', 'choice', oneOf('Kvinna', 'Man', 'Vill ej svara')],
    ['Postnummer', 'choice', (random) => `${random.whole(100, 140)} ${random.pick(['10', '20'])}`],
    [
      'Kommentar',
      'comment',
      sometimes(
        0.3,
        oneOf('Det var mycket bra och snabbt', 'Jag fick inte hjälp i tid', 'Bra', 'Personalen var väldigt trevlig'),
      ),
    ],
  ],
  headline: ['mean', 'Hur nöjd är du med bemötandet?'],
  doubts: { 'Väntetid i minuter': 'vet ej' },
}

const citizens: Stranger = {
  name: 'kuntalaiskysely',
  separator: ',',
  rows: 640,
  columns: [
    ['Kotikunta', 'choice', oneOf('Salo', 'Paimio', 'Somero', 'Loimaa')],
    ['Kirjastopalvelut', 'scale', around(4, 1, 5)],
    ['Katujen kunto', 'scale', around(2.6, 1, 5)],
    ['Joukkoliikenne', 'scale', (random, row) => (row % 9 === 4 ? 9 : around(3, 1, 5)(random))],
    ['Päätöksenteko', 'scale', around(2.8, 1, 5)],
    [
      'Mitä palveluja käytät?',
      'multiple',
      someOf('; ', ['Kirjasto', 'Uimahalli', 'Terveyskeskus', 'Bussi', 'Nuorisotila']),
    ],
    ['Syntymävuosi', 'number', (random) => random.whole(1935, 2007)],
    ['Lapsia taloudessa', 'choice', oneOf(0, 0, 1, 2, 3)],
    ['Painokerroin', 'number', (random) => (0.4 + 1.4 * random.next()).toFixed(7)],
    [
      'Terveiset päättäjille',
      'comment',
      sometimes(
        0.3,
        oneOf(
          'Kadut ovat todella huonossa kunnossa',
          'Kiitos hyvästä kirjastosta ja uimahallista',
          'Lisää busseja, kiitos, ja halvemmalla',
          'Verot ovat liian korkeat jo nyt',
        ),
      ),
    ],
  ],
  headline: ['mean', 'Kirjastopalvelut'],
  doubts: { Joukkoliikenne: 'doubtful' },
}

const apps: Stranger = {
  name: 'app-reviews',
  separator: ',',
  rows: 900,
  columns: [
    ['review_id', 'hidden', (_, row) => `gp:AOqp${(row * 7919).toString(36)}`],
    ['userName', 'hidden', (random) => `${random.pick(['anna', 'max', 'kim', 'lee'])}_${random.whole(1, 800)}`],
    ['score', 'scale', oneOf(5, 5, 5, 4, 3, 1, 1, 2)],
    ['thumbsUpCount', 'number', (random) => Math.floor(80 * random.next() ** 6)],
    ['reviewCreatedVersion', 'choice', oneOf('4.1.0', '4.1.2', '4.2.0', '4.10.1')],
    [
      'at',
      'date',
      (_, row) => {
        const [y, m, d] = dayOf(row)
        return `${y}-${two(m)}-${two(d)} ${two(row % 24)}:00:00`
      },
    ],
    ['country', 'choice', oneOf('US', 'GB', 'FI', 'SE', 'DE')],
    ['content', 'comment', remarks],
    [
      'replyContent',
      'comment',
      sometimes(
        0.3,
        oneOf(
          'Thank you for your kind feedback, we are glad you like it',
          'Sorry to hear that, please write to our support team',
        ),
      ),
    ],
  ],
  headline: ['mean', 'score'],
  doubts: {},
}

const bank: Stranger = {
  name: 'Bank tracker',
  separator: ';',
  rows: 800,
  columns: [
    ['Wave', 'choice', (_, row) => `2024 Q${Math.floor(row / 200) + 1}`],
    ['Customer ID', 'hidden', (random) => `C${random.whole(100_000, 999_999)}`],
    ['Area', 'choice', (_, row) => ['East', 'West'][row % 2] ?? ''],
    ['Branch', 'choice', (_, row) => `${['East', 'West'][row % 2]} ${(row % 12) + 1}`],
    ['NPS', 'scale', (random) => (random.next() < 0.05 ? 11 : around(7.4, 0, 10, 2)(random))],
    ['Advice', 'scale', around(5, 1, 7, 1.3)],
    ['Fees', 'scale', around(3.6, 1, 7, 1.5)],
    ['Balance', 'number', (random) => `${random.whole(1, 90)} ${random.whole(100, 999)},${two(random.whole(0, 99))}`],
    ['Products held', 'multiple', someOf('|', ['Loan', 'Card', 'Savings', 'Fund'], 0.4)],
    ['Age group', 'choice', oneOf('18–29', '30–44', '45–59', '60+')],
    ['Reason for the score', 'comment', sometimes(0.6, remarks)],
    ['Weight', 'number', (random) => (0.5 + random.next()).toFixed(4).replace('.', ',')],
  ],
  headline: ['nps', 'NPS'],
  doubts: { NPS: '11' },
}

export const publicFiles = [patients, citizens, apps, bank]
