import { componentTypes } from '@kaiku/contract/page.ts'
import type { Ranking } from '@kaiku/contract/ranking.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { ReportState } from '@kaiku/contract/report.ts'
import type { AnswerOf, Figures } from '@kaiku/contract/result.ts'
import { permissions } from '@kaiku/core/access.ts'
import { formatPlusMinus, formatValue } from '@kaiku/core/format.ts'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { ownPageName } from '@kaiku/core/own-page.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, filesOf, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { type ReadPdf, readPdf } from '../document/read-pdf.fixture.ts'
import { followProof } from '../figure-proof/follow-proof.fixture.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { reportWorker } from './report-work.ts'

type Headers = { authorization: string }

/** One of everything. */
const components = [
  { type: 'IndicatorTiles' },
  { type: 'Trend', by: 'month', places: true },
  { type: 'Distribution', question: 'nps' },
  { type: 'Distribution', question: 'nps', split: 'channel' },
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
  { type: 'Text', title: 'Words', text: '# Read me\n\n- one *thing*\n\nand another' },
]
const flags = { enablePDFBenchmarkReport: true, enableInterviewsReport: true }
const blocks = {
  ...parts,
  'settings.json': { ...parts['settings.json'], ...flags, mainIndicators: ['nps'], minimumN: 2 },
  'pages.json': { pages: [{ extname: 'all', title: 'Everything', components }] },
  'indicators.json': {
    indicators: [
      { id: 'nps', title: 'NPS', measure: 'nps', question: 'nps', decimals: 1, target: 40 },
      { id: 'mean', title: 'Mean', measure: 'mean', question: 'nps', decimals: 2 },
    ],
  },
}
const hostile = Object.values(hostileTexts).filter((text) => text.trim() !== '')

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
  everywhere = await world.person('Everything', [], permissions)
  narrow = await world.person('South', ['fi', 'south'], permissions)
})
afterAll(() => world.close())

const inject = async (method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) =>
  world.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
const begin = (headers: Headers, kind: 'page' | 'benchmark', path: string, more: object = {}, survey = 'visits') =>
  inject('POST', `vuejs/reports/createreport/${survey}/${encodeURIComponent(path)}/${kind}`, headers, {
    compare: 'none',
    page: 'all',
    locale: 'en',
    ...more,
  })

const failing = (error: unknown) => {
  throw error
}
async function made(...asked: Parameters<typeof begin>): Promise<ReadPdf & { readonly name: string }> {
  const begun = await begin(...asked)
  if (begun.statusCode !== 200) throw new Error(begun.body)
  const { reportUUID }: ReportState = begun.json()
  const lanes = new WorkLanes(taskQueue.limits, failing)
  const { signal } = new AbortController()
  const worker = reportWorker({ publicUrl: 'https://kaiku.example' })
  while ((await runTasks(world.stores, [worker], failing, lanes, signal)) > 0) await lanes.allEnd()
  const ticket = await inject('POST', `vuejs/reports/ticket/${asked[4] ?? 'visits'}/${reportUUID}`, asked[0])
  if (ticket.statusCode !== 200) throw new Error(ticket.body)
  const reply = await world.app.inject({ url: ticket.json().address })
  expect(reply.headers['content-type']).toBe('application/pdf')
  return { ...(await readPdf(reply.rawPayload)), name: String(reply.headers['content-disposition']) }
}
const textOf = ({ pages }: ReadPdf) => pages.join('\n').replace(/\s+/g, ' ')

async function figures(headers: Headers, path: string, asked: object): Promise<Figures> {
  const reply = await inject('POST', `result/query/visits/${encodeURIComponent(path)}?compare=none`, headers, {
    components: [asked],
  })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}

describe('a page as a document', () => {
  it('holds each of its components with the figures of the screen, and says what it is of', async () => {
    expect(new Set(components.map(({ type }) => type))).toEqual(new Set(componentTypes))
    const read = await made(everywhere, 'page', 'region,all;channel=web')
    const text = textOf(read)
    expect(read.title).toBe('Everything – Visits')
    expect(read.name).toContain('.pdf')
    expect(read.isTagged).toBe(true)
    expect(text).toContain('Filter: channel web')
    expect(text).toContain('https://kaiku.example/page/all/visits/region,all;channel=web')
    for (const title of [
      'Key metrics',
      'Trend',
      'Heat map',
      'Crosstab',
      'Reasons for change',
      'Alerts',
      'Words',
      'of_sql',
    ])
      expect(text).toContain(title)
    expect(text).toContain('Read me')
    const [tiles] = (await figures(everywhere, 'region,all;channel=web', { type: 'IndicatorTiles' })).answers
    const nps = (tiles as AnswerOf<'IndicatorTiles'>).tiles.find(({ indicator }) => indicator === 'nps')?.figure
    expect(text).toContain(
      `${formatValue('nps', nps?.value ?? null, 1, 'en')} ${formatPlusMinus(
        { low: nps?.low ?? 0, high: nps?.high ?? 0 },
        1,
        'en',
      )}`,
    )
    expect(text).toContain(`n ${nps?.n}`)
    const [ranking] = (await figures(everywhere, 'region,all;channel=web', { type: 'RankingTableComponent' })).answers
    for (const { name, cells } of rankingRows(ranking as Ranking))
      expect(text).toMatch(new RegExp(`${name} .*${formatValue('nps', cells[0]?.figure.value ?? null, 1, 'en')}`))
    // Figures of tiles, the ranking and the heat map lead to where they come from, and there they are the same.
    const proofs = [...new Set(read.links.filter((link) => link.startsWith('https://kaiku.example/proof/')))]
    const told = await Promise.all(proofs.map((link) => followProof(world.app, everywhere, link)))
    expect(told.map(({ figure }) => figure)).toContainEqual(nps)
    for (const { cells } of rankingRows(ranking as Ranking))
      for (const { figure } of cells.filter(({ figure }) => figure.state === 'shown'))
        expect(told.map((one) => one.figure)).toContainEqual(figure)
    expect([...read.roles]).toEqual(expect.arrayContaining(['H1', 'Table', 'TH', 'Figure', 'TOC']))
    expect(read.alternatives.length).toBeGreaterThan(0)
  })

  it('holds hostile comments as they were written, and runs none of them', async () => {
    const text = textOf(await made(everywhere, 'page', 'region,all,fi,south,kamppi'))
    const plain = hostile.filter((one) => /^[\x20-\x7e\s]{1,80}$/.test(one))
    expect(plain.length).toBeGreaterThan(8)
    for (const comment of plain) {
      const words = comment.trim().split(/\s+/).slice(0, 2).join(' ')
      expect(text).toContain(words)
    }
  })

  it('holds what its person may see, and no more', async () => {
    const text = textOf(await made(narrow, 'page', 'region,all'))
    expect(text).toContain('Kamppi')
    expect(text).not.toMatch(/Lund|Sweden/)
    const only = await world.person('Figures', [], ['seeIndicators', 'export'])
    const less = await made(only, 'page', 'region,all')
    expect(textOf(less)).not.toMatch(/Secret of Lund|Fine/)
    expect(textOf(less)).not.toContain('Alert performance')
  })

  it('is of a page of one’s own for its maker alone', async () => {
    const page = { title: 'My own view', components: [{ type: 'Text', text: 'Only mine' }] }
    const written = await world.app.inject({
      ...{ method: 'POST', url: '/api/page/personal/visits', headers: everywhere, payload: { page } },
    })
    const own = ownPageName(written.json().id)
    const text = textOf(await made(everywhere, 'page', 'region,all', { page: own }))
    for (const said of ['My own view', 'Only mine', '/page/~']) expect(text).toContain(said)
    for (const name of [own, '~', '~x', ownPageName('01890000-0000-7000-8000-000000000000')])
      expect((await begin(narrow, 'page', 'region,all', { page: name })).statusCode).toBe(404)
  })

  it('lies across and on letters where that is asked for, and is of a page that there is', async () => {
    const { size } = await made(everywhere, 'page', 'region,all', { paper: 'letter', orientation: 'landscape' })
    expect(size).toEqual({ width: 792, height: 612 })
    expect((await begin(everywhere, 'page', 'region,all', { page: 'nowhere' })).statusCode).toBe(404)
    expect((await begin(everywhere, 'page', 'region,all', { paper: 'a7' })).statusCode).toBe(400)
  })

  it('hides in a protected survey what is hidden there', async () => {
    const settings = { ...blocks['settings.json'], extName: 'quiet', protection: true, minimumN: 10 }
    await world.survey(
      world.acme,
      new Map([...filesOf({ ...blocks, 'settings.json': settings })].filter(([file]) => file !== 'alert-rules.json')),
    )
    const text = textOf(await made(everywhere, 'page', 'region,all', {}, 'quiet'))
    expect(text).not.toMatch(/Secret of Lund/)
    expect((await begin(everywhere, 'page', 'region,all', {}, 'nobodys')).statusCode).toBe(404)
  })

  it('is refused to who may not take figures along', async () => {
    const without = await world.person('Looks', [], ['seeIndicators', 'seeComments'])
    expect((await begin(without, 'page', 'region,all')).statusCode).toBe(403)
  })
})

describe('a benchmark report', () => {
  it('ranks the places below and gives each a page with its own figures', async () => {
    const read = await made(everywhere, 'benchmark', 'region,all')
    const pagesOf = (name: string) =>
      read.pages.filter((page) => page.startsWith(name)).map((page) => page.replace(/\s+/g, ' '))
    for (const [name, path] of [
      ['Finland', 'region,all,fi'],
      ['Sweden', 'region,all,se'],
    ] as const) {
      const [tiles] = (await figures(everywhere, path, { type: 'IndicatorTiles' })).answers
      const nps = (tiles as AnswerOf<'IndicatorTiles'>).tiles.find(({ indicator }) => indicator === 'nps')?.figure
      const [page] = pagesOf(name)
      expect(page).toContain(formatValue('nps', nps?.value ?? null, 1, 'en'))
      expect(page).toContain(`n ${nps?.n}`)
    }
    expect(textOf(await made(narrow, 'benchmark', 'region,all'))).not.toMatch(/Lund|Sweden/)
  })
})
