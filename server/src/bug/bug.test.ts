import type { BugEntry } from '@kaiku/contract/bug.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = Record<string, string>
let test: TestApp
let acme: string
let root: Headers
let viewer: Headers
let stranger: Headers

const named = (extName: string) =>
  new Map([...small, ['settings.json', json({ ...JSON.parse(small.get('settings.json') ?? ''), extName })]])

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  for (const name of ['retail', 'online']) await test.survey(acme, named(name))
  await test.survey(globex, named('retail'))
  root = { ...(await signedIn(test.stores, 'root')), 'kaiku-universe': 'acme' }
  viewer = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Viewer], username: 'vera' })
  stranger = await signedIn(test.stores, { universe: globex, grants: [usualRoles.Viewer], username: 'otto' })
})
afterAll(() => test?.close())
beforeEach(() => test.stores.service.query('delete from bug'))

const report = (headers: Headers, told: Partial<BugEntry> & { survey?: string } = {}) =>
  test.app.inject({
    ...{ method: 'POST', url: '/api/bug/report', headers },
    payload: {
      survey: 'retail',
      message: 'x is not a function',
      place: 'a.js:1',
      route: 'ranking',
      release: '1',
      ...told,
    },
  })
const bugs = async (survey = 'retail', universe = 'acme'): Promise<BugEntry[]> =>
  (
    await test.app.inject({ url: `/api/vuejs/logs/bugs/${survey}`, headers: { ...root, 'kaiku-universe': universe } })
  ).json()

describe('the bugs of a survey', () => {
  it('are counted together where they are equal, whatever data they quote', async () => {
    await report(viewer, { message: 'no answer "Too slow" in row 17 of anna@acme.example' })
    await report(viewer, { message: 'no answer "Rude" in row 4711 of bo@acme.example', route: 'page' })
    await report(viewer, { message: 'something else' })
    const [other, equal] = await bugs()
    expect(other).toMatchObject({ count: 1, message: 'something else' })
    expect(equal).toMatchObject({
      ...{ count: 2, message: 'no answer “…” in row # of …@…', user: 'vera', source: 'browser' },
      ...{ route: 'page', place: 'a.js:1', release: '1' },
    })
    expect(equal && equal.firstDatetime < equal.datetime).toBe(true)
  })

  it('stand with their survey, and those of none with each', async () => {
    await report(viewer, { survey: 'RETAIL', message: 'of retail' })
    await report(viewer, { survey: '', message: 'of none' })
    await report(viewer, { survey: 'nowhere', message: 'of an unknown one' })
    const messages = async (survey: string) => (await bugs(survey)).map(({ message }) => message).sort()
    expect(await messages('retail')).toEqual(['of an unknown one', 'of none', 'of retail'])
    expect(await messages('online')).toEqual(['of an unknown one', 'of none'])
  })

  it('stay in their universe', async () => {
    await report(stranger, { message: 'theirs' })
    expect(await bugs()).toEqual([])
    expect(await bugs('retail', 'globex')).toMatchObject([{ message: 'theirs', user: 'otto' }])
  })

  it('are cleared by root, which is written down', async () => {
    await report(viewer)
    await report(viewer, { survey: 'online' })
    const cleared = await test.app.inject({ method: 'DELETE', url: '/api/vuejs/logs/bugs/retail', headers: root })
    expect(cleared.json()).toEqual({ cleared: 1 })
    expect([await bugs(), await bugs('online')]).toMatchObject([[], [{ count: 1 }]])
    const { rows } = await test.stores.service.query(`select subject, before from audit where action = 'bugs.clear'`)
    expect(rows).toEqual([{ subject: 'retail', before: { bugs: 1 } }])
  })

  it('hold calls that broke, with the request that the person was told', async () => {
    await test.stores.owner.query('alter table audit rename column subject to was')
    const broken = await test.app.inject({ method: 'DELETE', url: '/api/vuejs/logs/bugs/retail', headers: root })
    await test.stores.owner.query('alter table audit rename column was to subject')
    await expect
      .poll(() => bugs())
      .toMatchObject([
        { source: 'server', route: '/api/vuejs/logs/bugs/:survey', requestId: broken.json().requestId, count: 1 },
      ])
  })

  it('hold parts of a page that broke while the rest stood', async () => {
    await test.stores.clickhouse.command('rename table survey_1 to survey_away', {})
    const page = await test.app.inject({
      ...{ method: 'POST', url: '/api/result/query/retail/store,all', headers: viewer },
      payload: { components: [{ type: 'Distribution', question: 'nps' }] },
    })
    await test.stores.clickhouse.command('rename table survey_away to survey_1', {})
    expect(page.json()).toMatchObject({ answers: [{ type: 'Failed' }] })
    await expect
      .poll(() => bugs())
      .toMatchObject([{ source: 'server', user: 'vera', route: '/api/result/query/:survey/:path' }])
  })

  it('of one person are not counted without end', async () => {
    const fresh = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Viewer] })
    const replies = await Promise.all(Array.from({ length: 40 }, () => report(fresh)))
    expect(replies.filter((reply) => reply.json().recorded)).toHaveLength(30)
  })
})
