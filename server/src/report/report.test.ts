import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Ranking } from '@kaiku/contract/ranking.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { Report, ReportState } from '@kaiku/contract/report.ts'
import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import type { Task } from '@kaiku/contract/task.ts'
import { type Permission, permissions } from '@kaiku/core/access.ts'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { type Cell, type CellValue, readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, filesOf, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { tryAgain } from '../background-work/queue-state.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { followProof } from '../figure-proof/follow-proof.fixture.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { hear } from '../live-event/stream.fixture.ts'
import { forgetRights } from '../session/who.ts'
import { findSurvey } from '../survey/survey.ts'
import { anyTask, forgetTasks } from '../task/task.ts'
import { keepPieces } from '../task/task-file.ts'
import { runTasks, type TaskWorker, taskQueue } from '../task/task-work.ts'
import { findUniverse } from '../universe/universe.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'
import { reportWorker } from './report-work.ts'

type Headers = { authorization: string }
type Rows = readonly (readonly CellValue[])[]

const flags = {
  enableExcelBenchmarkReport: true,
  enablePDFBenchmarkReport: true,
  enableInterviewsReport: true,
  enableAlertsReport: true,
  enableActionsReport: true,
  enableIndicatorsReport: true,
  enableSamplesReport: true,
}
const kinds: readonly ReportKind[] = ['ranking', 'indicators', 'interviews', 'alerts', 'actions', 'samples']
const blocks = {
  ...parts,
  'settings.json': { ...parts['settings.json'], ...flags, mainIndicators: ['nps'] },
  'indicators.json': {
    indicators: [
      { id: 'nps', title: '=NPS', measure: 'nps', question: 'nps', decimals: 1 },
      { id: 'mean', title: 'Mean', measure: 'mean', question: 'nps', decimals: 2 },
    ],
  },
}
const hostile = Object.values(hostileTexts).filter((text) => text.trim() !== '')
const answersOf = (store: string, day: string, nps: number, comment: string) => ({
  store,
  day,
  nps,
  comment,
  channel: 'web',
})

const byCode = (one: string, other: string) => (one < other ? -1 : 1)

let world: AlertWorld
let everywhere: Headers
let narrow: Headers

beforeAll(async () => {
  world = await openAlertWorld(blocks)
  await world.answer(
    hostile.flatMap((text, at) => [
      answersOf('kamppi', `2026-10-${String((at % 28) + 1).padStart(2, '0')}`, at % 11, text),
      answersOf('lund', `2026-11-${String((at % 17) + 1).padStart(2, '0')}`, (at * 3) % 11, `${text} again`),
    ]),
  )
  const by = { universe: world.acme, userId: null, name: 'test', actingAs: null, address: '' }
  const settings = { label: 'test', scopes: ['samples:write' as const], expiresOn: null }
  const { token } = await createUniverseKey(world.stores, world.acme, settings, by)
  const samples = [
    ...hostile.map((text, at) => ({ externalId: `h${at}`, name: text.slice(0, 80), background: { store: 'kamppi' } })),
    { email: 'anna@example.fi', name: 'Anna Öberg', background: { store: 'sello' } },
    { email: 'carl@lund.example', name: 'Carl', background: { store: 'lund' } },
  ]
  const sent = await inject(
    'POST',
    'v1/surveys/visits/samples',
    { authorization: `Bearer ${token}` },
    { mode: 'merge', samples },
  )
  if (sent.statusCode !== 200) throw new Error(sent.body)
  everywhere = await world.person('Everything', [], permissions)
  // Who looks after the universe may stop what others wait for: work-page.test.ts.
  const without = permissions.filter((one) => one !== 'manageUniverse')
  narrow = await world.person('South', ['fi', 'south'], without)
})
afterAll(() => world.close())

const inject = async (method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) =>
  world.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
const ask = (headers: Headers, kind: ReportKind, path = 'region,all', more: object = {}) =>
  inject('POST', `vuejs/reports/createreport/visits/${encodeURIComponent(path)}/${kind}`, headers, {
    compare: 'none',
    page: 'overview',
    ...more,
  })
const begun = async (...asked: Parameters<typeof ask>): Promise<ReportState> => {
  const reply = await ask(...asked)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const status = async (headers: Headers, uuid: string): Promise<ReportState> =>
  (await inject('GET', `vuejs/reports/status/visits/${uuid}`, headers)).json()
const one = async (headers: Headers, uuid: string): Promise<Report> =>
  (await inject('GET', `vuejs/reports/one/visits/${uuid}`, headers)).json()
const own = async (headers: Headers): Promise<Task[]> => (await inject('GET', 'task/own', headers)).json()

const failing = (error: unknown) => {
  throw error
}
/** Does everything that is due. */
async function work(workers: readonly TaskWorker[] = [reportWorker({ publicUrl: 'https://kaiku.example' })]) {
  const lanes = new WorkLanes(taskQueue.limits, failing)
  const { signal } = new AbortController()
  while ((await runTasks(world.stores, workers, () => {}, lanes, signal)) > 0) await lanes.allEnd()
}
async function ticket(headers: Headers, uuid: string): Promise<string> {
  const reply = await inject('POST', `vuejs/reports/ticket/visits/${uuid}`, headers)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().address
}
const fetched = async (headers: Headers, uuid: string) => world.app.inject({ url: await ticket(headers, uuid) })

/** The sheets of a report that is made now, by their names. */
async function made(...asked: Parameters<typeof ask>): Promise<ReadonlyMap<string, Rows>> {
  const { reportUUID } = await begun(...asked)
  await work()
  const reply = await fetched(asked[0], reportUUID)
  const { sheets } = await readXlsx(reply.rawPayload)
  for (const { cells } of sheets) for (const cell of cells?.values() ?? []) expect(cell.formula).toBeUndefined()
  return new Map(sheets.map(({ name, rows, cells }) => [name, withTargets(rows, cells)]))
}
/** A link as where it leads: what is shown of a long one is cut. */
function withTargets(rows: Rows, cells: ReadonlyMap<string, Cell> = new Map()): Rows {
  return rows.map((row, at) => row.map((cell, column) => cells.get(`${at},${column}`)?.hyperlink?.target ?? cell))
}
/** Rows by the names of their columns. */
function objects(rows: Rows | undefined): Record<string, CellValue>[] {
  const [head = [], ...others] = rows ?? []
  return others.map((row) => Object.fromEntries(head.map((name, at) => [String(name), row[at] ?? null])))
}

async function ranking(headers: Headers, path = 'region,all', of: unknown = 'children'): Promise<Ranking> {
  const reply = await inject('POST', `result/query/visits/${encodeURIComponent(path)}?compare=none`, headers, {
    components: [{ type: 'RankingTableComponent', of }],
  })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().answers[0]
}

describe('a report', () => {
  it('of the ranking holds the figures of the screen to the last digit, and says what it is of', async () => {
    const sheets = await made(everywhere, 'ranking', 'region,all;channel=web')
    expect([...sheets.keys()]).toEqual(['About', 'Ranking', 'Data'])
    const about = new Map((sheets.get('About') ?? []).map(([name, said]) => [name, said]))
    expect(about.get('Report')).toBe('Ranking – Visits')
    expect(about.get('Filter: channel')).toBe('web')
    expect(about.get('Data state')).toBe((await findSurvey(world.stores, world.acme, 'visits')).loadCount)
    expect(about.get('Shown in Kaiku')).toContain('https://kaiku.example/ranking/visits/region,all;channel=web')
    const proofs = [...about].filter(([name]) => String(name).startsWith('Where this figure comes from: '))
    expect(proofs.length).toBeGreaterThan(0)
    for (const [, link] of proofs)
      expect(link).toMatch(/^https:\/\/kaiku\.example\/proof\/visits\/region,all;channel=web\S*\/\w+\?universe=\w+&at=/)
    const shown = await ranking(everywhere, 'region,all;channel=web')
    const data = objects(sheets.get('Data'))
    for (const row of rankingRows(shown))
      for (const { indicator, figure, rank } of row.cells)
        expect(data.find((line) => line.path === row.path && line.indicator === indicator)).toMatchObject({
          ...{ value: figure.value, n: figure.n, low: figure.low, high: figure.high, state: figure.state, rank },
        })
    expect(data).toHaveLength((shown.rows.length + 1) * shown.indicators.length)
    for (const { proof, value, n, state } of data)
      expect((await followProof(world.app, everywhere, String(proof))).figure).toMatchObject({ value, n, state })
    expect(sheets.get('Ranking')?.[0]).toContain('=NPS')
  })

  it('of the indicators holds each place on every level, period by period', async () => {
    const sheets = await made(everywhere, 'indicators', 'region,all;ftime=20261001_20261130')
    const data = objects(sheets.get('Data'))
    const whole = await ranking(everywhere, 'region,all;ftime=20261001_20261130', { depth: 3 })
    const [kamppi] = rankingRows(whole).filter(({ name }) => name === 'Kamppi')
    const mine = data.filter(({ path, indicator }) => path === kamppi?.path && indicator === 'nps')
    expect(mine[0]).toMatchObject({ from: '2026-10-01', to: '2026-11-30', level: 3, n: hostile.length })
    const days = mine.slice(1)
    expect(days.length).toBeGreaterThan(5)
    expect(days.reduce((sum, { n }) => sum + Number(n), 0)).toBe(hostile.length)
    for (const { proof, value, n, state } of mine)
      expect((await followProof(world.app, everywhere, String(proof))).figure).toMatchObject({ value, n, state })
    for (const { from, to, value } of [mine[1] ?? {}, mine.at(-1) ?? {}]) {
      const period = `ftime=${String(from).replaceAll('-', '')}_${String(to).replaceAll('-', '')}`
      const shown = rankingRows(await ranking(everywhere, `region,all;${period}`, { depth: 3 }))
      expect(shown.find(({ path }) => path === kamppi?.path)?.cells[0]?.figure.value).toBe(value)
    }
    const [head, all] = sheets.get('=NPS') ?? []
    expect(head?.slice(0, 3)).toEqual(['Place', 'Level', 'Whole period'])
    expect(all?.slice(0, 2)).toEqual(['All', 0])
  })

  it('of the interviews holds every one with its answers as they were written, and the codebook', async () => {
    const sheets = await made(everywhere, 'interviews', 'region,all,fi')
    const rows = objects(sheets.get('Interviews'))
    expect(rows).toHaveLength(hostile.length)
    const written = hostile.map((text) => text.replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Surrogate}/gu, ''))
    expect(rows.map(({ Comment }) => String(Comment)).toSorted(byCode)).toEqual(written.toSorted(byCode))
    expect(sheets.get('Codebook')?.map(([id]) => id)).toContain('nps')
    expect(Object.keys(rows[0] ?? {})).toContain('Who')
    const blind = await world.person('Blind', [], ['seeIndicators', 'seeInterviews', 'export'])
    const less = objects((await made(blind, 'interviews', 'region,all,fi')).get('Interviews'))
    expect(less).toHaveLength(hostile.length)
    expect(Object.keys(less[0] ?? {}).filter((name) => ['Who', 'Comment'].includes(name))).toEqual([])
  })

  it('of alerts and of what was done about them says what the list and the page say', async () => {
    const { rows, total } = await world.list(everywhere, 'region,all', 'limit=100')
    const [first] = rows
    await world.post(everywhere, `change/visits/${first?.alertId}`, {
      version: first?.version,
      state: 'inProgress',
      note: '=1+1',
    })
    const sheets = await made(everywhere, 'alerts')
    const data = objects(sheets.get('Data'))
    expect(data).toHaveLength(total)
    expect(new Set(data.map(({ alertId }) => alertId))).toEqual(new Set(rows.map(({ alertId }) => alertId)))
    const actions = await made(everywhere, 'actions')
    expect([...actions.keys()]).toEqual(['About', 'Summary', 'Alerts', 'Steps'])
    expect(objects(actions.get('Summary'))[0]).toMatchObject({ Alerts: total })
    expect(objects(actions.get('Steps')).filter(({ Step }) => Step === 'Raised').length).toBeGreaterThanOrEqual(total)
  })

  it('of the samples holds the people one manages, and where they are, by state and by place', async () => {
    const sheets = await made(everywhere, 'samples')
    expect([...sheets.keys()]).toEqual(['About', 'Samples', 'By state', 'By place'])
    const people = objects(sheets.get('Samples'))
    expect(people.find(({ Name }) => Name === 'Anna Öberg')).toMatchObject({
      ...{ Email: 'anna@example.fi', Place: 'All › Finland › South › Sello', State: 'Pending' },
    })
    expect(people.at(-1)).toMatchObject({ Name: 'People', Email: hostile.length + 2 })
    const places = new Map(objects(sheets.get('By place')).map((line) => [line.Place, line.People]))
    expect(places).toEqual(
      new Map([
        ['Finland', hostile.length + 1],
        ['Sweden', 1],
        ['All', hostile.length + 2],
      ]),
    )
    const nameless = await world.person(
      'No names',
      [],
      permissions.filter((one) => one !== 'seeContacts'),
    )
    expect(JSON.stringify([...(await made(nameless, 'samples')).values()])).not.toMatch(/Anna|anna@/)
  })

  it('holds what its person may see, and no more', async () => {
    for (const kind of kinds)
      for (const [name, rows] of await made(narrow, kind))
        for (const cell of rows.flat()) expect(`${kind} ${name} ${String(cell)}`).not.toMatch(/lund|sweden| again$/i)
    const [all] = objects((await made(narrow, 'ranking')).get('Data'))
    expect(all?.n).toBe(hostile.length)
  })

  it('is refused where the survey does not offer it, and to who may not have it', async () => {
    const reasons = async (headers: Headers) =>
      Promise.all(kinds.map(async (kind) => (await ask(headers, kind)).statusCode))
    const without = (...missing: Permission[]) =>
      world.person(
        `Without ${missing.join()}`,
        [],
        permissions.filter((one) => !missing.includes(one)),
      )
    expect(await reasons(await without('export'))).toEqual([403, 403, 403, 403, 403, 403])
    expect(await reasons(await without('seeIndicators'))).toEqual([403, 403, 403, 403, 403, 403])
    expect(await reasons(await without('seeInterviews', 'handleAlerts'))).toEqual([200, 200, 403, 403, 403, 200])
    expect(await reasons(await without('manageSamples'))).toEqual([200, 200, 200, 200, 200, 403])
    const settings = { ...blocks['settings.json'], enableAlertsReport: false }
    await world.survey(world.acme, filesOf({ ...blocks, 'settings.json': { ...settings, extName: 'other' } }))
    const off = await inject('POST', 'vuejs/reports/createreport/other/region,all/alerts', everywhere, {})
    expect([off.statusCode, off.json().reason.key]).toEqual([403, 'report.off'])
    expect((await ask(everywhere, 'ranking', 'region,all,nowhere')).statusCode).toBe(404)
    expect((await ask(everywhere, 'ranking', 'region,all;nothing=1')).statusCode).toBe(400)
    await work()
  })

  it('of single interviews is not made of a protected survey, and others hide what is hidden there', async () => {
    const settings = { ...blocks['settings.json'], extName: 'quiet', protection: true, minimumN: 10 }
    const files = filesOf({ ...blocks, 'settings.json': settings, 'alert-rules.json': undefined })
    await world.survey(world.acme, new Map([...files].filter(([, text]) => text !== undefined)))
    const path = (kind: ReportKind) => `vuejs/reports/createreport/quiet/region,all/${kind}`
    const refused = await inject('POST', path('interviews'), everywhere, {})
    expect([refused.statusCode, refused.json().reason.key]).toEqual([403, 'protected.interviews'])
  })

  it('begins by the old addresses, but not where a browser fetches ahead or another site asks', async () => {
    const url = '/api/vuejs/reports/rankingreport/visits/region,all'
    const reply = await world.app.inject({ url, headers: everywhere })
    expect(reply.json()).toMatchObject({ status: 'QUEUED', position: 0, progress: 0 })
    for (const headers of [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await world.app.inject({ url, headers: { ...everywhere, ...headers } })).statusCode).toBe(403)
    await work()
  })

  it('belongs to its person: others, other universes and other surveys know nothing of it', async () => {
    const { reportUUID } = await begun(everywhere, 'ranking')
    await work()
    const address = await ticket(everywhere, reportUUID)
    for (const path of ['status', 'one'])
      expect((await inject('GET', `vuejs/reports/${path}/visits/${reportUUID}`, narrow)).statusCode).toBe(404)
    for (const call of [
      `vuejs/reports/ticket/visits/${reportUUID}`,
      `task/cancel/${reportUUID}`,
      `task/retry/${reportUUID}`,
    ])
      expect((await inject('POST', call, narrow)).statusCode).toBe(404)
    expect((await inject('GET', `vuejs/reports/one/other/${reportUUID}`, everywhere)).statusCode).toBe(404)
    expect((await own(narrow)).map(({ taskId }) => taskId)).not.toContain(reportUUID)
    expect(
      (await world.app.inject({ url: address.replace(reportUUID, '01890000-0000-7000-8000-000000000000') })).statusCode,
    ).toBe(404)
  })

  it('is fetched once by a ticket, under a name that every file system takes', async () => {
    const { reportUUID } = await begun(everywhere, 'ranking')
    expect((await inject('POST', `vuejs/reports/ticket/visits/${reportUUID}`, everywhere)).json().reason.key).toBe(
      'report.unfinished',
    )
    await work()
    const address = await ticket(everywhere, reportUUID)
    const [first, second] = [await world.app.inject({ url: address }), await world.app.inject({ url: address })]
    expect(first.headers['content-disposition']).toMatch(
      /^attachment; filename="Ranking _ Visits \d{4}-\d\d-\d\d\.xlsx"; filename\*=UTF-8''Ranking%20%E2%80%93%20Visits/,
    )
    expect(Number((await one(everywhere, reportUUID)).file?.size)).toBe(first.rawPayload.length)
    expect(second.statusCode).toBe(404)
  })

  it('is not fetched with other rights than it was made with, and not after it has expired', async () => {
    const person = await world.person('Changing', [], permissions)
    const { userId } = (await inject('GET', 'session/identity', person)).json()
    const { reportUUID } = await begun(person, 'ranking')
    const lost = await begun(person, 'interviews')
    await work()
    const address = await ticket(person, reportUUID)
    await world.stores.service.query(
      `update role set permissions = array_remove(permissions, 'seeInterviews') where name = 'Changing'`,
    )
    forgetRights(world.stores)
    expect((await world.app.inject({ url: address })).json().reason.key).toBe('report.right')
    const refused = await inject('POST', `vuejs/reports/ticket/visits/${lost.reportUUID}`, person)
    expect(refused.json().reason.key).toBe('report.right')
    const again = await begun(person, 'ranking')
    await world.stores.service.query('delete from membership where person = $1', [userId])
    forgetRights(world.stores)
    await work()
    const { rows } = await world.stores.service.query('select state, refusal from task where id = $1', [
      again.reportUUID,
    ])
    expect(rows[0]).toMatchObject({ state: 'failed', refusal: { code: 'forbidden' } })

    const late = await begun(everywhere, 'ranking')
    await work()
    await world.stores.service.query('update task_file set expires_at = now() where task = $1', [late.reportUUID])
    expect(await status(everywhere, late.reportUUID)).toMatchObject({ status: 'EXPIRED' })
    expect((await inject('POST', `vuejs/reports/ticket/visits/${late.reportUUID}`, everywhere)).json().reason.key).toBe(
      'report.expired',
    )
    await forgetTasks(world.stores)
    const left = await world.stores.service.query('select from task_piece where task = $1', [late.reportUUID])
    expect(left.rowCount).toBe(0)
  })

  it('that tells of single people goes where one of them is erased', async () => {
    const [ranked, listed] = [await begun(everywhere, 'ranking'), await begun(everywhere, 'interviews')]
    await work()
    const { survey } = await findSurvey(world.stores, world.acme, 'visits')
    await eraseInterview(world.stores, world.acme, survey, 1, 'test')
    expect(await status(everywhere, ranked.reportUUID)).toMatchObject({ status: 'FINISHED' })
    expect(await status(everywhere, listed.reportUUID)).toMatchObject({ status: 'EXPIRED' })
  })

  it('of the samples goes where one of them is erased who answered nothing', async () => {
    const { reportUUID } = await begun(everywhere, 'samples')
    await work()
    const found = await inject('GET', 'vuejs/samples/list/visits/region,all?search=carl', everywhere)
    const { sampleId } = found.json().rows[0]
    expect(
      (await inject('POST', `vuejs/samples/erase/visits/${sampleId}`, everywhere, { isSure: true })).statusCode,
    ).toBe(200)
    expect(await status(everywhere, reportUUID)).toMatchObject({ status: 'EXPIRED' })
  })
})

describe('a task', () => {
  it('is told of as it goes on, and is stopped and done again by its person', async () => {
    const listener = await hear(world.app, everywhere)
    const { reportUUID } = await begun(everywhere, 'ranking')
    expect(await begun(everywhere, 'alerts')).toMatchObject({ position: 1 })
    await expect
      .poll(() => listener.told.map(({ data }) => data))
      .toContainEqual({ kind: 'task', survey: 'visits', taskId: reportUUID })
    listener.stop()
    const stopped: Task = (await inject('POST', `task/cancel/${reportUUID}`, everywhere)).json()
    expect(stopped).toMatchObject({ state: 'cancelled', title: 'Ranking – Visits', survey: 'visits' })
    await work()
    expect(await status(everywhere, reportUUID)).toMatchObject({ status: 'CANCELLED' })
    expect((await inject('POST', `task/retry/${reportUUID}`, everywhere)).json()).toMatchObject({ state: 'ready' })
    await work()
    const [done] = (await own(everywhere)).filter(({ taskId }) => taskId === reportUUID)
    expect(done).toMatchObject({ state: 'done', progress: 1, attempts: 1 })
    expect(done?.file?.name).toMatch(/\.xlsx$/)
    expect((await inject('POST', `task/retry/${reportUUID}`, everywhere)).json().reason.key).toBe('task.ended')
  })

  it('is limited in number for each person', async () => {
    const many = await world.person('Many', [], permissions)
    const replies = await Promise.all(Array.from({ length: 55 }, () => ask(many, 'ranking')))
    const codes = replies.map(({ statusCode }) => statusCode)
    expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 429).length]).toEqual([50, 5])
    await work()
  })

  it('that is stopped while it is made stops being made, and leaves nothing', async () => {
    const { reportUUID } = await begun(everywhere, 'ranking')
    let isAborted = false
    const endless: TaskWorker = {
      type: 'report',
      async make({ signal }) {
        await inject('POST', `task/cancel/${reportUUID}`, everywhere)
        signal.addEventListener('abort', () => {
          isAborted = true
        })
        const content = Readable.from(
          (async function* () {
            for (;;) {
              await new Promise((resolve) => setTimeout(resolve, 5))
              yield Buffer.alloc(2 ** 16, 1)
            }
          })(),
        )
        return { name: 'x', type: 'x', content, hours: 1, output: {} }
      },
    }
    await work([endless])
    expect(isAborted).toBe(true)
    const { rowCount } = await world.stores.service.query('select from task_piece where task = $1', [reportUUID])
    expect([rowCount, (await status(everywhere, reportUUID)).status]).toEqual([0, 'CANCELLED'])
  })

  it('is done once where two work on it: what the slower one makes is of no effect', async () => {
    const { reportUUID } = await begun(everywhere, 'ranking')
    const real = reportWorker({ publicUrl: 'https://kaiku.example' })
    let isFirst = true
    const slow: TaskWorker = {
      type: 'report',
      async make(run) {
        if (!isFirst) return real.make(run)
        isFirst = false
        // As if it had died: its lease is over, and another takes it and ends it.
        await world.stores.service.query('update task set next_at = now() where id = $1', [reportUUID])
        await work([real])
        return { name: 'late', type: 'x', content: Readable.from([Buffer.from('late')]), hours: 1, output: {} }
      },
    }
    await work([slow])
    expect((await anyTask(world.stores, reportUUID))?.log.map(({ step }) => step)).toEqual([
      'begun',
      'takenOver',
      'done',
    ])
    const { rows } = await world.stores.service.query(
      `select f.name, (select count(distinct p.attempt)::int from task_piece p where p.task = f.task) as attempts
       from task_file f where f.task = $1`,
      [reportUUID],
    )
    expect(rows).toEqual([{ name: expect.stringMatching(/^Ranking/), attempts: 1 }])
    expect((await readXlsx((await fetched(everywhere, reportUUID)).rawPayload)).sheets).toHaveLength(3)
  })

  it('that was cut off by a kill leaves nothing of what it had written', async () => {
    const { acme, stores } = world
    const cutOff = async () => {
      const { reportUUID } = await begun(everywhere, 'ranking')
      const left = { universe: acme, id: reportUUID, attempt: randomUUID() }
      await keepPieces(stores, left, Readable.from([Buffer.from('half')]), () => {})
      return reportUUID
    }
    const attempts = async (id: string) =>
      (await stores.service.query('select distinct attempt from task_piece where task = $1', [id])).rowCount
    const [again, lost] = [await cutOff(), await cutOff()]
    await stores.service.query(`update task set state = 'failed', ended_at = now() where id = $1`, [lost])
    await forgetTasks(stores)
    expect([await attempts(again), await attempts(lost)]).toEqual([1, 0])
    await work()
    expect(await attempts(again)).toBe(1)
    expect((await readXlsx((await fetched(everywhere, again)).rawPayload)).sheets).toHaveLength(3)
  })

  it('that breaks waits and is tried again, and after five times it has failed until somebody retries it', async () => {
    const { reportUUID } = await begun(everywhere, 'ranking')
    const broken: TaskWorker = { type: 'report', make: () => Promise.reject(new Error('the printer burns')) }
    await work([broken])
    const [waiting] = (await own(everywhere)).filter(({ taskId }) => taskId === reportUUID)
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, refusal: null })
    const log = async () => (await anyTask(world.stores, reportUUID))?.log.map(({ step, fault }) => fault ?? step)
    expect(await log()).toEqual(['begun', 'the printer burns'])
    for (let at = 1; at < 5; at++) {
      await world.stores.service.query('update task set next_at = now() where id = $1', [reportUUID])
      await work([broken])
    }
    expect(await one(everywhere, reportUUID)).toMatchObject({ status: 'FAILED', state: 'failed', refusal: null })
    const again = async (name: string) =>
      tryAgain(world.stores, taskQueue, (await findUniverse(world.stores, name))?.id ?? '')
    expect(await again('globex')).toBe(0)
    expect(await again('acme')).toBeGreaterThan(0)
    await work()
    expect(await one(everywhere, reportUUID)).toMatchObject({ status: 'FINISHED' })
    expect((await log())?.slice(-2)).toEqual(['begun', 'done'])
  })
})
