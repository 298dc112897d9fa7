import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { recalculate } from '../computed/recalculate.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, small } from '../definition/small.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { followInterviews } from '../interview-change/interview-change.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { recalculationWorker } from './recalculation-work.ts'
import { kindScript } from './script.fixture.ts'
import { stoppedScripts } from './stopped-script.ts'

type Headers = { authorization: string }

let test: TestApp
let acme: string
let globex: string
let owner: Headers
let root: Headers

const questions = JSON.parse(small.get('questions.json') ?? '').questions
const files = (name: string, settings: object = {}) =>
  new Map([
    ...small,
    ['settings.json', json({ ...JSON.parse(small.get('settings.json') ?? ''), extName: name, ...settings })],
    [
      'questions.json',
      json({ questions: [...questions, { id: 'phone', type: 'text', title: 'Phone', roles: ['pii'] }] }),
    ],
  ])
const answers = Array.from({ length: 40 }, (_, at) => ({
  ...{ date: '2026-06-01', store: at % 2 === 0 ? 's1' : 's2', nps: at % 11, rating: 3 },
  ...{ comment: `Said ${at}`, phone: `+358 40 ${at}` },
}))
const member = (universe: string, ...grants: Grant[]) => signedIn(test.stores, { universe, grants })

const ask = async (method: 'GET' | 'POST', url: string, headers = owner, payload?: object) => {
  const reply = await test.app.inject({ method, url: `/api/script/${url}`, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const work = async () => {
  const failing = (error: unknown) => {
    throw error
  }
  const lanes = new WorkLanes(taskQueue.limits, failing)
  const { signal } = new AbortController()
  while ((await runTasks(test.stores, [recalculationWorker], failing, lanes, signal)) > 0) await lanes.allEnd()
  await catchUp(test.stores)
}
const publishAs = async (source: string, place = 'survey/small', headers = owner) => {
  const { revision } = (await ask('GET', place, headers)).body
  const saved = await ask('POST', `${place}/save`, headers, { source, revision })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return ask('POST', `${place}/publish`, headers, { revision: saved.body.revision })
}
const published = async (source: string, place?: string, headers?: Headers) => {
  const made = await publishAs(source, place, headers)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  await work()
  return made.body as { version: number; tasks: number }
}
/** The answers of a survey's interviews, the first first. */
const truth = async (name = 'small', universe = acme): Promise<Record<string, unknown>[]> => {
  const { survey } = await findSurvey(test.stores, universe, name)
  const { rows } = await test.stores.service.query('select answers from interview where survey = $1 order by number', [
    survey,
  ])
  return rows.map((row) => row.answers)
}
const total = async (path: string, survey = 'small', headers = owner): Promise<number> => {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: `/api/result/query/${survey}/${path}?compare=none`, headers },
    payload: { components: [{ type: 'InterviewList', columns: ['nps'] }] },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().answers[0].total
}
const store = async (rows: readonly Record<string, string | number>[], name: string) => {
  const each = async function* () {
    for (const [at, one] of rows.entries()) yield { key: `${name} ${at}`, answers: one }
  }
  await storeInterviews(test.stores, await findSurvey(test.stores, acme, 'small'), each(), { import: name })
  await catchUp(test.stores)
}
/** What the script of the fixture computes, written otherwise. */
const expected = ({ nps }: { nps: number }) => ({
  kind: ['other', 'other', 'other', 'other', 'other', 'other', 'other', 'other', 'other', 'promoter', 'promoter'][nps],
  half: nps * 5,
})

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  globex = await test.universe('globex')
  await test.survey(acme, files('small'), answers)
  await test.survey(acme, files('shy', { protection: true }), answers)
  await test.survey(globex, files('small'), answers)
  owner = await member(acme, fullGrant('all'))
  root = await signedIn(test.stores, 'root')
})
afterAll(() => test?.close())

describe('a script of a survey', () => {
  it('is tried on the newest interviews, without the answers that tell who somebody is', async () => {
    const { status, body } = await ask('POST', 'survey/small/run', owner, { source: kindScript, interviews: 5 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ fault: null, isSteady: true, variables: [{ id: 'kind' }, { id: 'half' }] })
    expect(body.tests.map(({ passed }: { passed: boolean }) => passed)).toEqual([true, true])
    expect(body.interviews).toHaveLength(5)
    expect(body.interviews[0]).toMatchObject({
      answers: { nps: 6 },
      gave: { kind: 'other', half: 3 },
      day: '2026-06-01',
    })
    const spying =
      'export const variables = { x: { type: "number", title: "x" } }\nexport const compute = ({ answers }) => { console.log(JSON.stringify(answers)); return {} }'
    const spied = await ask('POST', 'survey/small/run', owner, { source: spying, interviews: 1 })
    expect(spied.body.console).toMatchObject([{ at: 0, text: expect.stringContaining('Said 39') }])
    expect(JSON.stringify(spied.body)).not.toContain('+358')
  })

  it('is published with its variables, which are computed for what is there and for what comes', async () => {
    expect(await published(kindScript)).toEqual({ version: 1, tasks: 1 })
    for (const one of await truth()) expect(one).toMatchObject(expected(one as { nps: number }))
    const promoters = answers.filter(({ nps }) => nps >= 9).length
    expect(await total('store,all;kind=promoter')).toBe(promoters)
    await store(
      [
        { date: '2026-06-02', store: 's1', nps: 10 },
        { date: '2026-06-02', store: 's1', nps: 11 },
      ],
      'later',
    )
    expect(await total('store,all;kind=promoter')).toBe(promoters + 1)
    expect((await truth()).at(-1)).not.toHaveProperty('kind')
    const { survey } = await findSurvey(test.stores, acme, 'small')
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    const filters = await test.app.inject({ url: '/api/vuejs/filters/list/small/standard', headers: owner })
    expect(filters.body).toContain('Promoters')
    const proof = async (path: string) =>
      (await test.app.inject({ url: `/api/result/proof/small/${path}/nps`, headers: owner })).json().scripts
    expect(await proof('store,all;kind=promoter')).toEqual([{ level: 'survey', version: 1, isStopped: false }])
    expect(await proof('store,all')).toEqual([])
  })

  it('follows a corrected answer, is corrected by nobody, and tells neither rules nor programs of itself', async () => {
    const list = await test.app.inject({
      ...{ method: 'POST', url: '/api/result/query/small/store,all;kind=promoter?compare=none', headers: owner },
      payload: { components: [{ type: 'InterviewList', columns: ['nps'] }] },
    })
    const { interviewId, answers: shown } = list.json().answers[0].rows[0]
    const url = `/api/vuejs/surveys/metainterviewdata/small/${interviewId}`
    const read = await test.app.inject({ url, headers: owner })
    expect(read.json().questions.map(({ id }: { id: string }) => id)).not.toContain('kind')
    const before = await total('store,all;kind=promoter')
    const nps = shown[0].value
    const change = (from: number, to: number) =>
      test.app.inject({
        method: 'POST',
        url,
        headers: owner,
        payload: { changes: [{ question: 'nps', before: from, value: to }] },
      })
    expect((await change(nps, 2)).statusCode).toBe(200)
    await catchUp(test.stores)
    expect(await total('store,all;kind=promoter')).toBe(before - 1)
    const one = (await test.app.inject({ url: `/api/vuejs/interview/small/${interviewId}`, headers: owner })).json()
    expect(one.corrections.map(({ question }: { question: string }) => question)).toEqual(['nps'])
    expect((await change(2, nps)).statusCode).toBe(200)
    const { rows } = await test.stores.service.query(
      'select count(*)::int as n from interview_change where not placed group by survey, number having count(*) > 3',
    )
    expect(rows).toEqual([])
  })

  it('is published only with tests that pass, on interviews that it does not fail, in whatever order they come', async () => {
    const without = kindScript.replace(/export const tests[\s\S]*/, '')
    const failing = kindScript.replace('half: 4.5', 'half: 9')
    const broken = kindScript.replace('return {}', 'return {}\n  if (answers.nps === 4) throw new Error("four")')
    const counting = kindScript
      .replace('export function compute', 'let n = 0\nexport function compute')
      .replace('answers.nps / 2', 'n++ % 7')
    const steady = counting.replace('half: 4.5', 'half: 0')
    const reasons = { without, failing, broken, steady }
    const refused: Record<string, string> = {}
    for (const [name, source] of Object.entries(reasons)) refused[name] = (await publishAs(source)).body.reason?.key
    expect(refused).toEqual({
      without: 'script.noTest',
      failing: 'script.tests',
      broken: 'script.interviews',
      steady: 'script.unsteady',
    })
    const other = await publishAs(kindScript.replaceAll('half', 'rating'))
    expect([other.status, other.body.reason.key]).toEqual([409, 'script.taken'])
    expect((await publishAs('export const x = ')).body.reason.key).toBe('script.failed')
    expect((await publishAs(kindScript.replace("'number'", "'text'"))).body).toMatchObject({
      reason: { key: 'script.failed', values: { message: expect.stringContaining('no text') } },
    })
    expect((await ask('GET', 'survey/small')).body.published).toBe(1)
  })

  it('tells a second writer of the first, and keeps its versions', async () => {
    const { revision } = (await ask('GET', 'survey/small')).body
    expect((await ask('POST', 'survey/small/save', owner, { source: 'a', revision })).status).toBe(200)
    const late = await ask('POST', 'survey/small/save', owner, { source: 'b', revision })
    expect([late.status, late.body.reason.key]).toEqual([409, 'script.changed'])
    const changed = kindScript.replace('>= 9', '>= 8').replace('nine', 'eight')
    expect(await published(changed)).toEqual({ version: 2, tasks: 1 })
    expect(await total('store,all;kind=promoter')).toBe(
      (await truth()).filter(({ nps }) => Number(nps) >= 8 && nps !== 11).length,
    )
    const opened = (await ask('GET', 'survey/small')).body
    expect(opened.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    expect((await ask('GET', 'survey/small/version/1')).body.source).toBe(kindScript)
    expect(await published(kindScript)).toEqual({ version: 3, tasks: 1 })
  })
})

describe('precedence', () => {
  const of = (name: string, value: string) => `export const variables = {
    ${name}: { type: 'choice', title: '${name}', options: [{ code: 'survey', title: 's' }, { code: 'universe', title: 'u' }, { code: 'global', title: 'g' }] },
    ${name}2: { type: 'choice', title: '${name}2', options: [{ code: 'survey', title: 's' }, { code: 'universe', title: 'u' }, { code: 'global', title: 'g' }] },
  }
  export const compute = () => ({ ${name}: '${value}', ${name}2: '${value}' })
  export const tests = [{ name: 'says who it is', gives: { ${name}: '${value}' } }]`

  it('of a variable that several compute holds that of the survey, then that of the universe, then the global one', async () => {
    expect(await published(of('who', 'global'), 'global/small', root)).toMatchObject({ tasks: 0 })
    expect(
      await published(
        of('who', 'universe')
          .replace(/who2: \{[\s\S]*?\},\n {2}\}/, '}')
          .replace(", who2: 'universe'", ''),
        'universe/small',
      ),
    ).toMatchObject({ tasks: 0 })
    expect((await ask('GET', 'survey/small')).body.outer).toMatchObject([
      { level: 'universe', taken: [] },
      { level: 'global', taken: [] },
    ])
    expect((await ask('POST', 'take/small', owner, { level: 'global' })).status).toBe(200)
    await work()
    expect((await truth())[0]).toMatchObject({ who: 'universe', who2: 'global', kind: 'other' })
    const both = kindScript
      .replace(
        'export const variables = {',
        `export const variables = {\n  who: { type: 'choice', title: 'who', options: [{ code: 'survey', title: 's' }] },`,
      )
      .replace('half: answers.nps / 2 }', "half: answers.nps / 2, who: 'survey' }")
    await published(both)
    expect((await truth())[0]).toMatchObject({ who: 'survey', who2: 'global' })
    await published(kindScript)
    expect((await truth())[0]).toMatchObject({ who: 'universe', who2: 'global' })
  })

  it('a wider script that is published anew is computed anew where its variables were taken', async () => {
    const again = of('who', 'global').replace("who2: 'global' })", "who2: 'universe' })")
    expect(await published(again, 'global/small', root)).toMatchObject({ tasks: 1 })
    expect((await truth())[0]).toMatchObject({ who2: 'universe' })
    expect((await truth('small', globex))[0]).not.toHaveProperty('who2')
  })
})

describe('a script that breaks', () => {
  it('is shown with why, stopped after a limit, and its author is told; computing anew asks it again', async () => {
    const author = await test.stores.service.query(`update person set email = 'author@example.com' where id in
      (select v.person from script_version v) returning id`)
    expect(author.rowCount).toBeGreaterThan(0)
    await published(
      kindScript.replace(
        'return {}',
        'return {}\n  if (answers.rating === 5) throw new Error("secret: " + answers.comment)',
      ),
    )
    const rows = (from: number, n: number, rating: number) =>
      Array.from({ length: n }, (_, at) => ({
        date: '2026-06-03',
        store: 's1',
        nps: 9,
        rating,
        comment: `c${from + at}`,
      }))
    await store(rows(0, 30, 5), 'breaking')
    const standing = async () => (await ask('GET', 'survey/small')).body.standing
    expect(await standing()).toMatchObject({ failed: 30, fault: { kind: 'threw', line: 15 }, stoppedAt: null })
    expect((await truth()).at(-1)).not.toHaveProperty('kind')
    await store(rows(30, 80, 5), 'breaking on')
    expect(await standing()).toMatchObject({ failed: 110, stoppedAt: expect.any(String) })
    const kept = await test.stores.service.query('select * from script_standing')
    expect(JSON.stringify(kept.rows)).not.toContain('secret')
    await store(rows(110, 1, 3), 'stopped')
    expect((await truth()).at(-1)).not.toHaveProperty('kind')
    const tell = () =>
      stoppedScripts('https://kaiku.example').run({
        ...{
          stores: test.stores,
          universe: acme,
          now: Date.now(),
          log: () => {},
          stopped: new AbortController().signal,
        },
      })
    await tell()
    await tell()
    const mails = await test.stores.service.query(`select text from mailbox where recipient = 'author@example.com'`)
    expect(mails.rows).toEqual([{ text: expect.stringContaining('https://kaiku.example/script/small/small/draft') }])
    await published(kindScript)
    expect(await standing()).toBeNull()
    expect((await truth()).at(-1)).toMatchObject({ kind: 'promoter' })
  })

  it('that holds everything up is stopped at once, and interviews come nevertheless', async () => {
    await published(kindScript.replace('return {}', 'return {}\n  if (answers.rating === 4) while (true) {}'))
    await store([{ date: '2026-06-04', store: 's1', nps: 9, rating: 4 }], 'looping')
    expect((await ask('GET', 'survey/small')).body.standing).toMatchObject({
      failed: 1,
      fault: { kind: 'late' },
      stoppedAt: expect.any(String),
    })
    expect(await total('store,all')).toBeGreaterThan(40)
    await published(kindScript)
  })
})

describe('computing anew', () => {
  it('goes on where it was when it was broken off, and does nothing twice', async () => {
    const dictionary = await findSurvey(test.stores, acme, 'small')
    await store(
      Array.from({ length: 4_500 }, (_, at) => ({ date: '2026-06-05', store: 's2', nps: at % 11 })),
      'many',
    )
    await test.stores.service.query(`update interview set answers = answers - 'half' where survey = $1`, [
      dictionary.survey,
    ])
    const stopping = new AbortController()
    const first = recalculate(
      test.stores,
      dictionary,
      'one',
      () => stopping.abort(new Error('killed')),
      stopping.signal,
    )
    await expect(first).rejects.toThrow('killed')
    const { rows } = await test.stores.service.query('select done from script_recalculation')
    expect(rows).toEqual([{ done: 2_000 }])
    const shares: number[] = []
    const done = await recalculate(
      test.stores,
      dictionary,
      'one',
      (share) => shares.push(share),
      new AbortController().signal,
    )
    const all = await truth()
    expect(done).toMatchObject({ done: all.length, failed: 0 })
    expect(shares[0]).toBeGreaterThan(0.5)
    expect(all.filter((one) => 'half' in one)).toHaveLength(done.changed)
    for (const one of all) if ('half' in one) expect(one).toMatchObject(expected(one as { nps: number }))
    await catchUp(test.stores)
    expect(isEqual(await compareWithTruth(test.stores, dictionary.survey))).toBe(true)
  })

  it('figures follow also what one computed that another one took over from', async () => {
    const dictionary = await findSurvey(test.stores, acme, 'small')
    const { survey } = dictionary
    const { rows: interviews } = await test.stores.service.query<{ number: string }>(
      `update interview set answers = answers - 'half' where survey = $1 returning number`,
      [survey],
    )
    await inUniverse(test.stores.pool, acme, (client) => followInterviews(client, dictionary, interviews))
    await catchUp(test.stores)
    const stopping = new AbortController()
    const kill = () => stopping.abort(new Error('killed'))
    await expect(recalculate(test.stores, dictionary, 'three', kill, stopping.signal)).rejects.toThrow('killed')
    const done = await recalculate(test.stores, dictionary, 'four', () => {}, new AbortController().signal)
    expect(done.changed).toBeLessThan(done.done)
    await catchUp(test.stores)
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    const { rows } = await test.stores.service.query('select count(*)::int as left from script_slice')
    expect(rows).toEqual([{ left: 0 }])
  })

  it('is a task of who asked for it, and another universe has none', async () => {
    const { status, body } = await ask('POST', 'recalculate/small')
    expect(status).toBe(200)
    await work()
    const own = (await test.app.inject({ url: '/api/task/own', headers: owner })).json()
    expect(own[0]).toMatchObject({ taskId: body.taskId, type: 'recalculation', state: 'done', progress: 1 })
    const stranger = await member(globex, fullGrant('all'))
    expect((await ask('POST', 'recalculate/small', stranger)).status).toBe(404)
  })
})

describe('who may', () => {
  it('asks for the right to configure, for a universe to look after it, for all of Kaiku to be root', async () => {
    const reader = await member(acme, { ...fullGrant('reads'), permissions: ['seeIndicators', 'seeInterviews'] })
    const editor = await member(acme, { ...fullGrant('edits'), permissions: ['seeInterviews', 'editConfiguration'] })
    const status = async (place: string, headers: Headers) => (await ask('GET', place, headers)).status
    expect(
      await Promise.all(['survey', 'universe', 'global'].map((level) => status(`${level}/small`, reader))),
    ).toEqual([403, 403, 403])
    expect(
      await Promise.all(['survey', 'universe', 'global'].map((level) => status(`${level}/small`, editor))),
    ).toEqual([200, 403, 403])
    expect(await Promise.all(['survey', 'universe', 'global'].map((level) => status(`${level}/small`, owner)))).toEqual(
      [200, 200, 403],
    )
    const save = await ask('POST', 'global/small/save', owner, { source: 'x', revision: 0 })
    expect(save.status).toBe(403)
  })

  it('shows another universe nothing', async () => {
    const stranger = await member(globex, fullGrant('all'))
    const { body } = await ask('GET', 'survey/small', stranger)
    expect(body).toMatchObject({ source: '', revision: 0, versions: [] })
    expect((await ask('GET', 'survey/shy', stranger)).status).toBe(404)
    expect((await ask('GET', 'survey/small/version/1', stranger)).status).toBe(404)
    expect((await ask('GET', 'universe/small', stranger)).body.source).toBe('')
  })

  it('tries scripts on the interviews of one’s own places, with comments where one may read them', async () => {
    const permissions = ['seeIndicators', 'seeInterviews', 'editConfiguration'] as const
    const narrow = await member(acme, { ...fullGrant('narrow'), permissions, rows: { store: [['s1']] } })
    const source = kindScript.replace(
      'if (answers.nps',
      'console.log(answers.store, answers.comment)\n  if (answers.nps',
    )
    const { body } = await ask('POST', 'survey/small/run', narrow, { source, interviews: 100 })
    expect(body.interviews.length).toBeGreaterThan(10)
    const stores = new Set(body.interviews.map((one: { answers: { store: string } }) => one.answers.store))
    expect([...stores]).toEqual(['s1'])
    expect(body.console.map(({ text }: { text: string }) => text).join()).not.toMatch(/Said|s2/)
  })

  it('shows no interview of a protected survey and lets no script hold there', async () => {
    const run = await ask('POST', 'survey/shy/run', owner, { source: kindScript, interviews: 10 })
    expect(run.body).toMatchObject({ interviews: [], fault: null })
    const refused = await publishAs(kindScript, 'survey/shy')
    expect([refused.status, refused.body.reason.key]).toEqual([403, 'script.protected'])
    const taken = await ask('POST', 'take/shy', owner, { level: 'global' })
    expect([taken.status, taken.body.reason.key]).toEqual([403, 'script.protected'])
  })
})
