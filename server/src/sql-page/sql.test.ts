import { resultCalls } from '@kaiku/contract/result.ts'
import { type SqlResult, sqlCalls } from '@kaiku/contract/sql.ts'
import { permissions } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, filesOf, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { catchUp } from '../feed/feed.ts'

type Headers = { authorization: string }
const published = 'select count(*) as n from interviews'
const blocks = {
  ...parts,
  'pages.json': {
    pages: [{ extname: 'sql', title: 'SQL', components: [{ type: 'Sql', statement: published, look: 'number' }] }],
  },
  'settings.json': { ...parts['settings.json'], enableInterviewsReport: true },
}
const stores = ['kamppi', 'sello', 'lund']
const answers = Array.from({ length: 90 }, (_, at) => ({
  ...{ store: stores[at % 3] ?? '', day: `2026-10-${String((at % 28) + 1).padStart(2, '0')}`, nps: at % 11 },
  ...{ comment: `secret of ${stores[at % 3]} ${at}`, seen: at % 2 ? ['tv', 'web'] : ['web'], spent: at * 10 },
}))

let world: AlertWorld
let everywhere: Headers
let south: Headers
beforeAll(async () => {
  world = await openAlertWorld(blocks)
  await world.answer(answers)
  everywhere = await world.person('Everything', [], permissions)
  south = await world.person('South', ['fi', 'south'], permissions)
})
afterAll(() => world?.close())

const asked = (headers: Headers, statement: string, path = 'region,all', survey = 'visits') =>
  world.app.inject({
    ...{ method: 'POST', url: `/api/vuejs/sql/run/${survey}`, headers, payload: { path, statement } },
  })
async function found(headers: Headers, statement: string, path?: string): Promise<SqlResult> {
  const reply = await asked(headers, statement, path)
  expect(reply.statusCode, reply.body).toBe(200)
  return sqlCalls.run.reply.parse(reply.json())
}
const refused = async (headers: Headers, statement: string, path?: string) => {
  const reply = await asked(headers, statement, path)
  expect(reply.statusCode, reply.body).toBeGreaterThanOrEqual(400)
  return reply.json().reason
}

describe('a statement of SQL', () => {
  it('counts and lists the interviews as they were answered', async () => {
    const counted = await found(
      everywhere,
      'select store, count(*) as n, avg(nps) as mean from interviews group by all order by 1',
    )
    const mean = (store: string) => {
      const own = answers.filter((one) => one.store === store).map(({ nps }) => nps)
      return own.reduce((sum, one) => sum + one, 0) / own.length
    }
    expect(counted).toEqual({
      columns: [
        { name: 'store', type: 'text' },
        { name: 'n', type: 'number' },
        { name: 'mean', type: 'number' },
      ],
      rows: ['kamppi', 'lund', 'sello'].map((store) => [store, 30, mean(store)]),
      isCut: false,
      interviews: 90,
    })
    const days = await found(
      everywhere,
      "select min(interview_day) as d, list_contains(seen, 'tv') as tv, true as t from interviews group by 2 order by 2",
    )
    expect(days.columns.map(({ type }) => type)).toEqual(['day', 'boolean', 'boolean'])
    expect(days.rows).toEqual([
      ['2026-10-01', false, true],
      ['2026-10-02', true, true],
    ])
    const listed = await world.app.inject({ url: '/api/vuejs/sql/columns/visits', headers: everywhere })
    const columns = sqlCalls.columns.reply.parse(listed.json())
    expect(columns).toContainEqual({ name: 'seen', title: expect.any(String), type: 'text', isList: true })
    const all = await found(everywhere, 'from interviews limit 0')
    expect(all.columns.map(({ name }) => name)).toEqual(columns.map(({ name }) => name))
    const codes = await found(everywhere, "select label from codes where question = 'seen' and code = 'tv'")
    expect(codes.rows).toEqual([['Télévision']])
  })

  it('sees the interviews of the selection alone, and of those only whose viewer may open them', async () => {
    expect((await found(everywhere, 'select count(*) from interviews', 'region,all,fi')).rows).toEqual([[60]])
    const seen = await found(south, 'select distinct store from interviews order by 1')
    expect(seen.rows).toEqual([['kamppi'], ['sello']])
    expect(seen.interviews).toBe(60)
    const lund = "select count(*) from interviews where comment like '%lund%'"
    expect([(await found(everywhere, lund)).rows, (await found(south, lund)).rows]).toEqual([[[30]], [[0]]])
    // What one person asked is not there for the next.
    await found(everywhere, 'select count(*) from interviews')
    expect((await found(south, 'select count(*) from interviews')).rows).toEqual([[60]])
  })

  it('sees what came since, and no longer what was erased', async () => {
    const before = await found(everywhere, 'select count(*) from interviews')
    await world.answer([{ store: 'kamppi', day: '2026-10-30', nps: 10 }])
    expect((await found(everywhere, 'select count(*) from interviews')).interviews).toBe(before.interviews + 1)
  })

  it('is shown so many rows, and says that there are more', async () => {
    const many = await found(everywhere, 'select a.nps from interviews a, interviews b')
    expect([many.rows.length, many.isCut]).toEqual([1000, true])
  })

  it.each([
    ['two statements', 'select 1; select 2', 'sql.one'],
    ['a change', 'delete from interviews', 'sql.select'],
    ['a new table', 'create table x as select 1', 'sql.select'],
    ['a setting', 'set enable_external_access = true', 'sql.select'],
    ['an extension', 'install httpfs', 'sql.select'],
    ['another database', "attach '/tmp/kaiku-x.db'", 'sql.select'],
    ['a file', "select * from read_csv('/etc/passwd')", 'sql.said'],
    ['a file as text', "select * from read_text('/etc/passwd')", 'sql.said'],
    ['a file by its name', "select * from '/etc/passwd'", 'sql.said'],
    ['a folder', "select * from glob('/*')", 'sql.said'],
    ['an address', "select * from read_csv('https://example.com/x.csv')", 'sql.said'],
    ['a file that is written', "copy interviews to '/tmp/kaiku-x.csv'", 'sql.said'],
    ['a database that is written', "export database '/tmp/kaiku-x'", 'sql.said'],
    ['the environment', "select getenv('HOME')", 'sql.said'],
    ['secrets', 'select * from duckdb_secrets()', 'sql.said'],
    ['the file of the interviews', "select * from read_parquet('/dev/fd/4')", 'sql.said'],
    ['a parameter', 'select $1', 'sql.said'],
    ['what is no SQL', 'selekt', 'sql.said'],
    ['nothing', '-- nothing', 'sql.said'],
    [
      'too much memory',
      'select list(a.comment || b.comment || c.comment || d.comment) from interviews a, interviews b, interviews c, interviews d',
      'sql.long',
    ],
    ['too many columns', `select ${Array.from({ length: 101 }, (_, at) => `1 as c${at}`).join()}`, 'sql.wide'],
  ])('refuses %s', async (_, statement, key) => {
    expect(await refused(everywhere, statement)).toMatchObject({ key })
    expect((await found(everywhere, 'select count(*) > 0 from interviews')).rows).toEqual([[true]])
  })

  it('is refused to who may not open interviews or take them along, to strangers, and where there are too few', async () => {
    const figuresOnly = await world.person('Figures', [], ['seeIndicators', 'export'])
    const staying = await world.person('Staying', [], ['seeIndicators', 'seeInterviews'])
    for (const headers of [figuresOnly, staying]) expect((await asked(headers, 'select 1')).statusCode).toBe(403)
    expect((await asked(everywhere, 'select 1', 'region,all', 'nowhere')).statusCode).toBe(404)
    expect(await refused(everywhere, 'select 1', 'region,all,nowhere')).not.toMatchObject({ key: 'sql.said' })
    expect(await refused(everywhere, 'select 1', 'region,all,fi,solo')).toMatchObject({ key: 'sql.few' })
  })

  it('is in the audit log, with how many interviews it saw', async () => {
    await found(everywhere, 'select 1')
    const { rows } = await world.stores.service.query(
      "select after from audit where action = 'data.export' order by id desc limit 1",
    )
    expect(rows[0].after).toMatchObject({ report: 'sql', path: 'region,all', rows: 1 })
  })
})

describe('a statement on a page', () => {
  const statement = 'select store, count(*) as n from interviews group by all order by 1'
  const component = {
    type: 'Sql',
    statement,
    look: 'bars',
    columnTitles: ['Store', { en: 'Interviews', de: 'Anzahl' }],
  }
  const query = (headers: Headers, components: object[], path = 'region,all', survey = 'visits') =>
    world.app.inject({
      ...{ method: 'POST', url: `/api/result/query/${survey}/${encodeURIComponent(path)}?locale=en`, headers },
      payload: { components },
    })
  async function told(headers: Headers, path?: string, more: object = {}) {
    const reply = await query(headers, [{ ...component, ...more }], path)
    expect(reply.statusCode, reply.body).toBe(200)
    return resultCalls.query.reply.parse(reply.json()).answers[0]
  }

  it('tells of each reader’s own interviews in the selection, with titles in their language', async () => {
    const whole = await told(everywhere)
    if (whole?.type !== 'Sql' || !whole.found) throw new Error(JSON.stringify(whole))
    expect(whole.found.columns.map(({ name }) => name)).toEqual(['Store', 'Interviews'])
    expect(whole.found.rows.map(([store]) => store)).toEqual(['kamppi', 'lund', 'sello'])
    expect(await told(south)).toMatchObject({
      found: {
        interviews: 61,
        rows: [
          ['kamppi', 31],
          ['sello', 30],
        ],
      },
    })
    expect(await told(everywhere, 'region,all,se')).toMatchObject({ found: { rows: [['lund', 30]] } })
    expect(await told(everywhere, 'region,all;ftime=20261001_20261003')).toMatchObject({ found: { interviews: 12 } })
  })

  it('is told to nobody who may not open interviews or take them along, and of too few interviews to nobody', async () => {
    const figuresOnly = await world.person('Only figures', [], ['seeIndicators', 'export'])
    const staying = await world.person('Staying here', [], ['seeIndicators', 'seeInterviews'])
    for (const headers of [figuresOnly, staying])
      expect(await told(headers)).toMatchObject({ type: 'Failed', code: 'forbidden' })
    expect(await told(everywhere, 'region,all,fi,solo')).toMatchObject({ reason: { key: 'sql.few' } })
    expect(await told(everywhere, 'region,all', { minimumN: 1000 })).toMatchObject({
      reason: { key: 'sql.few', values: { least: 1000 } },
    })
    expect(await told(everywhere, 'region,all', { statement: 'delete from interviews' })).toMatchObject({
      reason: { key: 'sql.select' },
    })
    expect((await query({ authorization: 'Bearer nobody' }, [component])).statusCode).toBe(401)
    expect((await query(everywhere, [component], 'region,all', 'nowhere')).statusCode).toBe(404)
  })

  it('is told to nobody in a protected survey, and says so at once beside others', async () => {
    const settings = {
      ...blocks['settings.json'],
      extName: 'shielded',
      protection: true,
      minimumN: 5,
      minimumNComments: 5,
    }
    const questions = parts['questions.json'].questions.filter(({ id }) => id !== 'who')
    const { 'views.json': views } = parts
    const shielded = { 'settings.json': settings, 'questions.json': { questions }, 'views.json': views }
    await world.survey(world.acme, filesOf(shielded))
    await catchUp(world.stores)
    for (const asked of [[component], [component, { type: 'Text', text: 'Beside' }]]) {
      const reply = await query(everywhere, asked, 'region,all', 'shielded')
      expect(reply.json().answers[0]).toMatchObject({ type: 'Failed', reason: { key: 'protected.interviews' } })
    }
  })

  it('leaves the others of its page standing: it is asked for alone, and kept for who asks again', async () => {
    const reply = await query(everywhere, [{ type: 'IndicatorTiles' }, component])
    const { answers } = resultCalls.query.reply.parse(reply.json())
    expect(answers).toMatchObject([{ type: 'IndicatorTiles' }, { type: 'Sql', found: null }])
    const [first, second] = [await query(everywhere, [component]), await query(everywhere, [component])]
    expect(second.headers.etag).toBe(first.headers.etag)
  })

  it('is in the audit log where it stands on no page of the survey', async () => {
    const own = 'select 42 as answer'
    await told(everywhere, 'region,all', { statement: own })
    await told(everywhere, 'region,all', { statement: published })
    const { rows } = await world.stores.service.query(
      "select after from audit where action = 'data.export' order by id desc limit 1",
    )
    expect(rows[0].after).toMatchObject({ report: 'sql', statement: own })
  })

  it('is taken along as a table', async () => {
    const reply = await world.app.inject({
      ...{ method: 'POST', url: '/api/vuejs/reports/figuretable/visits/region,all,se?locale=en', headers: everywhere },
      payload: { component, title: 'Stores', format: 'csv' },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.body).toMatch(/Store[,;]Interviews\r?\nlund[,;]30/)
  })
})

describe('kept statements', () => {
  const url = '/api/vuejs/sql/questions/visits'
  const save = (headers: Headers, title: string, statement: string) =>
    world.app.inject({ method: 'PUT', url, headers, payload: { title, statement, look: 'bars' } })

  it('are their writer’s own; the same name takes the place of the old', async () => {
    await save(everywhere, 'Means', 'select 1')
    const kept = (await save(everywhere, 'means', 'select 2')).json()
    expect(kept).toMatchObject({ title: 'means', statement: 'select 2', look: 'bars' })
    const listed = async (headers: Headers) => (await world.app.inject({ url, headers })).json()
    expect(await listed(everywhere)).toEqual([kept])
    expect(await listed(south)).toEqual([])
    const remove = (headers: Headers) =>
      world.app.inject({ method: 'DELETE', url: `${url}/${kept.questionId}`, headers })
    expect((await remove(south)).statusCode).toBe(404)
    expect((await remove(everywhere)).json()).toEqual({ removed: true })
    expect(await listed(everywhere)).toEqual([])
  })
})
