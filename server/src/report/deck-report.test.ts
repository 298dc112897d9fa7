import { componentTypes } from '@kaiku/contract/page.ts'
import type { Ranking } from '@kaiku/contract/ranking.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { ReportState } from '@kaiku/contract/report.ts'
import type { Answer, AnswerOf, Figures } from '@kaiku/contract/result.ts'
import { permissions } from '@kaiku/core/access.ts'
import { formatCount, formatPlusMinus, formatUnit, formatValue } from '@kaiku/core/format.ts'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, filesOf, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { type ReadChart, type ReadDeck, readDeck } from '../deck/read-deck.fixture.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { reportWorker } from './report-work.ts'

type Headers = { authorization: string }

const ofTrend = { type: 'Trend', by: 'month', places: true } as const
const ofAnswers = { type: 'Distribution', question: 'nps' } as const
const ofSplit = { type: 'Distribution', question: 'nps', split: 'channel' } as const
/** One of everything. */
const components = [
  { type: 'IndicatorTiles' },
  ofTrend,
  ofAnswers,
  ofSplit,
  { type: 'RankingTableComponent' },
  { type: 'Targets', indicators: ['nps'] },
  { type: 'GamificationOverviewConfig' },
  { type: 'ChangeDecomposition' },
  { type: 'KeyDrivers' },
  { type: 'Crosstab', rows: { question: 'nps' }, columns: { question: 'channel' } },
  { type: 'HeatMap' },
  { type: 'Topics' },
  { type: 'GeographyTiles' },
  { type: 'Comments', limit: 100 },
  { type: 'InterviewList' },
  { type: 'AlertLoop' },
  { type: 'AlertList', state: 'all' },
  { type: 'ResponseFunnel' },
  { type: 'MailCampaignsListComponent' },
  { type: 'MailCampaignDetailsComponent' },
  { type: 'Sql', statement: 'select channel, count(*) as of_sql from interviews group by all order by all' },
  { type: 'Text', title: 'Words ]]> & <more>', text: '# Read me\n\n- one *thing*\n\nand another' },
]
const blocks = {
  ...parts,
  'settings.json': {
    ...parts['settings.json'],
    enablePDFBenchmarkReport: true,
    enableInterviewsReport: true,
    mainIndicators: ['nps', 'mean'],
    minimumN: 3,
  },
  'pages.json': { pages: [{ extname: 'all', title: 'Everything', components }] },
  'indicators.json': {
    indicators: [
      { id: 'nps', title: 'NPS', measure: 'nps', question: 'nps', decimals: 1, target: 40 },
      { id: 'mean', title: '=Mean ]]> "&" <b>', measure: 'mean', question: 'nps', decimals: 2 },
    ],
  },
}
const hostile = [...Object.values(hostileTexts), ']]> &amp; <![CDATA[ \u0001 \uFFFF'].filter(
  (text) => text.trim() !== '',
)

let world: AlertWorld
let everywhere: Headers
let narrow: Headers

beforeAll(async () => {
  world = await openAlertWorld(blocks)
  await world.answer(
    hostile.flatMap((comment, at) => [
      { store: 'kamppi', day: `2026-10-${10 + (at % 18)}`, nps: at % 11, comment, channel: 'web' },
      { store: 'sello', day: `2026-11-${10 + (at % 7)}`, nps: (at * 5) % 11, comment: 'Fine', channel: 'store' },
      { store: 'lund', day: `2026-11-${10 + (at % 7)}`, nps: (at * 3) % 11, comment: 'Secret of Lund', channel: 'web' },
    ]),
  )
  // One answer in a month is few: never a number.
  await world.answer([{ store: 'kamppi', day: '2026-08-03', nps: 7, comment: 'Alone in August', channel: 'store' }])
  everywhere = await world.person('Everything', [], permissions)
  narrow = await world.person('South', ['fi', 'south'], permissions)
})
afterAll(() => world.close())

const inject = async (method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) =>
  world.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
const begin = (headers: Headers, path: string, more: object = {}, survey = 'visits') =>
  inject('POST', `vuejs/reports/createreport/${survey}/${encodeURIComponent(path)}/deck`, headers, {
    compare: 'none',
    page: 'all',
    locale: 'en',
    ...more,
  })

const failing = (error: unknown) => {
  throw error
}
async function made(...asked: Parameters<typeof begin>): Promise<ReadDeck & { readonly name: string }> {
  const begun = await begin(...asked)
  if (begun.statusCode !== 200) throw new Error(begun.body)
  const { reportUUID }: ReportState = begun.json()
  const lanes = new WorkLanes(taskQueue.limits, failing)
  const { signal } = new AbortController()
  const worker = reportWorker({ publicUrl: 'https://kaiku.example' })
  while ((await runTasks(world.stores, [worker], failing, lanes, signal)) > 0) await lanes.allEnd()
  const ticket = await inject('POST', `vuejs/reports/ticket/${asked[3] ?? 'visits'}/${reportUUID}`, asked[0])
  if (ticket.statusCode !== 200) throw new Error(ticket.body)
  const reply = await world.app.inject({ url: ticket.json().address })
  expect(reply.headers['content-type']).toContain('presentationml.presentation')
  return Object.assign(await readDeck(reply.rawPayload), { name: String(reply.headers['content-disposition']) })
}
let once: ReturnType<typeof made> | undefined
/** Looked at by several. */
const whole = () => (once ??= made(everywhere, 'region,all'))

async function answerOf<T extends Answer['type']>(path: string, asked: object & { type: T }): Promise<AnswerOf<T>> {
  const reply = await inject('POST', `result/query/visits/${encodeURIComponent(path)}?compare=none`, everywhere, {
    components: [asked],
  })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const { answers }: Figures = reply.json()
  return answers[0] as AnswerOf<T>
}

const slideOf = ({ slides }: ReadDeck, kind: ReadChart['kind'], first: string) => {
  const slide = slides.find(({ charts }) => charts.some((one) => one.kind === kind && one.series[0]?.name === first))
  const [chart] = slide?.charts ?? []
  if (!slide || !chart) throw new Error(`no ${kind} of ${first}`)
  return { slide, chart }
}
/** What the sheet behind a chart holds of a column. */
const columnOf = ({ sheet }: ReadChart, title: string) => {
  const at = sheet[0]?.indexOf(title) ?? -1
  return sheet.slice(1).map((row) => row[at] ?? null)
}
const shownValue = ({ state, value }: { state: string; value: number | null }) => (state === 'shown' ? value : null)

describe('a page as slides', () => {
  it('draws a trend from the figures of the screen, to the last digit, and tells few answers in words', async () => {
    const deck = await whole()
    const trend = await answerOf('region,all', ofTrend)
    for (const [at, name] of [
      [0, 'NPS'],
      [1, '=Mean ]]> "&" <b>'],
    ] as const) {
      const { slide, chart } = slideOf(deck, 'line', name)
      const figures = trend.points.map((point) => point.figures[at])
      const values = figures.map((figure) => (figure ? shownValue(figure) : null))
      expect(values.filter((value) => value !== null).length).toBeGreaterThan(1)
      expect(chart.series[0]?.values).toEqual(values)
      expect(columnOf(chart, name)).toEqual(values)
      expect(columnOf(chart, `${name} – 95 % min`)).toEqual(
        figures.map((figure) => (figure?.state === 'shown' ? figure.low : null)),
      )
      expect(columnOf(chart, `${name} – n`)).toEqual(figures.map((figure) => figure?.n ?? null))
      expect(chart.categories).toEqual(trend.points.map(({ from }) => formatUnit('month', from, 'en')))
      expect(slide.notes).toContain('https://kaiku.example/page/all/visits/region,all')
    }
    const { slide, chart } = slideOf(deck, 'line', 'NPS')
    const august = chart.categories.indexOf(formatUnit('month', '2026-08-01', 'en'))
    expect(trend.points[august]?.figures[0]).toMatchObject({ state: 'few', n: 1 })
    expect(chart.series[0]?.values[august]).toBeNull()
    expect(chart.sheet[august + 1]?.slice(1, 2)).toEqual([null])
    expect(slide.texts.join(' ')).toMatch(/[Ff]ew responses: .*Aug/)
    const last = trend.points.at(-1)?.figures[0]
    expect(slide.title).toContain(`NPS: ${formatValue('nps', last?.value ?? null, 1, 'en')} · n ${last?.n}`)
  })

  it('draws places, ranking, answers and answers by another question from the figures of the screen', async () => {
    const deck = await whole()
    const trend = await answerOf('region,all', ofTrend)
    const lines = trend.lines?.lines ?? []
    const { chart: places } = slideOf(deck, 'line', lines[0]?.name ?? '')
    expect(places.series).toEqual(
      lines.map(({ name, figures }) => ({
        name,
        values: figures.map(([figure]) => (figure ? shownValue(figure) : null)),
      })),
    )
    const ranking: Ranking = await answerOf('region,all', { type: 'RankingTableComponent' })
    const { chart: ranked } = slideOf(deck, 'bar', 'NPS')
    const rows = new Map(rankingRows(ranking).map((row) => [row.name, row]))
    expect(new Set(ranked.categories)).toEqual(new Set(rows.keys()))
    expect(ranked.series[0]?.values).toEqual(
      ranked.categories.map((name) => rows.get(name)?.cells[0]?.figure.value ?? null),
    )
    const answers = await answerOf('region,all', ofAnswers)
    const answered = deck.slides.find(({ title }) => title.startsWith('Most frequent answer'))
    const bars = answered?.charts[0]
    if (!bars) throw new Error('no bars of answers')
    const valid = answers.bars.filter(({ missing }) => !missing)
    expect(bars.series[0]?.values).toEqual(valid.map(({ share }) => share))
    expect(columnOf(bars, `${bars.series[0]?.name} – n`)).toEqual(valid.map(({ n }) => n))
    const { split } = await answerOf('region,all', ofSplit)
    const stacked = deck.slides.flatMap(({ charts }) => charts).find(({ kind }) => kind === 'stacked')
    const groups = (split?.columns.groups ?? []).flatMap((group, at) => (group.isNone ? [] : [{ group, at }]))
    expect(stacked?.categories).toEqual(groups.map(({ group }) => group.name))
    expect(stacked?.series.map(({ values }) => values)).toEqual(
      (split?.rows.groups ?? []).flatMap((row, line) =>
        row.isNone ? [] : [groups.map(({ at }) => split?.cells[line]?.[at]?.ofColumn?.value ?? null)],
      ),
    )
  })

  it('holds every component, says what it is of, and reads out what is drawn', async () => {
    expect(new Set(components.map(({ type }) => type))).toEqual(new Set(componentTypes))
    const deck = await made(everywhere, 'region,all;channel=web')
    expect(deck.name).toContain('.pptx')
    expect(deck.size.width / deck.size.height).toBeCloseTo(16 / 9, 2)
    const [first, ...others] = deck.slides
    expect(first?.title).toBe('Everything – Visits')
    const about = [...(first?.texts ?? []), ...(first?.tables.flat(2) ?? [])].join('\n')
    for (const said of ['Filter: channel', 'Everything', 'Data state', 'https://kaiku.example/page/all/visits/'])
      expect(about).toContain(said)
    const told = others.map(({ title, texts }) => [title, ...texts].join(' ')).join('\n')
    for (const title of ['Key metrics', 'Heat map', 'Crosstab', 'Reasons for change', 'Alerts', 'Words ]]> & <more>'])
      expect(told).toContain(title)
    expect(others.every(({ title }) => title !== '')).toBe(true)
    const { tiles } = await answerOf('region,all;channel=web', { type: 'IndicatorTiles' })
    const nps = tiles.find(({ indicator }) => indicator === 'nps')?.figure
    const value = formatValue('nps', nps?.value ?? null, 1, 'en')
    const reach = formatPlusMinus({ low: nps?.low ?? 0, high: nps?.high ?? 0 }, 1, 'en')
    const shown = others[0]
    expect(shown?.title).toContain(`NPS: ${value} · n ${formatCount(nps?.n ?? null, 'en')}`)
    expect(shown?.texts.join(' ')).toContain(`${value}  ${reach}`)
    expect(shown?.notes).toContain(`NPS: ${value}, ${reach}, n ${nps?.n}`)
    for (const { charts, tables, alternatives } of others)
      expect(alternatives.filter((text) => text !== '').length).toBeGreaterThanOrEqual(charts.length + tables.length)
  })

  it('bears the logo of its universe in its own shape, and its colour', async () => {
    const picture =
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAEklEQVR4nGP4z8DwHxkzkC4AAKxpD/HkzrOFAAAAAElFTkSuQmCC'
    const look = { logo: `data:image/png;base64,${picture}`, colour: '#0a7d3c' }
    const set = (settings: object) =>
      world.stores.service.query('update universe set settings = settings || $2 where id = $1', [world.acme, settings])
    await set(look)
    try {
      const { written } = await made(everywhere, 'region,all;channel=web')
      const [, width, height] = /descr="Logo: acme"[\s\S]*?<a:ext cx="(\d+)" cy="(\d+)"/.exec(written) ?? []
      expect(Number(width) / Number(height)).toBeCloseTo(2, 2)
      expect(written).toContain('0A7D3C')
    } finally {
      await set({ logo: '', colour: '' })
    }
  })

  it('breaks long tables over slides with their heads again, a dozen rows each, and says how many', async () => {
    const { slides } = await whole()
    const listed = slides.filter(({ title }) => title === 'Interviews')
    expect(listed.length).toBeGreaterThan(2)
    for (const [at, { texts, tables }] of listed.entries()) {
      expect(texts.join(' ')).toContain(`${at + 1} of ${listed.length}`)
      expect(tables[0]?.[0]).toEqual(listed[0]?.tables[0]?.[0])
      expect(tables[0]?.length).toBeLessThanOrEqual(13)
    }
  })

  it('holds hostile texts as they were written, and no formula of them', async () => {
    const deck = await made(everywhere, 'region,all,fi,south,kamppi')
    const told = deck.slides
      .flatMap(({ texts }) => texts)
      .join('\n')
      .replace(/\s+/g, ' ')
    const plain = hostile.filter((one) => /^[\x20-\x7e\s]{1,80}$/.test(one))
    expect(plain.length).toBeGreaterThan(8)
    for (const comment of [...plain, hostileTexts.emoji, hostileTexts.nfd])
      expect(told).toContain(comment.trim().replace(/\s+/g, ' '))
    expect(told).toContain(']]> &amp; <![CDATA[')
    expect(told).toContain('שלום')
    const { chart } = slideOf(deck, 'line', '=Mean ]]> "&" <b>')
    expect(chart.sheet[0]?.[1]).toBe('=Mean ]]> "&" <b>')
    expect(chart.written).not.toContain('<f>')
  })

  it('holds what its person may see, and no more, the workbooks behind its charts, too', async () => {
    const deck = await made(narrow, 'region,all')
    expect(deck.written).toContain('Kamppi')
    expect(deck.written).not.toMatch(/Lund|Sweden/)
    const only = await world.person('Figures', [], ['seeIndicators', 'export'])
    const less = await made(only, 'region,all')
    expect(less.written).not.toMatch(/Secret of Lund|Fine|Alone in August/)
    expect(less.written).not.toContain('Alert performance')
  })

  it('hides in a protected survey what is hidden there', async () => {
    const settings = { ...blocks['settings.json'], extName: 'quiet', protection: true, minimumN: 10 }
    await world.survey(
      world.acme,
      new Map([...filesOf({ ...blocks, 'settings.json': settings })].filter(([file]) => file !== 'alert-rules.json')),
    )
    const deck = await made(everywhere, 'region,all', {}, 'quiet')
    expect(deck.written).not.toMatch(/Secret of Lund/)
    for (const { charts } of deck.slides)
      for (const { series, sheet } of charts) {
        expect(series.flatMap(({ values }) => values).filter((value) => value !== null)).toEqual([])
        expect(sheet.flat().filter((cell) => typeof cell === 'number')).toEqual([])
      }
  })

  it('is refused to who may not take figures along, for a page that there is not, and in another universe', async () => {
    const without = await world.person('Looks', [], ['seeIndicators', 'seeComments'])
    expect((await begin(without, 'region,all')).statusCode).toBe(403)
    expect((await begin(everywhere, 'region,all', { page: 'nowhere' })).statusCode).toBe(404)
    expect((await begin(everywhere, 'region,all', {}, 'nobodys')).statusCode).toBe(404)
  })
})
