import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Figures, figuresOf } from './figures.ts'
import { call, dataSets, enterAs, type Running, root, signInAsRoot, startKaiku } from './kaiku.ts'
import { figuresOfPython, scripts } from './script-figures.ts'

type Value = number | null | Record<string, Nested> | readonly (string | [string, number, number?])[]
type Nested = number | null | Record<string, number>
type Item = {
  id: string
  metric: string
  value: Value
  n: number | Record<string, number> | null
  ranking?: string[]
}
type Answered = { value: unknown; n?: unknown; ranking?: string[] }
/** `at`: another survey of the same data. */
type Answers = Record<string, (figures: Figures, at: (survey: string) => Figures) => Promise<Answered>>

/** Facts about the files themselves, which no figure tells, and where they are looked at instead. */
const noQuestions: Readonly<Record<string, string>> = {
  rows_by_file: 'rows of two files are one survey; the import reports them file by file',
  texts_with_newline: 'how texts are written; server/src/table-reader/csv.test.ts reads line breaks in quotes',
  variables: 'variables of the file; server/src/inference/gss2016.test.ts accounts for each',
  declared_missing_vars: 'a property of the file; server/src/inference/gss2016.test.ts',
}

const figure = async (of: Figures, path: string, indicator: string): Promise<Answered> => {
  const { value, n } = await of.tile(path, indicator)
  return { value, n }
}
const count = async (of: Figures, path: string): Promise<Answered> => {
  const value = await of.count(path)
  return { value, n: value }
}

/** A ranking as two records by the row's own key, and the keys best first. */
async function rows(
  of: Figures,
  path: string,
  indicator: string,
  more: Record<string, unknown> = {},
  key = (row: { id: string; name: string; path: string | null }) => row.id,
) {
  const rows = await of.ranking(path, [indicator], more)
  const asked = rows
    .map((row) => ({ key: key(row), cell: of.cellOf(row, indicator), n: row.n }))
    .filter(({ cell }) => cell.figure.value !== null)
  return {
    value: Object.fromEntries(asked.map((row) => [row.key, row.cell.figure.value])),
    n: Object.fromEntries(asked.map((row) => [row.key, row.cell.figure.n])),
    ranking: [...asked].sort((a, b) => (b.cell.figure.value ?? 0) - (a.cell.figure.value ?? 0)).map((row) => row.key),
  }
}
const counts = async (of: Figures, path: string, more: Record<string, unknown> = {}) => {
  const rows = await of.ranking(path, [], more)
  return Object.fromEntries(rows.filter(({ n }) => n !== 0).map((row) => [row.id, row.n]))
}
const days = async (of: Figures, path: string): Promise<Answered> => {
  const { points } = await of.trend(path, 'day')
  return { value: Object.fromEntries(points.filter(({ n }) => n !== 0).map((point) => [point.from, point.n])) }
}
const named = async (of: Figures, path: string, names: Record<string, string>): Promise<Answered> => {
  const tiles = await of.tiles(path, Object.values(names))
  const found = Object.entries(names).map(
    ([name, id]) => [name, tiles.find((tile) => tile.indicator === id)?.figure] as const,
  )
  return {
    value: Object.fromEntries(found.map(([name, tile]) => [name, tile?.value])),
    n: Object.fromEntries(found.map(([name, tile]) => [name, tile?.n])),
    ranking: [...found].sort((a, b) => (b[1]?.value ?? 0) - (a[1]?.value ?? 0)).map(([name]) => name),
  }
}
/** The segments below the root, joined as the reference files do. */
const below = (row: { path: string | null; id: string }) =>
  (row.path ?? '')
    .split(',')
    .slice(2)
    .map((segment) => decodeURIComponent(segment.replaceAll('\u2044', '/').replaceAll('\uFF06', '&')))
    .join('|')
const rename = (record: Record<string, unknown>, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [names[key] ?? key, value]))

const q7 = Object.fromEntries(
  'ART FOOD STORE SIGN WALKWAY SCREENS INFODOWN INFOUP WIFI ROADS PARK AIRTRAIN LTPARKING RENTAL'
    .split(' ')
    .map((name) => [`Q7${name}`, name.toLowerCase()]),
)

const sfo: Answers = {
  rows_total: (of) => count(of, 'area,all'),
  rows_by_year: async (of) => ({ value: await counts(of, 'area,all', { of: { question: 'year' } }) }),
  overall_mean_by_year: (of) => rows(of, 'area,all', 'overall', { of: { question: 'year' } }),
  overall_top2_by_year: (of) => rows(of, 'area,all', 'overallTop2', { of: { question: 'year' } }),
  nps_2017: (of) => figure(of, 'area,all;year=2017', 'nps'),
  nps_weighted_2017: (of) => figure(of, 'area,all;year=2017', 'npsWeighted'),
  nps_by_boarding_area_2017: (of) => rows(of, 'area,all;year=2017', 'nps'),
  nps_2018: (of) => figure(of, 'area,all;year=2018', 'nps'),
  nps_weighted_2018: (of) => figure(of, 'area,all;year=2018', 'npsWeighted'),
  nps_by_boarding_area_2018: (of) => rows(of, 'area,all;year=2018', 'nps'),
  nps_2018_area_A_by_gate: (of) => rows(of, 'area,all,A;year=2018', 'nps'),
  nps_2018_area_A_gate_6_by_airline: (of) => rows(of, 'area,all,A,6;year=2018', 'nps'),
  nps_2018_may10_20: (of) => figure(of, 'area,all;ftime=20180510_20180520', 'nps'),
  rows_2018_by_day: (of) =>
    days(of, 'area,all;year=2018').then(async (found) => ({ ...found, n: await of.count('area,all;year=2018') })),
  nps_2018_women_18_34: (of) => figure(of, 'area,all;age=2*3;gender=2;year=2018', 'nps'),
  nps_2018_excl_united: (of) => figure(of, 'area,all;airline=_UNITED*_UNITED INTL;year=2018', 'nps'),
  q7_means_2018: (of) => named(of, 'area,all;year=2018', { ...q7, Q7ALL: 'overall' }),
  q7all_weighted_mean_2018: (of) => figure(of, 'area,all;year=2018', 'overallWeighted'),
  comments_2018: async (of) => {
    const { total } = await of.comments('area,all;year=2018', 'problem')
    expect((await of.comments('area,all;year=2018', 'problem', 'Security')).total).toBe(76)
    expect((await of.comments('area,all;problem=security~;year=2018', 'problem')).total).toBe(76)
    return { value: total, n: await of.count('area,all;year=2018') }
  },
  multi_q8_code_102: async (of) => ({
    value: await of.count('area,all;suggestions=102;year=2018'),
    n: await of.count('area,all;year=2018'),
  }),
  crosstab_area_strata_2018: async (of) => {
    const strata = await Promise.all(
      ['1', '2', '3'].map(async (code) => [code, await counts(of, `area,all;strata=${code};year=2018`)] as const),
    )
    return {
      value: Object.fromEntries(
        strata.flatMap(([code, found]) => Object.entries(found).map(([area, n]) => [`${area}|${code}`, n])),
      ),
      n: await of.count('area,all;year=2018'),
    }
  },
  rows_2016_by_day: (of) =>
    days(of, 'area,all;year=2016').then(async (found) => ({ ...found, n: await of.count('area,all;year=2016') })),
  language_share_by_year: (of) => rows(of, 'area,all', 'nonEnglish', { of: { question: 'year' } }),
}

const withoutDivision = async (of: Figures, indicator: string, key: string) => {
  const { value, n } = await rows(of, 'product,all', indicator, { of: { question: 'division' } })
  return { value: { [key]: value['~none'] }, n: { [key]: n['~none'] } }
}
const join2 = (...all: { value: Record<string, unknown>; n: Record<string, unknown> }[]): Answered => ({
  value: Object.assign({}, ...all.map(({ value }) => value)),
  n: Object.assign({}, ...all.map(({ n }) => n)),
})
const clothing: Answers = {
  rows: (of) => count(of, 'product,all'),
  mean_rating: (of) => figure(of, 'product,all', 'rating'),
  top2: (of) => figure(of, 'product,all', 'top2'),
  recommended: (of) => figure(of, 'product,all', 'recommended'),
  nps5: (of) => figure(of, 'product,all', 'nps5'),
  dist: async (of) => {
    const { bars, n } = await of.distribution('product,all', 'rating')
    return { value: Object.fromEntries(bars.map((bar) => [bar.code, bar.n])), n }
  },
  by_division: async (of) => join2(await rows(of, 'product,all', 'rating'), await withoutDivision(of, 'rating', '')),
  by_division_department: async (of) =>
    join2(
      await rows(of, 'product,all', 'recommended', { of: { depth: 2 } }, below),
      await withoutDivision(of, 'recommended', '|'),
    ),
  by_class: async (of) =>
    join2(
      await rows(of, 'product,all', 'rating', { of: { depth: 3 } }, below),
      await withoutDivision(of, 'rating', '||'),
    ),
  rank_items_min100: async (of) => {
    const rows = await of.ranking('product,all', ['rating'], { of: { question: 'clothingId' }, minimum: 100 })
    const ranked = rows.filter((row) => of.cellOf(row, 'rating').rank !== null)
    const value = ranked.map((row) => [row.id, of.cellOf(row, 'rating').figure.value ?? 0, row.n] as const)
    return { value: value.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)) }
  },
  dresses_30_39_mean: (of) => figure(of, 'product,all;age=30_39;department=Dresses', 'rating'),
  dresses_30_39_nps5: (of) => figure(of, 'product,all;age=30_39;department=Dresses', 'nps5'),
  multi_and_exclude: (of) => figure(of, 'product,all;department=_Trend;division=General*General Petite', 'rating'),
  texts: async (of) => {
    expect((await of.comments('product,all', 'review')).total).toBe(22_636)
    return { value: (await of.tile('product,all', 'texts')).value }
  },
  text_too_small: (of) => figure(of, 'product,all;review=too small~', 'rating'),
  contradictions: (of) => count(of, 'product,all;rating=4_5;recommended=0'),
  no_title: async (of) => ({
    value: ((await of.count('product,all')) ?? 0) - ((await of.comments('product,all', 'title')).total ?? 0),
  }),
  distinct_items: async (of) => ({
    value: (await of.ranking('product,all', [], { of: { question: 'clothingId' } })).length,
  }),
  feedback_sum: async (of) => ({ value: (await of.tile('product,all', 'feedbackSum')).value }),
  mean_rating_not_trend: (of) => figure(of, 'product,all;department=_Trend', 'rating'),
}

const services = {
  'Inflight wifi service': 'wifi',
  'Departure/Arrival time convenient': 'timeConvenient',
  'Ease of Online booking': 'booking',
  'Gate location': 'gate',
  'Food and drink': 'food',
  'Online boarding': 'boarding',
  'Seat comfort': 'seat',
  'Inflight entertainment': 'entertainment',
  'On-board service': 'onboard',
  'Leg room service': 'legroom',
  'Baggage handling': 'baggage',
  'Checkin service': 'checkin',
  'Inflight service': 'service',
  Cleanliness: 'cleanliness',
}
const bands = { under18: '<18', '65up': '65+' }
const filtered = 'travel,all;age=30_39;class=Eco;travel=Business travel'
const by = (question: string) => ({ of: { question } })
const airline: Answers = {
  rows: (of) => count(of, 'travel,all'),
  satisfied_total: (of) => figure(of, 'travel,all', 'satisfied'),
  satisfied_by_type_of_travel: (of) => rows(of, 'travel,all', 'satisfied'),
  satisfied_by_class: (of) => rows(of, 'travel,all', 'satisfied', by('class')),
  satisfied_by_customer_type: (of) => rows(of, 'travel,all', 'satisfied', by('customer')),
  satisfied_by_gender: (of) => rows(of, 'travel,all', 'satisfied', by('gender')),
  satisfied_3_level: (of) => rows(of, 'travel,all', 'satisfied', { of: { depth: 3 } }, below),
  means_excl_zero: (of) => named(of, 'travel,all', services),
  top2_excl_zero: (of) =>
    named(of, 'travel,all', Object.fromEntries(Object.entries(services).map(([name, id]) => [name, `${id}Top2`]))),
  filter_eco_business_30_39: (of) => figure(of, filtered, 'satisfied'),
  wifi_mean_same_filter: (of) => figure(of, filtered, 'wifi'),
  dist_online_boarding: async (of) => {
    const { bars } = await of.distribution('travel,all', 'boarding')
    return {
      value: Object.fromEntries(bars.map((bar) => [bar.code, bar.n])),
      n: bars.reduce((sum, bar) => sum + (bar.n ?? 0), 0),
    }
  },
  arrival_delay_missing: async (of) => ({
    value: ((await of.count('travel,all')) ?? 0) - ((await of.tile('travel,all', 'arrivalDelayMean')).n ?? 0),
  }),
  arrival_delay_mean: (of) => figure(of, 'travel,all', 'arrivalDelayMean'),
  arrival_delay_median: (of) => figure(of, 'travel,all', 'arrivalDelayMedian'),
  satisfied_delay60: (of) => figure(of, 'travel,all;departureDelay=60_99999', 'satisfied'),
  satisfied_by_age_band: async (of) => {
    const { value, n } = await rows(of, 'travel,all', 'satisfied', by('age'))
    return { value: rename(value, bands), n: rename(n, bands) }
  },
  mean_of_14_per_class: (of) => rows(of, 'travel,all', 'allRatings', by('class')),
  age_mean: (of) => figure(of, 'travel,all', 'ageMean'),
}

const everywhere = 'region,all'
const codes = (...labels: string[]) => Object.fromEntries(labels.map((label, at) => [String(at + 1), label]))
const happiness = codes('VERY HAPPY', 'PRETTY HAPPY', 'NOT TOO HAPPY')
const degrees = {
  ...{ 0: 'LT HIGH SCHOOL', 1: 'HIGH SCHOOL', 2: 'JUNIOR COLLEGE', 3: 'BACHELOR', 4: 'GRADUATE', '~none': 'None' },
}
/** How many gave each valid answer, by its label in the file. */
const labelled = (question: string, labels: Record<string, string>) => async (of: Figures) => {
  const { bars, n } = await of.distribution(everywhere, question)
  const valid = bars.filter(({ missing }) => !missing)
  return { value: Object.fromEntries(valid.map((bar) => [labels[bar.code] ?? bar.code, bar.n])), n }
}
const institutions =
  'conarmy conbus conclerg coneduc confed confinan conjudge conlabor conlegis conmedic conpress consci contv'.split(' ')
const gss: Answers = {
  rows: (of) => count(of, everywhere),
  dist_happy: labelled('happy', happiness),
  dist_satfin: labelled('satfin', codes('SATISFIED', 'MORE OR LESS', 'NOT AT ALL SAT')),
  dist_health: labelled('health', codes('EXCELLENT', 'GOOD', 'FAIR', 'POOR')),
  dist_hapmar: labelled('hapmar', happiness),
  dist_life: labelled('life', codes('EXCITING', 'ROUTINE', 'DULL')),
  very_happy_pct: (of) => figure(of, everywhere, 'veryHappy'),
  very_happy_pct_weighted: (of) => figure(of, everywhere, 'veryHappyWeighted'),
  very_happy_by_region: async (of) => {
    const names = codes(
      ...['NEW ENGLAND', 'MIDDLE ATLANTIC', 'E. NOR. CENTRAL', 'W. NOR. CENTRAL', 'SOUTH ATLANTIC', 'E. SOU. CENTRAL'],
      ...['W. SOU. CENTRAL', 'MOUNTAIN', 'PACIFIC'],
    )
    const { value, n } = await rows(of, everywhere, 'veryHappy')
    return { value: rename(value, names), n: rename(n, names) }
  },
  age_mean: (of) => figure(of, everywhere, 'ageMean'),
  women_30_44_satfin1: (of) => figure(of, `${everywhere};age=30_44;sex=2`, 'satisfied'),
  confidence_ranking: (of) => named(of, everywhere, Object.fromEntries(institutions.map((id) => [id, id]))),
  missing_happy: async (of) => ({
    value: { None: ((await of.count(everywhere)) ?? 0) - ((await of.distribution(everywhere, 'happy')).n ?? 0) },
  }),
  crosstab_degree_sex: async (of) => {
    const sexes = await Promise.all(
      Object.entries(codes('MALE', 'FEMALE')).map(async ([code, sex]) => {
        const found = await counts(of, `${everywhere};sex=${code}`, by('degree'))
        return Object.entries(rename(found, degrees)).map(([degree, n]) => [`${degree}|${sex}`, n] as const)
      }),
    )
    return { value: Object.fromEntries(sexes.flat()), n: await of.count(everywhere) }
  },
  owngun: labelled('owngun', codes('YES', 'NO')),
}

const measures = {
  ...{ nurses: 'H_COMP_1', doctors: 'H_COMP_2', staff: 'H_COMP_3', medicines: 'H_COMP_5', discharge: 'H_COMP_6' },
  ...{ transition: 'H_COMP_7', clean: 'H_CLEAN_HSP', quiet: 'H_QUIET_HSP', rating: 'H_HSP_RATING' },
  recommend: 'H_RECMND',
}
const releases = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [String(2015 + at), `07_${2015 + at}`]))
const byName = (row: { name: string }) => row.name
const inStates = { of: { depth: 2 } }
const published = (measure: string, year: number) => `${everywhere};measure=${measure};period=${year}`
const regional = (measure: string) => (of: Figures) => rows(of, published(measure, 2023), 'top', {}, byName)
const byRelease = async (of: Figures, path: string, indicator: string) => {
  const found = await of.ranking(path, [indicator], by('period'))
  const figures = found.map((row) => [releases[row.id] ?? row.id, of.cellOf(row, indicator).figure] as const)
  return {
    value: Object.fromEntries(figures.map(([release, { value }]) => [release, value])),
    n: Object.fromEntries(figures.map(([release, { n }]) => [release, n])),
  }
}
/** One record less another, key by key. */
const less = (one: Record<string, number | null>, other: Record<string, number | null>) =>
  Object.fromEntries(
    Object.entries(one).map(([key, value]) => [key, (value ?? Number.NaN) - (other[key] ?? Number.NaN)]),
  )
const bestFirst = (found: Record<string, number | null>) =>
  Object.entries(found)
    .map(([id, value]) => [id, value ?? 0] as const)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
const hospitals = 'hcahps-hospitals'
const hcahps: Answers = {
  rows: async (of, at) => ({
    value: {
      state_results: await of.count(everywhere),
      responses: await at(hospitals).count(everywhere),
      national_results: await at('hcahps-national').count('measure,all'),
    },
  }),
  recmnd_top_by_period_national: async (_, at) => ({
    value: (await byRelease(at('hcahps-national'), 'measure,all,recommend', 'top')).value,
  }),
  region_H_RECMND_2023: regional('recommend'),
  region_H_HSP_RATING_2023: regional('rating'),
  region_H_QUIET_HSP_2023: regional('quiet'),
  rank_states_recmnd_2023: async (of) => {
    const { value } = await rows(of, published('recommend', 2023), 'top', inStates)
    return { value: bestFirst(value), n: Object.keys(value).length }
  },
  net_recmnd_2023_states: async (of) => {
    const [top, bottom] = await Promise.all(
      ['top', 'bottom'].map((box) => rows(of, published('recommend', 2023), box, inStates)),
    )
    return { value: less(top?.value ?? {}, bottom?.value ?? {}), n: Object.keys(top?.value ?? {}).length }
  },
  change_2015_2023: async (of) => {
    const [now, before] = await Promise.all(
      [2023, 2015].map((year) => rows(of, published('rating', year), 'top', inStates)),
    )
    const value = less(now?.value ?? {}, before?.value ?? {})
    expect(Object.values(value).filter((change) => change > 0)).toHaveLength(15)
    expect(Object.values(value).filter((change) => change < 0)).toHaveLength(27)
    return { value, n: Object.keys(value).length }
  },
  state_missing_2016: async (of) => {
    const [all, found] = [
      await counts(of, everywhere, inStates),
      await counts(of, `${everywhere};period=2016`, inStates),
    ]
    return { value: Object.keys(all).filter((state) => !(state in found)) }
  },
  measure_means_all: async (of) => {
    const { value, n } = await rows(of, everywhere, 'top', by('measure'))
    return { value: rename(value, measures), n: rename(n, measures) }
  },
  facilities_by_period: async (_, at) => ({
    value: rename(await counts(at(hospitals), everywhere, by('period')), releases),
  }),
  response_rate_mean: (_, at) => byRelease(at(hospitals), everywhere, 'rate'),
  completed_sum: (_, at) => byRelease(at(hospitals), everywhere, 'completed'),
  suppressed: async (_, at) => {
    const bands = {
      ...{ '300up': '300 or more', '100to299': 'Between 100 and 299', below100: 'Fewer than 100' },
      ...{ below50: 'FEWER THAN 50', none: 'Not Available' },
    }
    const found = await Promise.all(
      Object.entries(releases).map(async ([year, release]) => {
        const { '~none': _numbers, ...banded } = await counts(at(hospitals), `${everywhere};period=${year}`, by('band'))
        return [release, rename(banded, bands)] as const
      }),
    )
    return { value: Object.fromEntries(found) }
  },
  ne_2023: async (_, at) => {
    const nebraska = `${everywhere},west-north-central,NE;period=2023`
    expect(await at(hospitals).count(nebraska)).toBe(90)
    return figure(at(hospitals), nebraska, 'rate')
  },
  completed_2023_by_region: async (_, at) => ({
    value: (await rows(at(hospitals), `${everywhere};period=2023`, 'completed', {}, byName)).value,
  }),
  states_not_in_lookup: async (_, at) => ({ value: await counts(at(hospitals), `${everywhere},no-region`) }),
  wi_top_facilities: async (_, at) => {
    const wisconsin = `${everywhere},east-north-central,WI;completed=500_99999;period=2023`
    const { value } = await rows(at(hospitals), wisconsin, 'rate', by('facility'))
    return { value: bestFirst(value), n: Object.keys(value).length }
  },
  facilities_all_periods: async (_, at) => ({
    value: Object.values(await counts(at(hospitals), everywhere, by('facility'))).filter((n) => n === 9).length,
  }),
}

/** The right figure beside each trap: what is shown must be this, and so is not the trap's. */
const besideTraps: Answers = {
  wrong_q7food_mean_2018_if_6_counted: (of) => figure(of, 'area,all;year=2018', 'food'),
  wrong_means_incl_zero: (of) => named(of, 'travel,all', services),
}

/** `more`: other surveys of the same data. */
type ReferenceCase = {
  readonly directory: string
  readonly survey: string
  readonly answers: Answers
  readonly files: readonly string[]
  readonly more?: Readonly<Record<string, readonly string[]>>
}
const surveys: readonly ReferenceCase[] = [
  {
    directory: 'sfo-airport-survey',
    survey: 'sfo-airport',
    answers: sfo,
    files: Array.from({ length: 9 }, (_, i) => `sfo${2010 + i}.csv`),
  },
  { directory: 'clothing-reviews', survey: 'clothing-reviews', answers: clothing, files: ['reviews.csv'] },
  {
    directory: 'airline-satisfaction',
    survey: 'airline-satisfaction',
    answers: airline,
    files: ['train.csv', 'test.csv'],
  },
  { directory: 'gss2016', survey: 'gss2016', answers: gss, files: ['GSS.sav'] },
  {
    directory: 'hcahps',
    survey: 'hcahps-states',
    answers: hcahps,
    files: ['state_results.csv'],
    more: { [hospitals]: ['responses.csv'], 'hcahps-national': ['national_results.csv'] },
  },
]
const itemsOf = (directory: string): Item[] =>
  JSON.parse(readFileSync(join(dataSets, directory, 'expected.json'), 'utf8')).items
const present = surveys.every(({ directory }) => existsSync(join(dataSets, directory, 'expected.json')))
if (!present) console.log(`Skipped: the real surveys are not in ${dataSets}.`)

const near = (found: unknown, wanted: number, tolerance: number, what: string) => {
  expect(typeof found, what).toBe('number')
  expect(
    Math.abs(Number(found) - wanted),
    `${what}: ${JSON.stringify(found)} instead of ${wanted}`,
  ).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(wanted)))
}
const isList = (value: Value): value is Extract<Value, readonly unknown[]> => Array.isArray(value)
function compare(found: unknown, wanted: Value, tolerance: number, what: string): void {
  if (wanted === null) expect(found ?? null, what).toBeNull()
  else if (typeof wanted === 'number') near(found, wanted, tolerance, what)
  else if (isList(wanted)) {
    const list = Array.isArray(found) ? found : []
    expect(list, what).toHaveLength(wanted.length)
    for (const [i, entry] of wanted.entries()) {
      if (typeof entry === 'string') expect(list[i], what).toBe(entry)
      else {
        const [id, value, n] = entry
        expect([list[i]?.[0], list[i]?.[2]], what).toEqual([id, n])
        near(list[i]?.[1], value, tolerance, `${what} ${id}`)
      }
    }
  } else {
    const record = (found ?? {}) as Record<string, unknown>
    expect(Object.keys(record).sort(), what).toEqual(Object.keys(wanted).sort())
    for (const [key, value] of Object.entries(wanted)) compare(record[key], value, tolerance, `${what} ${key}`)
  }
}

it.skipIf(!present)('all 102 reference items are asked, or said to be no question, each by name', () => {
  const ids = surveys.flatMap(({ directory }) => itemsOf(directory).map(({ id }) => ({ directory, id })))
  expect(ids).toHaveLength(102)
  const known = new Map(surveys.map(({ directory, answers }) => [directory, answers]))
  const open = ids.filter(
    ({ directory, id }) => !(id in noQuestions || id in besideTraps || id in (known.get(directory) ?? {})),
  )
  expect(open).toEqual([])
})

describe.skipIf(!present)('the figures of real surveys, through the API', () => {
  let running: Running
  let authorization: string
  beforeAll(async () => {
    running = await startKaiku({ sample: false })
    expect((await running.kaiku('universe', 'create', 'reference')).code).toBe(0)
    for (const { directory, survey, files, more } of surveys)
      for (const [name, own] of Object.entries({ [survey]: files, ...more })) {
        const applied = await running.kaiku('apply', join(root, 'examples', name))
        expect(applied.code, applied.err).toBe(0)
        const imported = await running.kaiku('import', name, ...own.map((file) => join(dataSets, directory, file)))
        expect(imported.code, imported.out + imported.err).toBe(0)
      }
    authorization = await signInAsRoot(running)
  }, 600_000)
  afterAll(() => running?.stop())

  for (const { directory, survey, answers } of surveys) {
    const items = present ? itemsOf(directory).filter(({ id }) => !(id in noQuestions)) : []
    const at = (name: string) => figuresOf(running.address, authorization, 'reference', name)
    const of = () => at(survey)
    it.each(items.filter(({ metric }) => metric !== 'trap'))(`${survey}: $id is the reference figure`, async (item) => {
      const ask = answers[item.id]
      if (!ask) throw new Error(`No question asks for ${item.id}.`)
      const found = await ask(of(), at)
      compare(found.value, item.value, 1e-9, item.id)
      if (item.n !== null && found.n !== undefined) compare(found.n, item.n, 0, `${item.id} n`)
      if (item.ranking) expect(found.ranking).toEqual(item.ranking)
    })
    it.each(items.filter(({ metric }) => metric === 'trap'))(`${survey}: $id is not shown`, async (item) => {
      const ask = besideTraps[item.id]
      if (!ask) throw new Error(`No question stands beside ${item.id}.`)
      const { value } = await ask(of(), at)
      const shown = typeof item.value === 'number' ? { value } : (value as Record<string, unknown>)
      const traps = typeof item.value === 'number' ? { value: item.value } : (item.value as Record<string, number>)
      for (const [key, wrong] of Object.entries(traps))
        expect(Math.abs(Number(shown[key]) - wrong)).toBeGreaterThan(1e-3)
    })
  }

  it('holds variables of scripts as the same computation in Python does', { timeout: 300_000 }, async () => {
    const as = Object.assign(await enterAs(running, 'e2e'), { universe: 'reference' })
    const expected = figuresOfPython()
    for (const [survey, source] of Object.entries(scripts)) {
      const { revision } = await call<{ revision: number }>(running, as, `script/survey/${survey}/save`, {
        source,
        revision: 0,
      })
      await call(running, as, `script/survey/${survey}/publish`, { revision })
    }
    const states = async () => (await call<{ state: string }[]>(running, as, 'task/own')).map(({ state }) => state)
    await expect.poll(states, { timeout: 240_000 }).toEqual(Object.keys(scripts).map(() => 'done'))
    for (const [survey, paths] of Object.entries(expected)) {
      const of = figuresOf(running.address, authorization, 'reference', survey)
      for (const [path, { count, ...indicators }] of Object.entries(paths)) {
        await expect.poll(() => of.count(path), { message: path, timeout: 30_000 }).toBe(count)
        for (const [indicator, value] of Object.entries(indicators)) {
          const { value: told } = await of.tile(path, indicator)
          compare(told, value, 1e-9, `${path} ${indicator}`)
        }
      }
    }
  })
})
