import { around, dayOf, oneOf, remarks, type Stranger, someOf, sometimes, two } from './stranger.fixture.ts'

const agree = [
  'Täysin samaa mieltä',
  'Jokseenkin samaa mieltä',
  'Ei samaa eikä eri mieltä',
  'Jokseenkin eri mieltä',
  'Täysin eri mieltä',
]
const units = {
  Myynti: ['Kauppa', 'Verkko'],
  Tuotanto: ['Linja 1', 'Linja 2', 'Varasto'],
  Hallinto: ['Talous', 'Henkilöstö'],
} as const
const teams = Object.entries(units).flatMap(([unit, list]) => list.map((team) => [unit, team] as const))
const tools = ['CI/CD (GitHub Actions, GitLab CI, Jenkins)', 'Docker', 'Kubernetes', 'React', 'SQL', 'Muu, mikä?']

const employees: Stranger = {
  name: 'Henkilöstökysely',
  separator: ';',
  rows: 400,
  columns: [
    ['Vastaaja', 'hidden', (_, row) => row + 1],
    [
      'Vastattu',
      'date',
      (_, row) => {
        const [y, m, d] = dayOf(row)
        return `${d}.${m}.${y} ${row % 24}.${two(row % 60)}`
      },
    ],
    ['Yksikkö', 'choice', (_, row) => teams[row % 7]?.[0] ?? ''],
    ['Tiimi', 'choice', (_, row) => teams[row % 7]?.[1] ?? ''],
    ['Kuinka todennäköisesti suosittelisit työpaikkaasi?', 'scale', around(7, 0, 10, 2.2)],
    ['Työni on mielekästä', 'scale', oneOf(...agree)],
    ['Saan apua esihenkilöltäni', 'scale', oneOf(...agree, 'En osaa sanoa')],
    ['Ikä', 'number', (random) => random.whole(19, 66)],
    ['Sukupuoli', 'choice', oneOf('nainen', 'mies', 'muu')],
    ['Työtunnit viikossa', 'choice', oneOf(15, 20, 24, 28, 30, 30)],
    [
      'Avoin palaute',
      'comment',
      sometimes(
        0.3,
        oneOf('Palkka on liian pieni ja kiire kova', 'Hyvä esimies', 'Ei ole lisättävää', 'Kahvi on hyvää'),
      ),
    ],
  ],
  headline: ['nps', 'Kuinka todennäköisesti suosittelisit työpaikkaasi?'],
  doubts: {},
}

const odd = ['en kerro', 'noin 4k', '60-70k', 'n. 5000']
const salary: Stranger = {
  name: 'palkkakysely',
  separator: ';',
  rows: 900,
  columns: [
    [
      'Timestamp',
      'date',
      (_, row) => {
        const [y, m, d] = dayOf(row)
        return `${d}.${m}.${y} ${two(row % 24)}:${two(row % 60)}:09`
      },
    ],
    ['Missä kaupungissa työskentelet?', 'choice', oneOf('Helsinki', 'Tampere', 'Oulu', 'Turku', 'Jyväskylä')],
    [
      'Vuosipalkka',
      'number',
      (random, row) =>
        row % 230 === 5
          ? (odd[Math.floor(row / 230)] ?? '')
          : `${random.whole(30, 120)} ${random.pick(['000', '500', '250'])}`,
    ],
    [
      'Kuukausipalkka',
      'number',
      (random, row) =>
        row % 200 === 9 ? `${random.whole(3, 9)}312.5` : `${random.whole(2500, 9000)}${row % 3 ? '' : ',5'}`,
    ],
    ['Työkalut', 'multiple', someOf(', ', tools)],
    ['Kokemus vuosina', 'number', (random) => random.whole(0, 35)],
    ['Sukupuoli', 'choice', oneOf('Nainen', 'Mies', 'Muu', 'En halua vastata')],
    ['Tyytyväisyys palkkaan', 'scale', around(3, 1, 5)],
    ['Etätyön osuus', 'number', (random) => `${random.whole(0, 20) * 5}%`],
    ['Kommentti', 'comment', sometimes(0.2, remarks)],
  ],
  headline: ['mean', 'Tyytyväisyys palkkaan'],
  doubts: { Vuosipalkka: 'en kerro', Kuukausipalkka: 'decimal comma' },
}

const course: Stranger = {
  name: 'Course evaluation',
  separator: ',',
  rows: 350,
  columns: [
    ['Semester', 'choice', oneOf('Autumn 2023', 'Spring 2024', 'Autumn 2024')],
    ['Faculty', 'choice', (_, row) => ['Arts', 'Science'][row % 2] ?? ''],
    ['Course', 'choice', (_, row) => `${['ART', 'SCI'][row % 2]}-${100 + (row % 10)}`],
    [
      'The course was well organised',
      'scale',
      oneOf('Strongly agree', 'Agree', 'Agree', 'Neutral', 'Disagree', 'Strongly disagree'),
    ],
    [
      'The workload was reasonable',
      'scale',
      oneOf('Strongly agree', 'Agree', 'Neutral', 'Disagree', 'Strongly disagree'),
    ],
    ['Overall grade', 'scale', around(7, 0, 10, 1.8)],
    ['Working hours per week', 'number', (random) => random.whole(1, 40)],
    ['Attendance', 'choice', oneOf('On site', 'Online', 'Both')],
    ['Student number', 'hidden', (random) => 300_000 + random.whole(1, 99_999)],
    ['Suggestions', 'comment', sometimes(0.4, remarks)],
  ],
  headline: ['mean', 'Overall grade'],
  doubts: {},
}

const event: Stranger = {
  name: 'event',
  separator: ',',
  rows: 260,
  columns: [
    ['Submitted', 'date', (_, row) => (row === 77 ? '1970-01-01' : `2025-05-${two((row % 28) + 1)}`)],
    ['Session', 'choice', oneOf('Keynote', 'Workshop A', 'Workshop B', 'Panel')],
    ['How did you hear about us?', 'multiple', someOf(';', ['Mail', 'Friend', 'Web', 'Poster'], 0.5)],
    ['Speaker', 'scale', around(4, 1, 5)],
    ['Venue', 'scale', around(3.5, 1, 5)],
    [
      'Comments',
      'comment',
      sometimes(
        0.2,
        oneOf(
          'Great talk',
          'Too cold',
          'More coffee please',
          'Loved it all',
          'Too long',
          'No seats left',
          'See you again',
        ),
      ),
    ],
    ['Would you come again?', 'choice', oneOf('Yes', 'Yes', 'No')],
    ['Ticket price', 'number', oneOf('0', '49.90', '99.00', '149.00')],
  ],
  headline: ['share', 'Would you come again?'],
  doubts: { Submitted: '1970-01-01' },
}

export const workFiles = [employees, salary, course, event]
