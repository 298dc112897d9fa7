import type { OracleFilter, OracleIndicator, OracleInterview, OracleQuestion } from './oracle.ts'
import type { Random } from './random.ts'

export const today = '2026-03-10'

const labelled = (codes: readonly string[]) => codes.map((code) => ({ code, title: `Title ${code}` }))
export const hostile = [
  "O'Brien",
  'a\\b',
  'x;y*z',
  '50% off',
  '_low',
  'end~',
  '~none',
  'Åbo/Turku',
  'A&B',
  'é ü ñ',
  "'); drop table x --",
]

export const questions: OracleQuestion[] = [
  { id: 'date', type: 'date', roles: ['date'] },
  { id: 'weight', type: 'number', decimals: 2, roles: ['weight'] },
  { id: 'who', type: 'text', roles: ['contact'] },
  { id: 'country', type: 'choice', open: true },
  { id: 'region', type: 'choice', open: true },
  { id: 'store', type: 'choice', open: true },
  { id: 'unit', type: 'choice', open: true },
  { id: 'nps', type: 'scale', min: 0, max: 10, missing: [11] },
  {
    id: 'rating',
    type: 'scale',
    min: 1,
    max: 6,
    missing: [4, 6],
    labels: [
      { code: 2, title: 'Pöor' },
      { code: 5, title: 'Goôd' },
    ],
  },
  { id: 'worry', type: 'scale', min: 1, max: 5, falling: true },
  { id: 'share', type: 'scale', min: 0, max: 4, missing: [2] },
  { id: 'amount', type: 'number', decimals: 2, min: 0, max: 1000, missing: [99.99] },
  { id: 'large', type: 'number', decimals: 0 },
  {
    id: 'age',
    type: 'number',
    roles: ['background'],
    decimals: 1,
    missing: [-1],
    bands: [
      { id: 'young', from: 0, to: 24.9 },
      { id: 'middle', from: 25, to: 59.9 },
      { id: 'old', from: 70 },
    ],
  },
  {
    id: 'channel',
    type: 'choice',
    roles: ['background'],
    missing: ['dk'],
    options: labelled(['web', 'shop', "o'clock", 'äö', 'dk']),
  },
  { id: 'free', type: 'choice', open: true, options: labelled(['known']) },
  { id: 'seen', type: 'multiple', missing: ['none'], options: labelled(['tv', 'radio', 'web', 'none']) },
  { id: 'tags', type: 'multiple', open: true },
  { id: 'comment', type: 'text', roles: ['comment'] },
  { id: 'birthday', type: 'date' },
]

export const indicators: OracleIndicator[] = [
  { id: 'nps', measure: 'nps', question: 'nps' },
  { id: 'npsWeighted', measure: 'nps', question: 'nps', weight: 'role' },
  { id: 'npsOwn', measure: 'nps', question: 'rating', promoters: [5], detractors: [1, 2] },
  { id: 'rating', measure: 'mean', question: 'rating' },
  { id: 'ratingWeighted', measure: 'mean', question: 'rating', weight: 'role' },
  { id: 'ratingIndex', measure: 'index', question: 'rating' },
  { id: 'worryIndex', measure: 'index', question: 'worry', weight: 'role' },
  { id: 'top', measure: 'topBox', question: 'rating', boxes: 2 },
  { id: 'bottom', measure: 'bottomBox', question: 'rating', boxes: 1 },
  { id: 'worryTop', measure: 'topBox', question: 'worry', boxes: 2 },
  { id: 'worryBottom', measure: 'bottomBox', question: 'worry', boxes: 1, weight: 'role' },
  { id: 'channelShare', measure: 'share', question: 'channel', set: ['web', "o'clock"] },
  { id: 'scaleShare', measure: 'share', question: 'share', set: [0, 3] },
  { id: 'numberShare', measure: 'share', question: 'age', set: [20.5, 30] },
  { id: 'seenShare', measure: 'share', question: 'seen', set: ['tv'], weight: 'role' },
  { id: 'tagShare', measure: 'share', question: 'tags', set: ['é ü ñ', "O'Brien"] },
  { id: 'amountMean', measure: 'mean', question: 'amount' },
  { id: 'amountSum', measure: 'sum', question: 'amount' },
  { id: 'amountMedian', measure: 'median', question: 'amount' },
  { id: 'ratingMedian', measure: 'median', question: 'rating' },
  { id: 'largeMean', measure: 'mean', question: 'large' },
  { id: 'largeWeighted', measure: 'mean', question: 'large', weight: 'role' },
  { id: 'ageMean', measure: 'mean', question: 'age', weight: 'role' },
  { id: 'count', measure: 'count' },
  { id: 'countRating', measure: 'count', question: 'rating' },
  {
    id: 'composite',
    measure: 'composite',
    minimumParts: 2,
    parts: [
      { indicator: 'ratingIndex', weight: 3 },
      { indicator: 'worryIndex', weight: 2 },
      { indicator: 'nps', weight: 1 },
      { indicator: 'amountMean', weight: 1 },
    ],
  },
  {
    id: 'compositeWeighted',
    measure: 'composite',
    weight: 'role',
    minimumParts: 1,
    parts: [
      { indicator: 'rating', weight: 1 },
      { indicator: 'top', weight: 1 },
      { indicator: 'channelShare', weight: 1 },
    ],
  },
  {
    id: 'pooled',
    measure: 'pooled',
    parts: [{ indicator: 'rating' }, { indicator: 'worryIndex' }, { indicator: 'ageMean' }],
  },
  { id: 'rate', measure: 'rate', of: 'rating=1_3', among: 'channel=web*shop' },
  { id: 'rateAll', measure: 'rate', of: 'channel=_web;seen=tv', among: '', weight: 'role' },
]

const filter = (extName: string, kind: OracleFilter['kind'], question?: string, submatch?: boolean): OracleFilter => ({
  extName,
  kind,
  ...(question && { question }),
  ...(submatch && { submatch }),
})
export const filters: OracleFilter[] = [
  filter('channel', 'options', 'channel'),
  filter('free', 'options', 'free', true),
  filter('seen', 'options', 'seen'),
  filter('tags', 'options', 'tags', true),
  filter('rating', 'range', 'rating'),
  filter('ratingOption', 'options', 'rating', true),
  filter('amount', 'range', 'amount'),
  filter('age', 'range', 'age'),
  filter('ageOption', 'options', 'age'),
  filter('large', 'range', 'large'),
  filter('comment', 'text', 'comment', true),
  filter('birthday', 'period', 'birthday'),
  filter('table', 'tableDate'),
  filter('ftime', 'period'),
]

/** How the product is told of a kind. */
const flagsOf = {
  options: { exclude: true, multipleSelections: true },
  text: { exclude: true, multipleSelections: true },
  range: { range: true },
  period: { today: true, dateRef: true, dateInterval: true },
  tableDate: { tableDate: true },
} satisfies Record<OracleFilter['kind'], object>

/** The survey as files, for the product to read. */
export function definitionFiles(extName: string, tree = units, plans: readonly OraclePlan[] = []): Map<string, string> {
  const named = (unit: OracleUnit) => ({ ...unit, name: unit.id })
  const shown = ({ kind, ...own }: OracleFilter) => ({ ...own, title: own.extName, ...flagsOf[kind] })
  const isTime = ({ extName: name, kind }: OracleFilter) => name === 'ftime' || kind === 'tableDate'
  const files = {
    'settings.json': { extName, title: 'Random', timeZone: 'UTC' },
    'questions.json': {
      questions: questions.map((question) => ({
        ...question,
        title: question.id,
        ...(question.bands ? { bands: question.bands.map((band) => ({ ...band, title: band.id })) } : {}),
      })),
    },
    'views.json': {
      views: [
        {
          extName: 'stores',
          title: 'Stores',
          root: { id: 'all', title: 'All' },
          levels: ['country', 'region', 'store'].map((question) => ({ question, title: question })),
        },
        {
          extName: 'units',
          title: 'Units',
          root: { id: 'whole', title: 'Whole' },
          key: 'unit',
          nodes: tree.map(named),
          ...(plans.length > 0 && {
            plans: plans.map(({ id, units: own }) => ({ id, title: id, nodes: own.map(named) })),
          }),
        },
      ],
    },
    'filters.json': {
      standard: { filterGroups: [{ title: 'All', filters: filters.filter((one) => !isTime(one)).map(shown) }] },
      time: { filterGroups: [{ title: 'Time', filters: filters.filter(isTime).map(shown) }] },
    },
    'indicators.json': {
      indicators: indicators.map((indicator) => ({ ...indicator, title: indicator.id, decimals: 3 })),
    },
  }
  return new Map(Object.entries(files).map(([name, content]) => [name, JSON.stringify(content)]))
}

export type OracleUnit = {
  readonly id: string
  readonly parent?: string
  readonly moves?: readonly { readonly until: string; readonly parent?: string }[]
  readonly mergedInto?: string
  readonly validTo?: string
}
export type OraclePlan = { readonly id: string; readonly units: readonly OracleUnit[] }

/** Ragged, with a closed-out place that nobody answers for. */
export const units: readonly OracleUnit[] = [
  { id: 'north' },
  { id: 'south' },
  { id: 'n1', parent: 'north' },
  { id: 'n2', parent: 'north' },
  { id: 'n2a', parent: 'n2' },
  { id: 'n2b', parent: 'n2' },
  { id: 's1', parent: 'south' },
  { id: 'closed', parent: 'south' },
  { id: 'lone' },
]

/** The same places in another order of things. */
export const randomUnits = (random: Random): readonly OracleUnit[] =>
  units.map(({ id }, at) => {
    const above = at > 0 && random.chance(0.7) ? units[random.whole(0, at - 1)] : undefined
    return { id, ...(above && { parent: above.id }) }
  })

export function unitLine(id: string, tree: readonly OracleUnit[]): string[] {
  const parent = tree.find((one) => one.id === id)?.parent
  return parent === undefined ? [id] : [...unitLine(parent, tree), id]
}

export const words = [
  'hyvä',
  'Palvelu',
  'BRA',
  'köö',
  'café',
  'naïve',
  "it's",
  'slow; very',
  '100%',
  'Ångström',
  'straße',
]

const dayFrom = (random: Random, first: string, days: number) =>
  new Date(Date.parse(first) + random.whole(0, days) * 86_400_000).toISOString().slice(0, 10)

export function randomAnswers(random: Random): OracleInterview['answers'] {
  const answers: OracleInterview['answers'] = {}
  const put = (id: string, chance: number, value: () => number | string | string[]) => {
    if (random.chance(chance)) answers[id] = value()
  }
  put('date', 0.92, () => dayFrom(random, '2024-01-15', 820))
  put('weight', 0.9, () => random.pick([0.5, 1, 1.25, 2, 0, -1, 3.07]))
  put('who', 0.7, () => `contact ${random.whole(1, 120)}`)
  if (random.chance(0.95)) {
    answers.country = random.pick(['fi', 'se', 'é ü ñ', "O'Brien"])
    if (random.chance(0.9)) {
      answers.region = random.pick(['north', 'x;y*z', '50% off', 'Åbo/Turku'])
      put('store', 0.9, () => random.pick(['s1', 's2', 's3', 'A&B']))
    }
  }
  put('unit', 0.9, () => random.pick(['n1', 'n2', 'n2a', 'n2b', 's1', 'lone', 'north']))
  put('nps', 0.85, () => random.whole(0, 11))
  put('rating', 0.85, () => random.whole(0, 7))
  put('worry', 0.8, () => random.whole(1, 5))
  put('share', 0.8, () => random.whole(0, 4))
  put('amount', 0.8, () => random.pick([0, 99.99, 1000, 1000.01, -0.01, random.whole(0, 100_000) / 100]))
  put('large', 0.8, () => 1_000_000_000 + random.whole(-3, 3))
  put('age', 0.8, () => random.pick([-1, 20.5, 30, 65, 24.9, 25, random.whole(0, 900) / 10]))
  put('channel', 0.8, () => random.pick(['web', 'shop', "o'clock", 'äö', 'dk']))
  put('free', 0.8, () => random.pick(['known', ...hostile]))
  put('seen', 0.8, () => random.pick([[], ['none'], ['tv'], ['tv', 'web'], ['radio', 'none'], ['tv', 'radio', 'web']]))
  put('tags', 0.7, () => [...new Set(random.some(hostile, 3))])
  put('comment', 0.6, () => random.some(words, 4).join(' '))
  put('birthday', 0.7, () =>
    random.pick(['1990-03-10', '1980-02-29', today, '2025-06-01', dayFrom(random, '1950-01-01', 27_000)]),
  )
  return answers
}

export function placesOf(answers: OracleInterview['answers'], tree = units): OracleInterview['places'] {
  const stores: string[] = []
  for (const level of ['country', 'region', 'store']) {
    const id = answers[level]
    if (typeof id !== 'string') break
    stores.push(id)
  }
  return { stores, units: typeof answers.unit === 'string' ? unitLine(answers.unit, tree) : [] }
}
