import { setImmediate } from 'node:timers/promises'
import type { ComponentType } from '@kaiku/contract/page.ts'
import { resultCalls } from '@kaiku/contract/result.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { SearchedRow } from '../feed/searched-row.fixture.ts'
import { Random } from '../result/oracle/random.ts'
import type { Asker, SearchedWorld } from './searcher-world.fixture.ts'

/** A filter as it is written, and whom it means. */
type Filter = { readonly token: string; readonly question: string; readonly has: (row: SearchedRow) => boolean }

const is = (question: string, code: string, token = `${question}=${code}`): Filter => ({
  ...{ token, question },
  has: ({ background }) => background[question] === code,
})
const inBand = (from: number, to: number): Filter => ({
  ...{ token: `tenure=${from}_${to}`, question: 'tenure' },
  has: ({ background: { tenure } }) => Number(tenure) >= from && Number(tenure) <= to,
})

const allowed: readonly Filter[] = [
  ...[is('gender', 'f'), is('gender', 'm'), is('gender', 'x'), is('grade', 'staff'), is('grade', 'lead')],
  ...[inBand(0, 4), inBand(5, 9), inBand(10, 60)],
]
/** What a protected survey does not tell apart. */
export const refusedTokens: readonly string[] = [
  ...['ill=yes', 'ill=_yes', 'rating=1_2', 'comment=said~', 'who=person~', 'store=s11', 'table=last'],
  ...['gender=f*m', 'gender=_f', 'gender=~none', 'gender=_~none', 'tenure=3_8', 'tenure=2_2', 'tenure=_0_4'],
  ...['gender=f;grade=lead;tenure=0_4', 'gender=f;ill=yes'],
]

/** A selection and whom it holds. */
export type Ask = {
  readonly asker: Asker
  readonly path: string
  readonly view: string
  readonly node: readonly string[]
  readonly days: Days | null
  readonly filters: readonly Filter[]
}
export type Days = { readonly from: string; readonly to: string }

/** Times that hold some of the answers: all, an old quarter, parts of it, and what came later. */
const times: readonly (Days | null)[] = [
  null,
  null,
  { from: '2024-01-01', to: '2024-03-31' },
  { from: '2024-02-12', to: '2024-02-15' },
  { from: '2024-04-01', to: '2199-12-31' },
  { from: '2023-01-01', to: '2024-01-01' },
]

/** Each place, each filter, and as many random selections with filters; the same for the same world. */
export function asksOf({ askers, seed }: SearchedWorld, filtered: number): Ask[] {
  const random = new Random(seed + 1)
  const single = allowed.map((one) => [one])
  const pairs = allowed.flatMap((one) =>
    allowed.filter(({ question }) => question > one.question).map((other) => [one, other]),
  )
  return askers.flatMap((asker) => {
    const isWhole = asker.within === null
    const some = isWhole ? filtered : Math.ceil(filtered / 4)
    const [top = ''] = asker.paths
    return [
      ...asker.paths.map((place) => ask(asker, place, random.pick(times), [])),
      ...(isWhole ? single : []).map((one) => ask(asker, top, null, one)),
      ...Array.from({ length: some }, () =>
        ask(asker, random.pick(asker.paths), random.pick(times), random.pick([...single, ...pairs])),
      ),
    ]
  })
}

function ask(asker: Asker, place: string, days: Days | null, filters: readonly Filter[]): Ask {
  const time = days ? [`ftime=${days.from.replaceAll('-', '')}_${days.to.replaceAll('-', '')}`] : []
  const [view = '', , ...node] = place.split(',')
  return { asker, view, node, days, filters, path: [place, ...time, ...filters.map(({ token }) => token)].join(';') }
}

/** Every type of component, as it tells most. */
const asked = {
  IndicatorTiles: [{ indicators: ['count', 'ill', 'rating', 'middle', 'low'], spark: true }],
  Trend: [{ indicators: ['ill', 'count'], by: 'quarter', places: true }],
  Distribution: [{ question: 'ill' }, { question: 'gender' }, { question: 'rating', split: 'grade' }],
  RankingTableComponent: [
    { indicators: ['ill', 'count'], of: 'children', spark: true },
    { indicators: ['ill', 'count'], of: 'leaves', spark: false },
    { indicators: ['ill', 'count'], of: { question: 'gender' }, spark: false },
    { indicators: ['rating'], of: { question: 'ill' } },
  ],
  Crosstab: [
    { rows: { question: 'ill' }, columns: { question: 'gender' }, indicator: 'rating' },
    { rows: { question: 'grade' }, columns: { question: 'gender' }, indicator: 'ill' },
    { rows: { question: 'ill' }, columns: 'children' },
    { rows: { question: 'ill' }, columns: { question: 'rating' } },
  ],
  HeatMap: [
    { indicators: ['ill'], questions: ['rating'], of: { question: 'grade' } },
    { indicators: ['ill'], of: 'leaves' },
    { indicators: ['ill'], of: { period: 'quarter' } },
  ],
  Targets: [
    { indicators: ['ill', 'count'], by: 'quarter' },
    { indicators: ['ill'], by: 'month' },
    { indicators: ['rating'], by: 'year', byPlace: false },
  ],
  ChangeDecomposition: [{ indicator: 'ill' }, { indicator: 'rating', segment: 'ill' }],
  KeyDrivers: [{ outcome: 'ill', drivers: ['rating'] }],
  Topics: [{ indicator: 'rating' }],
  GeographyTiles: [{ indicator: 'ill', of: 'leaves' }],
  Comments: [{ limit: 3 }, { search: 'said' }, { question: 'who' }],
  InterviewList: [{ columns: ['ill', 'comment', 'who'] }],
  AlertLoop: [{}],
  AlertList: [{}],
  ResponseFunnel: [{}],
  MailCampaignsListComponent: [{}],
  MailCampaignDetailsComponent: [{}],
  GamificationOverviewConfig: [{ indicators: ['ill', 'rating'], round: 'quarter', baseline: 1, rounds: 2 }],
  Sql: [{ statement: 'select count(*) from interviews' }],
  Text: [{ text: 'x' }],
} satisfies Record<ComponentType, readonly object[]>

export const components = Object.entries(asked).flatMap(([type, each]) => each.map((one) => ({ type, ...one })))

export const isSelected = (ask: Ask, row: SearchedRow): boolean =>
  isAt(ask, row) && ask.filters.every(({ has }) => has(row))

export const begins = (line: readonly string[], start: readonly string[]) => start.every((id, at) => line[at] === id)
const isAt = ({ asker: { within }, view, node, days }: Ask, { places, day, until }: SearchedRow) =>
  begins(places[view] ?? [], node) &&
  (within === null || within.some((place) => begins(places.stores ?? [], place))) &&
  (days === null || (day <= days.to && until >= days.from))

export type Reply = { readonly status: number; readonly body: string }

export const post = async (
  { app, survey }: SearchedWorld,
  { headers }: Pick<Asker, 'headers'>,
  path: string,
  asked: readonly object[],
): Promise<Reply> => {
  const url = `/api/result/query/${survey}/${encodeURIComponent(path)}?compare=previous`
  return insist(app, { method: 'POST', url, headers, payload: { components: asked } })
}

/** Asks again as long as the server says that it is busy, which depends on what else the machine does. */
export async function insist(app: FastifyInstance, asked: InjectOptions): Promise<Reply> {
  for (;;) {
    const { statusCode, body } = await app.inject(asked)
    if (statusCode !== 503 || !body.includes('busy')) return { status: statusCode, body }
    await setImmediate()
  }
}

export const answersIn = (body: string) => resultCalls.query.reply.parse(JSON.parse(body)).answers
