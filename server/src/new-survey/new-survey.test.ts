import { access } from 'node:fs/promises'
import type { NewSurvey, NewSurveyPreview } from '@kaiku/contract/new-survey.ts'
import type { Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { catchUp } from '../feed/feed.ts'
import { countInterviews } from '../import-log/import-log.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { answersWorker } from './import-answers.ts'
import { keptFile, newSurveysForgotten } from './kept-file.ts'

type Headers = Record<string, string>
let test: TestApp
let acme: string
let admin: Headers
let other: Headers
let viewer: Headers
let narrow: Headers
let foreign: Headers

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  const as = (universe: string, grants: readonly Grant[]) => signedIn(test.stores, { universe, grants })
  admin = await as(acme, [usualRoles.Administrator])
  other = await as(acme, [usualRoles.Administrator])
  viewer = await as(acme, [usualRoles.Viewer])
  narrow = await as(acme, [{ ...usualRoles.Administrator, role: 'Of one survey', surveys: ['retail'] }])
  foreign = await as(globex, [usualRoles.Administrator])
})
afterAll(() => test?.close())

const cities = ['Helsinki', 'Espoo', 'Turku', 'Oulu']
/** Visits of two countries' cities, by days that can be read in two ways, with a code outside of the scale. */
const visits = (rows = 60) =>
  [
    'id,date,country,city,recommend,service,comment,email',
    ...Array.from({ length: rows }, (_, at) =>
      [
        at + 1,
        `0${(at % 9) + 1}/0${(at % 6) + 1}/2026`,
        at % 4 < 2 ? 'Finland' : 'Sweden',
        cities[at % 4],
        at % 11,
        at % 13 === 0 ? 9 : (at % 5) + 1,
        at % 3 === 0 ? `The staff at the desk number ${at} were very kind to us` : '',
        `guest${at}@example.com`,
      ].join(','),
    ),
  ].join('\n')

function upload(name: string, content: string | Buffer, headers: Headers = admin) {
  const boundary = 'kaiku-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  return test.app.inject({
    method: 'POST',
    url: '/api/newsurvey',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, headers: Headers = admin, payload?: object) =>
  test.app.inject({ method, url: `/api/newsurvey${path}`, headers, ...(payload ? { payload } : {}) })
const taken = async (name: string, content: string | Buffer): Promise<NewSurvey> => {
  const reply = await upload(name, content)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const settled = async (id: string, decisions: object): Promise<NewSurvey> => {
  const reply = await ask('PUT', `/${id}`, admin, { decisions })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const column = ({ understood }: NewSurvey, name: string) => {
  const found = understood.columns.find((one) => one.column === name)
  if (!found) throw new Error(`no column ${name}`)
  return found
}
const failing = (error: unknown) => {
  throw error
}
async function work() {
  const lanes = new WorkLanes(taskQueue.limits, failing)
  const { signal } = new AbortController()
  while ((await runTasks(test.stores, [answersWorker], () => {}, lanes, signal)) > 0) await lanes.allEnd()
}

describe('a file that somebody would make a survey of', () => {
  it('is understood, and what it does not say is asked', async () => {
    const made = await taken('visits.csv', visits())
    const { understood } = made
    expect(understood).toMatchObject({ name: 'visits', extName: 'visits', rows: 60, source: null })
    expect(column(made, 'service')).toMatchObject({ type: 'scale', min: 1, max: 5, missing: ['9'], role: 'none' })
    expect(column(made, 'date')).toMatchObject({ type: 'date', role: 'date' })
    expect(column(made, 'city')).toMatchObject({ type: 'choice', level: 2 })
    expect(column(made, 'email')).toMatchObject({ role: 'contact' })
    expect(column(made, 'id')).toMatchObject({ isKey: true, question: null, leftOut: null })
    expect(column(made, 'country').values).toEqual([
      { text: 'Finland', rows: 30 },
      { text: 'Sweden', rows: 30 },
    ])
    expect(understood.doubts.map(({ id, assumed, answered }) => [id, assumed, answered])).toEqual([
      ['dayOrder:date', 'dayFirst', null],
      ['direction', 'highest', null],
      ['outside:scale:9', 'noAnswer', null],
      ['places', 'yes', null],
      ['key:id', 'yes', null],
      ['personal', 'keep', null],
    ])
  })

  it('is read as somebody settles it, and found again so', async () => {
    const { newSurveyId } = await taken('visits.csv', visits())
    const decisions = {
      name: 'Guest survey',
      answers: { 'dayOrder:date': 'monthFirst', 'outside:scale:9': 'real', 'key:id': 'no' },
      columns: {
        recommend: { title: 'Would you recommend us?', falling: true },
        comment: { leftOut: true },
        country: { role: 'background' },
      },
      levels: ['city'],
    }
    const made = await settled(newSurveyId, decisions)
    expect(made.understood).toMatchObject({ name: 'Guest survey', extName: 'guest-survey' })
    expect(column(made, 'service')).toMatchObject({ min: 1, max: 9, missing: [] })
    expect(column(made, 'recommend')).toMatchObject({ title: 'Would you recommend us?', falling: true })
    expect(column(made, 'comment')).toMatchObject({ leftOut: 'decided', question: null })
    expect(column(made, 'city')).toMatchObject({ level: 1 })
    expect(column(made, 'country')).toMatchObject({ level: null, role: 'background' })
    expect(column(made, 'id')).toMatchObject({ isKey: false })
    expect((await ask('GET', `/${newSurveyId}`)).json()).toEqual(made)
    const back = await settled(newSurveyId, {})
    expect(column(back, 'service')).toMatchObject({ min: 1, max: 5 })
  })

  it('refuses what its answers do not allow and keeps what was settled before', async () => {
    const { newSurveyId } = await taken('visits.csv', visits())
    const before = await settled(newSurveyId, { name: 'Kept' })
    for (const decisions of [
      { columns: { city: { type: 'number' } } },
      { columns: { city: { role: 'date' } } },
      { key: 'city' },
      { columns: { service: { min: 5, max: 1 } } },
      { columns: { service: { missing: ['often'] } } },
    ]) {
      const reply = await ask('PUT', `/${newSurveyId}`, admin, { decisions })
      expect(reply.statusCode, reply.body).toBe(400)
    }
    expect((await ask('GET', `/${newSurveyId}`)).json()).toEqual(before)
  })

  it('belongs to who brought it: nobody else, whatever their role or universe, finds it', async () => {
    const { newSurveyId } = await taken('visits.csv', visits(20))
    const calls = [
      ['GET', ''],
      ['PUT', ''],
      ['GET', '/preview'],
      ['GET', '/definition'],
      ['POST', '/publish'],
      ['GET', '/standing'],
      ['DELETE', ''],
    ] as const
    for (const [method, path] of calls) {
      const body = method === 'PUT' ? { decisions: {} } : method === 'POST' ? {} : undefined
      const as = async (headers: Headers) => (await ask(method, `/${newSurveyId}${path}`, headers, body)).statusCode
      expect(await as({}), path).toBe(401)
      expect(await as(viewer), path).toBe(403)
      expect(await as(narrow), path).toBe(403)
      expect(await as(other), path).toBe(404)
      expect(await as(foreign), path).toBe(404)
    }
    for (const [headers, status] of [
      [{}, 401],
      [viewer, 403],
      [narrow, 403],
    ] as const)
      expect((await upload('a.csv', visits(20), headers)).statusCode).toBe(status)
    expect((await ask('GET', '', other)).json()).toEqual([])
    expect((await ask('GET', `/${newSurveyId}`)).statusCode).toBe(200)
  })

  it('is refused where it cannot be read, and leaves nothing behind', async () => {
    const before = (await ask('GET', '')).json().length
    const hostile: readonly [string, string | Buffer][] = [
      ['empty.csv', ''],
      ['head.csv', 'a,b\n'],
      ['nul.csv', 'a\0,b\n1,2\n'],
      ['cut.csv', 'a,b\n"1,2\n'],
      ['bomb.xlsx', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2_000, 7)])],
      ['cut.sav', Buffer.concat([Buffer.from('$FL2'), Buffer.alloc(300)])],
      ['wide.csv', `${Array.from({ length: 2_100 }, (_, at) => `c${at}`).join(',')}\n1\n`],
    ]
    for (const [name, content] of hostile) {
      const reply = await upload(name, content)
      expect([400, 413], `${name}: ${reply.body}`).toContain(reply.statusCode)
    }
    expect((await ask('GET', '')).json()).toHaveLength(before)
  })

  it('may bear any name, and is kept nowhere but in its own directory', async () => {
    const made = await taken('../../../etc/passwd .csv', visits(20))
    expect(made.file).toBe('passwd .csv')
    await access(keptFile(test.stores, { id: made.newSurveyId, file: made.file }))
    const hostile = await settled(made.newSurveyId, {
      columns: { __proto__: { leftOut: true }, constructor: { leftOut: true } },
    })
    expect(hostile.understood.columns).toHaveLength(8)
  })

  it('is forgotten with what was settled when it is dropped, and after a day', async () => {
    const dropped = await taken('visits.csv', visits(20))
    const file = keptFile(test.stores, { id: dropped.newSurveyId, file: dropped.file })
    expect((await ask('DELETE', `/${dropped.newSurveyId}`)).statusCode).toBe(200)
    await expect(access(file)).rejects.toThrow()
    const late = await taken('visits.csv', visits(20))
    await test.stores.service.query(`update new_survey set expires_at = now() - interval '1 second' where id = $1`, [
      late.newSurveyId,
    ])
    expect((await ask('GET', `/${late.newSurveyId}`)).statusCode).toBe(404)
    const run = { stores: test.stores, now: Date.now() } as Parameters<typeof newSurveysForgotten.run>[0]
    await newSurveysForgotten.run(run)
    const { rowCount } = await test.stores.service.query('select from new_survey where id = $1', [late.newSurveyId])
    expect(rowCount).toBe(0)
  })
})

describe('its preview', () => {
  it('has the figures of the first page and the rows that will be rejected', async () => {
    const { newSurveyId } = await taken(
      'visits.csv',
      `${visits()}\n61,01/01/2026,Finland,Turku,3,2,,x@example.com,too much\n`,
    )
    const preview: NewSurveyPreview = (await ask('GET', `/${newSurveyId}/preview`)).json()
    const answers = Array.from({ length: 60 }, (_, at) => at % 11)
    const nps = (100 * (answers.filter((one) => one >= 9).length - answers.filter((one) => one <= 6).length)) / 60
    expect(preview).toMatchObject({
      rows: 61,
      isWhole: true,
      rejected: 1,
      rejects: [{ line: 62, reason: '9 values where the header has 8' }],
    })
    const shown = preview.indicators.find(({ measure }) => measure === 'nps')
    expect(shown?.n).toBe(60)
    expect(shown?.value).toBeCloseTo(nps, 9)
    expect(preview.trend.map(({ month }) => month)).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
    ])
    expect(preview.places.rows.map(({ place, n }) => [place, n])).toEqual([
      ['Finland', 30],
      ['Sweden', 30],
    ])
    expect(preview.comments[0]).toContain('very kind')
  })
})

describe('publishing', () => {
  it('makes the survey, imports the file in the background and tells how it went', async () => {
    const { newSurveyId, file } = await taken('Guests 2026.csv', visits())
    const zip = await ask('GET', `/${newSurveyId}/definition`)
    expect(zip.headers['content-disposition']).toContain('guests-2026-definition.zip')
    expect(zip.rawPayload.includes('imports.json')).toBe(true)
    const published = (await ask('POST', `/${newSurveyId}/publish`, admin, {})).json()
    expect(published).toMatchObject({ published: { survey: 'guests-2026' } })
    expect((await ask('GET', `/${newSurveyId}/standing`)).json()).toMatchObject({ state: 'importing', report: null })
    expect((await ask('POST', `/${newSurveyId}/publish`, admin, {})).statusCode).toBe(409)
    expect((await ask('PUT', `/${newSurveyId}`, admin, { decisions: {} })).statusCode).toBe(409)
    expect((await ask('DELETE', `/${newSurveyId}`)).statusCode).toBe(409)
    await work()
    await catchUp(test.stores)
    const standing = (await ask('GET', `/${newSurveyId}/standing`)).json()
    expect(standing).toMatchObject({ state: 'done', report: { rows: 60, inserted: 60, rejected: 0 } })
    expect(standing.path).toBe('/page/overview/guests-2026/country,all?universe=acme')
    expect(await countInterviews(test.stores.pool, await findSurvey(test.stores, acme, 'guests-2026'))).toBe(60)
    await expect(access(keptFile(test.stores, { id: newSurveyId, file }))).rejects.toThrow()
    // Nothing of what people answered stays beside the survey.
    const { rows } = await test.stores.service.query(
      'select understood::text, assumptions from new_survey where id = $1',
      [newSurveyId],
    )
    expect(JSON.stringify(rows)).not.toContain('guest1@example.com')
  })

  it('never replaces a survey that is there', async () => {
    const first = await taken('taken.csv', visits(20))
    const second = await taken('taken.csv', visits(30).replaceAll('service', 'desk'))
    expect((await ask('POST', `/${first.newSurveyId}/publish`, admin, {})).statusCode).toBe(200)
    const refused = await ask('POST', `/${second.newSurveyId}/publish`, admin, {})
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ reason: { key: 'newSurvey.taken', values: { name: 'taken' } } })
    await settled(second.newSurveyId, { name: 'Taken 2' })
    expect((await ask('POST', `/${second.newSurveyId}/publish`, admin, {})).statusCode).toBe(200)
  })
})
