import { around, dayOf, oneOf, remarks, type Stranger, someOf, sometimes, two } from './stranger.fixture.ts'

const towns = ['Oulu', 'Kemi', 'Turku', 'Espoo', 'Vaasa', 'Lahti']
const goods = ['Quality', 'Price', 'Opening hours', 'Location, parking', 'Staff', 'Range (food, drinks, sweets)']

const restaurant: Stranger = {
  name: 'restaurant feedback',
  separator: ',',
  rows: 620,
  columns: [
    ['Receipt no', 'hidden', (_, row) => 48_211 + row],
    [
      'Visit date',
      'date',
      (_, row) => {
        const [y, m, d] = dayOf(row)
        return `${two(d)}/${two(m)}/${y}`
      },
    ],
    ['City', 'choice', (_, row) => towns[row % 6] ?? ''],
    ['Restaurant', 'choice', (_, row) => `${towns[row % 6]} ${['Harbour', 'Market'][(row >> 3) % 2]}`],
    ['Food', 'scale', around(4, 1, 5)],
    ['Service', 'scale', around(3.6, 1, 5)],
    ['Value for money', 'scale', around(3.2, 1, 5)],
    ['Overall satisfaction', 'scale', around(3.8, 1, 5)],
    ['What was good?', 'multiple', someOf(', ', goods)],
    ['Bill', 'number', (random, row) => (row % 149 === 7 ? 'free' : (12 + 40 * random.next()).toFixed(2))],
    ['Party size', 'choice', oneOf(1, 2, 2, 2, 3, 4, 5, 6)],
    ['Anything else?', 'comment', sometimes(0.5, remarks)],
  ],
  headline: ['mean', 'Overall satisfaction'],
  doubts: { Bill: 'free' },
}

const hotel: Stranger = {
  name: 'Gäste 2024',
  separator: ';',
  rows: 480,
  columns: [
    ['Buchungsnummer', 'hidden', (_, row) => `B-${100_000 + row * 7}`],
    [
      'Anreisedatum',
      'date',
      (_, row) => {
        const [y, m, d] = dayOf(row)
        return `${d}.${m}.${y}`
      },
    ],
    ['Land', 'choice', oneOf('Deutschland', 'Österreich', 'Schweiz', 'Dänemark')],
    ['Wie wahrscheinlich ist es, dass Sie uns weiterempfehlen?', 'scale', around(7.8, 0, 10, 2)],
    [
      'Zufriedenheit mit dem Zimmer',
      'scale',
      oneOf('Sehr zufrieden', 'Zufrieden', 'Zufrieden', 'Weder noch', 'Unzufrieden', 'Sehr unzufrieden'),
    ],
    ['Frühstück', 'scale', around(4.1, 1, 5)],
    ['Sauberkeit', 'scale', around(4.4, 1, 5)],
    [
      'Preis pro Nacht',
      'number',
      (random, row) => (row % 60 === 3 ? '112.50' : `${random.whole(60, 240)},${two(random.whole(0, 99))}`),
    ],
    ['Nächte', 'choice', oneOf(1, 1, 2, 2, 3, 4, 7)],
    ['Geschlecht', 'choice', oneOf('weiblich', 'männlich', 'divers', 'keine Angabe')],
    [
      'Bemerkungen',
      'comment',
      sometimes(
        0.4,
        oneOf(
          'Das Zimmer war sehr schön und ruhig',
          'Nicht wieder',
          'Alles gut, danke',
          'Das WLAN war zu langsam und die Dusche kalt',
        ),
      ),
    ],
  ],
  headline: ['nps', 'Wie wahrscheinlich ist es, dass Sie uns weiterempfehlen?'],
  doubts: {},
}

const helpdesk: Stranger = {
  name: 'helpdesk',
  separator: '\t',
  rows: 700,
  columns: [
    ['Ticket', 'hidden', (_, row) => `INC${7000 + row}`],
    [
      'Closed at',
      'date',
      (_, row) => {
        const [y, m, d] = dayOf(row)
        return `${y}-${two(m)}-${two(d)}T${two(row % 24)}:${two(row % 60)}:00Z`
      },
    ],
    ['Agent', 'choice', oneOf('Ben', 'Ida', 'Leo', 'Mia', 'Noah', 'Zoe')],
    ['Team', 'choice', oneOf('Network', 'Accounts', 'Devices')],
    ['Resolved', 'choice', oneOf('Yes', 'Yes', 'Yes', 'No')],
    ['CSAT', 'scale', around(4, 1, 5)],
    ['Ease', 'scale', around(3.5, 1, 7, 1.4)],
    ['Handling minutes', 'number', (random) => random.whole(2, 340)],
    ['First reply after', 'text', (random) => `${two(random.whole(0, 23))}:${two(random.whole(0, 59))}`],
    ['Customer email', 'hidden', (random) => `user${random.whole(1, 400)}@example.com`],
    ['Comment', 'comment', sometimes(0.3, remarks)],
    ['Channel', 'choice', oneOf('phone', 'Phone', 'mail', 'chat')],
  ],
  headline: ['mean', 'CSAT'],
  doubts: {},
}

const lounge: Stranger = {
  name: 'lounge reviews',
  separator: ',',
  rows: 1500,
  columns: [
    [
      'Review date',
      'date',
      (_, row) => `${2010 + Math.floor(row / 200)}-${two((row % 12) + 1)}-${two((row % 28) + 1)}`,
    ],
    ['Airline', 'choice', (_, row) => ['Blue Air', 'Sky West', 'Polar', 'Condor Lines'][row % 4] ?? ''],
    ['Airport', 'choice', oneOf('HEL', 'ARN', 'FRA', 'JFK', 'LHR')],
    ['Overall rating', 'scale', (random, row) => (row < 1460 ? random.whole(1, 5) : random.whole(0, 10))],
    ['Comfort', 'scale', around(3, 1, 5)],
    ['Bar and beverages', 'scale', around(3, 1, 5)],
    ['Wifi connectivity', 'scale', around(2.8, 1, 5)],
    [
      'Author',
      'text',
      (random) =>
        `${random.pick(['J', 'M', 'S', 'T'])} ${random.pick(['Virtanen', 'Berg', 'Smith', 'Kaya'])}${random.whole(1, 900)}`,
    ],
    ['Recommended', 'choice', oneOf('yes', 'no', 'no')],
    ['Content', 'comment', remarks],
  ],
  headline: ['share', 'Recommended'],
  doubts: { 'Overall rating': 'doubtful' },
}

export const serviceFiles = [restaurant, hotel, helpdesk, lounge]
