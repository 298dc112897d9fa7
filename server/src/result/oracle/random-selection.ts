import type { OracleFilter, OracleInterview } from './oracle.ts'
import type { Random } from './random.ts'
import { filters, hostile, questions, words } from './random-survey.ts'

const lookAlike: Readonly<Record<string, string>> = { '/': '\u2044', '&': '\uFF06' }
/** Written as the grammar says, by hand. */
const written = (text: string): string =>
  text === '~none'
    ? '%7Enone'
    : text
        .replace(/[%;*=,#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
        .replace(/[/&]/g, (sign) => lookAlike[sign] ?? sign)
        .replace(/^_/, '%5F')
        .replace(/~$/, '%7E')

/** A random place of a random view, and the places there are right below it. */
export function randomPath(random: Random, interviews: readonly OracleInterview[]): string {
  const view = random.pick(['stores', 'units'])
  const line = random.chance(0.35) ? [] : (random.pick(interviews).places[view] ?? [])
  const depth = random.whole(0, line.length)
  return [view, view === 'stores' ? 'all' : 'whole', ...line.slice(0, depth).map(written)].join(',')
}

export function randomToken(random: Random): string {
  const chosen = new Map<string, string>()
  const count = random.pick([0, 0, 1, 1, 2, 3])
  for (let at = 0; at < count; at++) {
    const filter = random.pick(filters.filter(({ extName }) => extName !== 'ftime'))
    chosen.set(filter.extName, valuesOf[filter.kind](random, filter))
  }
  if (random.chance(0.6)) chosen.set('ftime', random.pick(periods(random)))
  return [...chosen].map(([name, value]) => `${name}=${value}`).join(';')
}

const periods = (random: Random) => [
  'rmonths-11+0',
  'rmonths-2-1',
  'rdays-30+0',
  'rdays-400-1',
  'ryears-1-1',
  'ryears+0+0',
  'rdatee1mb',
  'rdateb3mb',
  'rdatea1yb',
  'rdatee0db',
  '20250101_20250331',
  '20250110_20250320',
  '20240229_20240229',
  'rmonths-1-1*20240301_20240410',
  '_rmonths-3+0',
  `2024${random.pick(['01', '05', '11'])}15_2025${random.pick(['02', '07', '12'])}01`,
]

/** What may be written as the value of a filter of each kind. */
const valuesOf = {
  options,
  text: options,
  range: (random, filter) => random.pick(ranges[filter.extName] ?? ['0_1']),
  period: (random) =>
    random.pick(['today_ymd', 'today_md', 'rdatee0db', 'ryears-40-20', '19800101_19991231', '~none', 'rdateb30yb']),
  tableDate: (random) => random.pick(['none', 'first', 'last']),
} satisfies Record<OracleFilter['kind'], (random: Random, filter: OracleFilter) => string>

function options(random: Random, filter: OracleFilter): string {
  const question = questions.find(({ id }) => id === filter.question)
  const codes =
    question?.id === 'rating'
      ? ['1', '2', '5', '6', '0']
      : question?.id === 'age'
        ? ['20.5', '30', '-1', '65']
        : question?.id === 'comment'
          ? words
          : (question?.options ?? []).map(({ code }) => code).concat(question?.open ? hostile : [])
  const one = (): string => {
    const chosen = written(random.pick(codes))
    const mark = random.chance(0.25) ? '_' : ''
    if (random.chance(0.12)) return `${mark}~none`
    if (filter.submatch && (question?.type === 'text' || random.chance(0.4)))
      return `${mark}${written(random.pick(['a', 'Å', 'É', 'title', 'o', "'", 'ö', '%', 'hyvä', 'goo', 'e']))}~`
    return `${mark}${chosen}`
  }
  return Array.from({ length: random.whole(1, 3) }, one).join('*')
}

const ranges: Readonly<Record<string, readonly string[]>> = {
  rating: ['1_3', '4_6', '0_10', '5_5', '1.5_2.5'],
  amount: ['0_500', '99.985_99.995', '-5_3.5', '500.005_1000', '~none'],
  age: ['18_24.9', '20.5_20.5', '-5_100', '20.45_20.55'],
  large: ['999999999_1000000001', '1000000000_1000000000'],
}
