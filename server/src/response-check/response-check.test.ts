import {
  type CheckedInterview,
  type ResponseFinding,
  type ResponseFindings,
  responseCheckCalls,
} from '@kaiku/contract/response-check.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json } from '../definition/small.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { rebuild } from '../feed/rebuild.ts'
import { Random } from '../result/oracle/random.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { checkResponses } from './check-work.ts'

const now = Date.parse('2026-07-01T04:00:00Z')
const dayMs = 86_400_000
const dayAfter = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

const stores = ['s1', 's2', 's3', 's4', 's5', 's6']
const rated = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']
const files = (settings: object = {}) =>
  new Map(
    Object.entries({
      'settings.json': { extName: 'visits', title: 'Visits', timeZone: 'Europe/Helsinki', minimumN: 5, ...settings },
      'questions.json': {
        questions: [
          { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
          {
            id: 'store',
            type: 'choice',
            title: 'Store',
            options: stores.map((code) => ({ code, title: `Store ${code}` })),
          },
          { id: 'nps', type: 'scale', title: 'Recommend', min: 0, max: 10 },
          ...rated.map((id) => ({ id, type: 'scale', title: id, min: 1, max: 5 })),
          { id: 'device', type: 'text', title: 'Device', roles: ['identifier'] },
        ],
      },
      'views.json': {
        views: [
          {
            ...{ extName: 'store', title: 'Stores', root: { title: 'All' } },
            levels: [{ question: 'store', title: 'Store' }],
          },
        ],
      },
      'indicators.json': {
        indicators: [
          { id: 'nps', measure: 'nps', title: 'NPS', question: 'nps' },
          { id: 'mean', measure: 'mean', title: 'Mean', question: 'nps' },
        ],
      },
      'filters.json': {
        standard: { filterGroups: [] },
        time: {
          filterGroups: [{ title: 'Time', filters: [{ extName: 'ftime', title: 'Period', dateInterval: true }] }],
        },
      },
    }).map(([file, part]): [string, string] => [file, json(part)]),
  )

type Row = Record<string, string | number>
/** When each was given, by the clocks of the survey, in the order of the rows. */
const times: string[] = []
const random = new Random(41)
const sheet = () => Object.fromEntries(rated.map((id) => [id, random.whole(1, 5)]))
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`

/** Nine months of six stores that are open from nine to eight, with what somebody made up: see `made`. */
function visits(): Row[] {
  const rows: Row[] = []
  let device = 0
  const visit = (store: string, day: string, minutes: number, more: Row = {}) => {
    device += 1
    times.push(`${day} ${clock(minutes)}`)
    const nps = random.chance(0.45) ? random.whole(9, 10) : random.whole(3, 8)
    rows.push({ date: day, store, nps, device: `d${device}`, ...sheet(), ...more })
  }
  for (let day = '2025-10-01'; day < '2026-07-01'; day = dayAfter(day, 1))
    for (const store of stores)
      for (let left = random.whole(1, 4); left > 0; left -= 1) visit(store, day, random.whole(540, 1199))
  for (let at = 0; at < 25; at += 1) visit('s2', '2026-06-10', 14 * 60 + 5 + (at % 13), { device: 'tablet 7' })
  const same = sheet()
  for (let at = 0; at < 8; at += 1)
    visit('s3', dayAfter('2026-06-15', at % 6), random.whole(540, 1199), { ...same, nps: 8 })
  for (let at = 0; at < 70; at += 1) visit('s4', dayAfter('2026-05-01', at % 31), random.whole(540, 1199), { nps: 10 })
  return rows
}

type Headers = { authorization: string }
let test: TestApp
let acme: string
let anna: Headers
let reader: Headers
let south: Headers
let stranger: Headers
const rows = visits()

const grant = (role: string, more: Partial<Grant> = {}): Grant => Object.assign({}, fullGrant(role), more)
beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, files(), rows)
  await test.stores.service.query(
    `update interview i set at = t.at::timestamp at time zone 'Europe/Helsinki'
     from unnest($2::text[]) with ordinality as t (at, place) where i.universe = $1 and i.row_key = (t.place - 1)::text`,
    [acme, times],
  )
  const closed = await test.universe('closed')
  await test.survey(closed, files({ protection: true }), rows.slice(0, 300))
  const member = (universe: string, ...grants: Grant[]) => signedIn(test.stores, { universe, grants })
  anna = await member(acme, grant('all'))
  reader = await member(acme, grant('reader', { permissions: ['seeIndicators', 'seeInterviews'] }))
  south = await member(acme, grant('south', { rows: { store: [['s1']] } }))
  stranger = await member(await test.universe('other'), grant('all'))
  await check()
}, 120_000)
afterAll(() => test?.close())

const surveyOf = () => findSurvey(test.stores, acme, 'visits')
const check = async () => checkResponses(test.stores, await surveyOf(), now)
const ask = async (method: 'GET' | 'POST', way: string, headers: Headers, payload?: object) => {
  const url = `/api/vuejs/responsecheck/${way}`
  const reply = await test.app.inject(payload ? { method, url, headers, payload } : { method, url, headers })
  await catchUp(test.stores)
  return reply
}
async function list(headers = anna): Promise<ResponseFindings> {
  const reply = await ask('GET', 'list/visits', headers)
  expect(reply.statusCode, reply.body).toBe(200)
  return responseCheckCalls.list.reply.parse(reply.json())
}
async function finding(kind: ResponseFinding['kind'], headers = anna): Promise<ResponseFinding> {
  const found = (await list(headers)).findings.filter((one) => one.kind === kind)
  expect(found).toHaveLength(1)
  return found[0] as ResponseFinding
}
const interviewsOf = async ({ findingId }: ResponseFinding): Promise<CheckedInterview[]> =>
  responseCheckCalls.interviews.reply.parse((await ask('GET', `interviews/visits/${findingId}`, anna)).json())
async function countAt(path: string): Promise<number> {
  const url = `/api/result/proof/visits/${path}/nps`
  return (await test.app.inject({ url, headers: anna })).json().interviews.selection
}
const proofAt = async (path: string) =>
  (await test.app.inject({ url: `/api/result/proof/visits/${path}/nps`, headers: anna })).json()

describe('findings', () => {
  it('are what somebody made up, and nothing else', async () => {
    const { findings, checked } = await list()
    expect(checked?.interviews).toBe(rows.length)
    expect(findings.map(({ kind, place, fromDay }) => `${kind} ${place.join('/')} ${fromDay}`).sort()).toEqual([
      'burst Store s2 2026-06-10',
      'device Store s2 2026-06-08',
      'sheet Store s3 2026-06-15',
      'shift Store s4 2026-05-01',
    ])
  })

  it('say in numbers what stands out, counted from the rows themselves', async () => {
    const burst = await finding('burst')
    expect(burst.count).toBeGreaterThanOrEqual(25)
    expect([burst.from, burst.to]).toEqual([expect.stringMatching(/^1[34]:/), expect.stringMatching(/^14:/)])
    expect(burst.n).toBe(
      rows.filter(({ store, date }) => store === 's2' && String(date).startsWith('2026-06-10')).length,
    )
    expect(burst.series.reduce((sum, { n }) => sum + n, 0)).toBe(burst.n)
    expect(burst.p).toBeLessThan(0.01 / burst.looked)
    expect(await finding('device')).toMatchObject({ count: 25, question: 'device', toDay: '2026-06-14' })
    expect(await finding('sheet')).toMatchObject({ count: 8, interviews: 8 })
    const may = rows.filter(({ store, date }) => store === 's4' && String(date).startsWith('2026-05'))
    const shift = await finding('shift')
    const best = may.filter(({ nps }) => nps === 10).length
    const mean = may.reduce((sum, { nps }) => sum + Number(nps), 0) / may.length
    expect(shift).toMatchObject({
      n: may.length,
      question: 'nps',
      questionTitle: 'Recommend',
      path: expect.stringContaining('s4'),
    })
    expect(shift.value).toBeCloseTo(shift.of === 'best' ? (100 * best) / may.length : mean, 9)
  })

  it('lead to the interviews behind them', async () => {
    const burst = await interviewsOf(await finding('burst'))
    expect(burst.length).toBeGreaterThanOrEqual(25)
    for (const { day, time, place } of burst) {
      expect([day, place]).toEqual(['2026-06-10', ['Store s2']])
      expect(time).toMatch(/^1[34]:/)
    }
  })

  it('are the same however often they are looked for, and keep what people said of them', async () => {
    const before = await list()
    const sheets = await finding('sheet')
    const said = await ask('POST', `state/visits/${sheets.findingId}`, anna, { state: 'explained', note: 'A family' })
    expect(said.statusCode).toBe(200)
    await check()
    const after = await list()
    expect(after.findings.map(({ findingId }) => findingId).sort()).toEqual(
      before.findings.map(({ findingId }) => findingId).sort(),
    )
    expect(await finding('sheet')).toMatchObject({ state: 'explained', note: 'A family', isCurrent: true })
    expect((await finding('sheet')).by).not.toBe('')
  })

  it('are told at the places of the viewer alone, and in no other universe', async () => {
    expect((await list(south)).findings).toEqual([])
    const { findingId } = await finding('burst')
    expect((await ask('GET', `interviews/visits/${findingId}`, south)).statusCode).toBe(404)
    expect((await ask('POST', `state/visits/${findingId}`, south, { state: 'looked' })).statusCode).toBe(404)
    expect((await ask('GET', 'list/visits', stranger)).statusCode).toBe(404)
  })

  it('are none in a protected survey', async () => {
    const closed = (await findSurvey(test.stores, await closedUniverse(), 'visits')).universe
    const own = await signedIn(test.stores, { universe: closed, grants: [grant('all')] })
    for (const way of ['list/visits', 'excluded/visits']) expect((await ask('GET', way, own)).statusCode).toBe(403)
    const result = await checkResponses(test.stores, await findSurvey(test.stores, closed, 'visits'), now)
    expect(result).toEqual({ interviews: 0, found: 0 })
  })
})

const closedUniverse = async () => {
  const { rows: found } = await test.stores.service.query<{ id: string }>(
    `select id from universe where name = 'closed'`,
  )
  return found[0]?.id ?? ''
}

describe('interviews that are left out', () => {
  it('leave every figure at once, with their n, are said in the proof, and can be taken back', async () => {
    const place = 'store,all,s2'
    const [all, before, other] = [await countAt('store,all'), await countAt(place), await countAt('store,all,s1')]
    const burst = await finding('burst')
    const behind = await interviewsOf(burst)
    const interviews = behind.map(({ interviewId }) => interviewId)
    const asked = { interviews, reason: 'Typed in by staff', findingId: burst.findingId }
    const reply = await ask('POST', 'exclude/visits', anna, asked)
    expect(reply.json()).toEqual({ changed: behind.length })
    expect(await countAt(place)).toBe(before - behind.length)
    expect(await countAt('store,all')).toBe(all - behind.length)
    expect(await countAt('store,all,s1')).toBe(other)
    const proof = await proofAt(place)
    expect(proof.excluded).toMatchObject({ n: behind.length })
    expect(proof.figure.n).toBe(before - behind.length)
    expect((await proofAt('store,all,s1')).excluded).toBeNull()
    expect((await proofAt(`${place};ftime=20260101_20260131`)).excluded).toBeNull()
    const listed = await test.app.inject({
      ...{ method: 'POST', url: `/api/result/query/visits/${place}?compare=none`, headers: anna },
      payload: { components: [{ type: 'InterviewList', columns: ['nps'] }] },
    })
    expect(listed.json().answers[0].total).toBe(before - behind.length)
    await expectTrue()
    // What is said of it is found again on its page, and in the list of those left out.
    const page = await test.app.inject({ url: `/api/vuejs/interview/visits/${interviews[0]}`, headers: anna })
    expect(page.json().exclusion).toMatchObject({ reason: 'Typed in by staff' })
    const out = responseCheckCalls.excluded.reply.parse((await ask('GET', 'excluded/visits', anna)).json())
    expect(out).toHaveLength(behind.length)
    expect(out[0]?.exclusion?.reason).toBe('Typed in by staff')
    expect(await list()).toMatchObject({ excluded: behind.length })
    // A second time changes nothing; the next search keeps the finding for what was done about it.
    expect((await ask('POST', 'exclude/visits', anna, asked)).json()).toEqual({ changed: 0 })
    await check()
    expect(await finding('burst')).toMatchObject({ state: 'excluded', excluded: behind.length, isCurrent: false })
    expect((await ask('POST', 'restore/visits', anna, { interviews })).json()).toEqual({ changed: behind.length })
    expect(await countAt(place)).toBe(before)
    expect(await countAt('store,all')).toBe(all)
    expect((await proofAt(place)).excluded).toBeNull()
    await expectTrue()
    expect(await finding('burst')).toMatchObject({ state: 'looked', excluded: 0 })
    const { rows: kept } = await test.stores.service.query(
      `select count(*)::int as n from audit where action in ('data.exclude', 'data.include') and universe = $1`,
      [acme],
    )
    expect(kept[0].n).toBe(3)
  })

  it('stay out when the figures are made anew, and when they are corrected', async () => {
    const [one] = await interviewsOf(await finding('sheet'))
    const interviews = [one?.interviewId ?? '']
    const before = await countAt('store,all,s3')
    await ask('POST', 'exclude/visits', anna, { interviews, reason: 'Seen twice' })
    await test.app.inject({
      ...{ method: 'POST', url: `/api/vuejs/surveys/metainterviewdata/visits/${interviews[0]}`, headers: anna },
      payload: { changes: [{ question: 'nps', before: 8, value: 3 }] },
    })
    await catchUp(test.stores)
    expect(await countAt('store,all,s3')).toBe(before - 1)
    await rebuild(test.stores, (await surveyOf()).survey)
    expect(await countAt('store,all,s3')).toBe(before - 1)
    await expectTrue()
    await ask('POST', 'restore/visits', anna, { interviews })
    expect(await countAt('store,all,s3')).toBe(before)
  })

  it('are so by who may change interviews there alone, all or none', async () => {
    const [one] = await interviewsOf(await finding('sheet'))
    const interviews = [one?.interviewId ?? '']
    const asked = { interviews, reason: 'x' }
    expect((await ask('POST', 'exclude/visits', reader, asked)).statusCode).toBe(403)
    expect((await ask('POST', 'check/visits', reader, {})).statusCode).toBe(403)
    expect((await ask('POST', 'exclude/visits', south, asked)).statusCode).toBe(404)
    expect((await ask('POST', 'exclude/visits', stranger, asked)).statusCode).toBe(404)
    const unknown = '01890000-0000-7000-8000-00000000000a'
    const both = { interviews: [...interviews, unknown], reason: 'x' }
    expect((await ask('POST', 'exclude/visits', anna, both)).statusCode).toBe(404)
    expect((await ask('POST', 'exclude/visits', anna, { interviews, reason: ' ' })).statusCode).toBe(400)
    expect((await list()).excluded).toBe(0)
  })
})

async function expectTrue() {
  const { survey } = await surveyOf()
  expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
}
