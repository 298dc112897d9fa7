import { pageDraftCalls } from '@kaiku/contract/page-draft.ts'
import { personalPageCalls } from '@kaiku/contract/personal-page.ts'
import { problemOf } from '@kaiku/core/definition-problem.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = Record<string, string>
let test: TestApp
let anna: Headers
let bo: Headers
let viewer: Headers
let foreign: Headers

const tiles = { type: 'IndicatorTiles' }
const overview = { extname: 'overview', title: 'Overview', components: [tiles] }
const asked = (title: string) => ({ ...overview, title })

beforeAll(async () => {
  test = await openTestApp()
  const acme = await test.universe('acme')
  const globex = await test.universe('globex')
  const files = new Map([...small, ['pages.json', json({ $schema: 'pages.schema.json', pages: [overview] })]])
  await test.survey(acme, files, [{ nps: 9 }, { nps: 3 }])
  await test.survey(acme, new Map([...small, ['settings.json', json({ extName: 'other', title: 'Other' })]]))
  await test.survey(globex, files)
  const editor = { ...usualRoles.Viewer, role: 'Editor', permissions: ['seeIndicators', 'editPages'] as const }
  anna = await signedIn(test.stores, { universe: acme, grants: [editor], username: 'anna' })
  bo = await signedIn(test.stores, {
    universe: acme,
    grants: [{ ...editor, role: 'E2', surveys: ['small'] }],
    username: 'bo',
  })
  viewer = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Viewer] })
  foreign = await signedIn(test.stores, { universe: globex, grants: [{ ...editor, role: 'E3' }] })
})
afterAll(() => test?.close())

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
const ask = async (headers: Headers, method: Method, url: string, payload?: object) => {
  const reply = await test.app.inject({ method, url: `/api/page/${url}`, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const draftOf = async (headers: Headers, survey = 'small') =>
  pageDraftCalls.draft.reply.parse((await ask(headers, 'GET', `draft/${survey}`)).body)
const save = (headers: Headers, pages: object[], revision: number, version = 1) =>
  ask(headers, 'PUT', 'draft/small', { pages, version, revision })
const publish = (headers: Headers, pages: object[], revision: number, version: number) =>
  ask(headers, 'POST', 'publish/small', { pages, version, revision })

describe('the draft of a survey’s pages', () => {
  it('is one for all who may edit, finished or not, and names who saved it', async () => {
    expect(await draftOf(anna)).toEqual({ version: 1, pages: [overview], draft: null })
    const unfinished = { extname: 'new', title: '', components: [{ type: 'Distribution' }] }
    const saved = await save(anna, [overview, unfinished], 0)
    expect(saved.body).toMatchObject({ by: 'anna', version: 1 })
    const { draft } = await draftOf(bo)
    expect(draft).toMatchObject({ by: 'anna', revision: saved.body.revision, pages: [overview, unfinished] })
    expect((await draftOf(foreign)).draft).toBeNull()
  })

  it('is not overwritten by who did not see the latest', async () => {
    const { draft } = await draftOf(bo)
    const revision = draft?.revision ?? 0
    const second = await save(bo, [asked('Second')], revision)
    expect(second.status).toBe(200)
    const late = await save(anna, [asked('Late')], revision)
    expect([late.status, late.body.code, late.body.message]).toEqual([409, 'conflict', expect.stringContaining('bo')])
    expect((await save(anna, [asked('Fresh')], 0)).status).toBe(409)
    expect((await ask(anna, 'DELETE', `draft/small/${revision}`)).status).toBe(409)
    expect((await draftOf(anna)).draft?.pages).toEqual([asked('Second')])
    expect((await publish(anna, [asked('Late')], revision, 1)).status).toBe(409)
    expect((await ask(bo, 'DELETE', `draft/small/${second.body.revision}`)).status).toBe(200)
    expect((await draftOf(anna)).draft).toBeNull()
    expect((await save(anna, [asked('Late')], second.body.revision)).status).toBe(409)
  })

  it('says what is wrong beside each thing, else what publishing would change', async () => {
    const check = async (pages: object[]) =>
      pageDraftCalls.checkPages.reply.parse((await ask(anna, 'POST', 'check/small', { pages })).body)
    expect(await check([overview])).toEqual({ faults: [], changes: [] })
    const faulty = {
      ...overview,
      components: [
        { ...tiles, width: 40 },
        { type: 'Distribution', question: 'rating', filter: 'age=1' },
      ],
    }
    expect((await check([faulty])).faults.map(({ place }) => place)).toEqual(['pages[0].components[0].width'])
    const crossed = { ...overview, components: [{ type: 'Distribution', question: 'nobody', filter: 'nowhere=1' }] }
    expect((await check([crossed, overview])).faults.map(({ place }) => place).sort()).toEqual([
      'pages[0].components[0].filter',
      'pages[0].components[0].question',
      'pages[1].extname',
    ])
    const every = [
      [{ type: 'Distribution' }, 'missing'],
      [{ type: 'Distribution', question: 'nobody' }, 'question'],
      [{ type: 'Distribution', question: 'comment' }, 'questionType'],
      [{ type: 'Trend', indicators: ['nobody'] }, 'indicator'],
      [{ ...tiles, width: 40 }, 'most'],
      [{ ...tiles, width: 0 }, 'least'],
      [{ ...tiles, minimumN: 'x' }, 'value'],
      [{ ...tiles, filter: 'nowhere=1' }, 'filter'],
      [{ ...tiles, filter: 'nonsense' }, 'filter'],
      [{ type: 'KeyDrivers', outcome: 'rating', drivers: [] }, 'missing'],
    ] as const
    for (const [component, kind] of every) {
      const { faults } = await check([{ ...overview, components: [component] }])
      expect([component, ...faults.map((fault) => problemOf(fault).kind)]).toContain(kind)
    }
    expect((await check([overview, overview])).faults.map((fault) => problemOf(fault).kind)).toEqual(['twice'])
    const same = {
      ...overview,
      components: [{ type: 'Crosstab', rows: { question: 'nps' }, columns: { question: 'nps' } }],
    }
    const shown = (await check([same])).faults
    expect(shown.map((fault) => [fault.place, problemOf(fault).kind])).toEqual([['pages[0].components[0]', 'answer']])
    expect((await check([asked('Renamed')])).changes).toEqual([
      { file: 'pages.json', place: 'pages.overview.title', before: '"Overview"', after: '"Renamed"' },
    ])
  })

  it('becomes the next version whole, with everything else as it was, and is done with', async () => {
    const before = await test.app.inject({ url: '/api/vuejs/surveys/one/small', headers: viewer })
    const { revision } = (await save(anna, [asked('Published')], 0)).body
    expect((await publish(anna, [{ ...overview, icon: 3 }], revision, 1)).status).toBe(400)
    const broken = { type: 'Crosstab', rows: { question: 'nps' }, columns: { question: 'nps' } }
    const refused = await publish(anna, [{ ...overview, components: [broken] }], revision, 1)
    expect([refused.status, refused.body.details[0].place]).toEqual([400, 'pages[0].components[0]'])
    expect((await publish(anna, [asked('Published')], revision, 7)).status).toBe(409)
    expect((await draftOf(anna)).draft?.revision).toBe(revision)
    expect((await publish(anna, [asked('Published')], revision, 1)).body).toEqual({ version: 2 })
    expect(await draftOf(anna)).toEqual({ version: 2, pages: [asked('Published')], draft: null })
    const after = await test.app.inject({ url: '/api/vuejs/surveys/one/small', headers: viewer })
    expect(after.json().pages[0].title).toBe('Published')
    expect(after.json().loadCount).toBe(before.json().loadCount + 1)
    const { rows } = await test.stores.service.query<{ path: string; text: string; by: string }>(
      `select f.path, f.text, v.published_by as by from definition_file f join definition_version v using (universe, survey, version)
       join survey s on s.universe = f.universe and s.number = f.survey join universe u on u.id = f.universe
       where u.name = 'acme' and s.ext_name = 'small' and f.version = 2`,
    )
    expect(new Map(rows.map(({ path, text }) => [path, text]))).toEqual(
      new Map([
        ...small,
        [
          'pages.json',
          `{
  "$schema": "pages.schema.json",
  "pages": [{ "extname": "overview", "title": "Published", "components": [{ "type": "IndicatorTiles" }] }]
}
`,
        ],
      ]),
    )
    expect(rows[0]?.by).toBe('anna')
  })

  it('begins from the pages that Kaiku makes where the survey has no file of them', async () => {
    const { pages } = await draftOf(anna, 'other')
    expect(pages.map(({ extname }) => extname)).toEqual(['rankings'])
    const reply = await ask(anna, 'POST', 'publish/other', { pages, version: 1, revision: 0 })
    expect(reply.body).toEqual({ version: 2 })
    expect((await draftOf(anna, 'other')).pages).toEqual(pages)
  })

  it('is closed to who may not edit pages, or in another survey only', async () => {
    const calls: [Method, string, object?][] = [
      ['GET', 'draft/small'],
      ['PUT', 'draft/small', { pages: [overview], version: 2, revision: 0 }],
      ['POST', 'check/small', { pages: [overview] }],
      ['POST', 'publish/small', { pages: [overview], version: 2, revision: 0 }],
      ['DELETE', 'draft/small/1'],
    ]
    for (const [method, url, payload] of calls) {
      expect((await ask(viewer, method, url, payload)).status).toBe(403)
      expect((await ask(bo, method, url.replace('small', 'other'), payload)).status).toBe(404)
    }
    expect((await draftOf(anna)).draft).toBeNull()
  })
})

describe('a page of one’s own', () => {
  const mine = { title: 'Mine', components: [{ ...tiles, filter: 'rating=5' }] }
  const list = async (headers: Headers) =>
    personalPageCalls.list.reply.parse((await ask(headers, 'GET', 'personal/small')).body)

  it('is kept for who made it, and nobody else finds it', async () => {
    const made = personalPageCalls.create.reply.parse(
      (await ask(viewer, 'POST', 'personal/small', { page: mine })).body,
    )
    expect(await list(viewer)).toEqual([made])
    expect(made.page).toEqual(mine)
    expect(made.components).toEqual([{ ...mine.components[0], spark: true }])
    const url = `personal/small/${made.id}`
    for (const other of [anna, foreign]) {
      expect(await list(other)).toEqual([])
      const change = { page: mine, revision: made.revision }
      expect((await ask(other, 'PUT', url, change)).status).toBe(404)
      expect((await ask(other, 'DELETE', url)).status).toBe(404)
    }
    expect(await list(viewer)).toEqual([made])
  })

  it('is changed by who saw its latest state, and only to what can be shown', async () => {
    const [made] = await list(viewer)
    const url = `personal/small/${made?.id}`
    const change = { page: { ...mine, title: 'Renamed' }, revision: made?.revision }
    const saved = await ask(viewer, 'PUT', url, change)
    expect([saved.status, saved.body.page.title]).toEqual([200, 'Renamed'])
    expect((await ask(viewer, 'PUT', url, change)).status).toBe(409)
    const faulty = { page: { ...mine, components: [{ type: 'Comments', question: 'nps' }] } }
    const refused = await ask(viewer, 'POST', 'personal/small', faulty)
    expect([refused.status, refused.body.details[0].place]).toEqual([400, 'pages[0].components[0].question'])
    expect((await ask(viewer, 'POST', 'personal/small', { page: { title: 'x' } })).status).toBe(400)
    expect((await ask(viewer, 'DELETE', url)).status).toBe(200)
    expect((await ask(viewer, 'DELETE', url)).status).toBe(404)
    expect(await list(viewer)).toEqual([])
  })
})
