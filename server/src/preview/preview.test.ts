import type { Call } from '@kaiku/contract/call.ts'
import { calls } from '@kaiku/contract/calls.ts'
import { previewCalls } from '@kaiku/contract/preview.ts'
import type { Permission } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = Record<string, string>
let test: TestApp
let editor: Headers
let admin: Headers
let viewer: Headers
let foreign: Headers
let managerId: string

const nps = { id: 'nps', title: 'Net promoter', measure: 'nps', question: 'nps' }
const rating = { id: 'rating', title: 'Rating', measure: 'mean', question: 'rating' }
const indicators = (...some: object[]) => json({ indicators: some })
const page = (title: string, ...components: object[]) => json({ pages: [{ extname: 'main', title, components }] })
const tiles = { type: 'IndicatorTiles', spark: false, indicators: ['nps'] }
const settings = (extName: string, more: object = {}) =>
  json({ extName, title: 'Visit', protection: false, minimumN: 2, ...more })
const files = new Map([
  ...small,
  ['settings.json', settings('visit')],
  ['indicators.json', indicators(nps, rating)],
  ['pages.json', page('Main', tiles)],
])
const interviews = [10, 9, 10, 3, 0, 10].map((given, at) => ({
  date: `2026-03-0${at + 1}`,
  store: at < 4 ? 's1' : 's2',
  nps: given,
  rating: 4,
  comment: 'Good',
}))

beforeAll(async () => {
  test = await openTestApp()
  const acme = await test.universe('acme')
  const globex = await test.universe('globex')
  await test.survey(acme, files, interviews)
  await test.survey(acme, new Map([...files, ['settings.json', settings('other')]]))
  await test.survey(acme, new Map([...files, ['settings.json', settings('guarded', { protection: true })]]), interviews)
  await test.survey(globex, files)
  const grant = { ...usualRoles.Viewer, surveys: null, rows: {}, figures: null }
  const person = (permissions: Permission[], universe: string, username: string, rows = {}) =>
    signedIn(test.stores, { universe, grants: [{ ...grant, role: username, permissions, rows }], username })
  editor = await person(['seeIndicators', 'editConfiguration'], acme, 'editor')
  admin = await person(['seeIndicators', 'seeComments', 'editConfiguration', 'manageUsers'], acme, 'admin')
  viewer = await person(['seeIndicators', 'manageUsers'], acme, 'viewer')
  foreign = await person(['seeIndicators', 'editConfiguration'], globex, 'foreign')
  await person(['seeIndicators'], acme, 'manager', { store: [['s1']] })
  const found = await test.stores.service.query<{ id: string }>(`select id from person where username = 'manager'`)
  managerId = found.rows[0]?.id ?? ''
})
afterAll(() => test?.close())

const ask = async (headers: Headers, url: string, payload?: object) => {
  const method = payload ? 'POST' : 'GET'
  const reply = await test.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const drafting = (headers: Headers, survey = 'visit'): Headers => ({ ...headers, 'kaiku-preview': survey })
const asManager = (headers: Headers) => ({ ...headers, 'kaiku-view-as': managerId })
const write = async (file: string, text: string, survey = 'visit') => {
  const at = `vuejs/surveys/configblocks/one/${survey}/${file}`
  const { version, draft } = (await ask(editor, at)).body
  const reply = await test.app.inject({
    method: 'PUT',
    url: `/api/vuejs/surveys/configblocks/${survey}/${file}`,
    headers: editor,
    payload: { text, version, revision: draft?.revision ?? 0 },
  })
  expect(reply.statusCode).toBe(200)
}
const drop = async (survey = 'visit') => {
  const { blocks } = (await ask(editor, `vuejs/surveys/configblocks/${survey}`)).body
  for (const { file, draft } of blocks)
    if (draft)
      await test.app.inject({
        method: 'DELETE',
        url: `/api/vuejs/surveys/configblocks/${survey}/${file}/${draft.revision}`,
        headers: editor,
      })
}
const survey = async (headers: Headers, name = 'visit') => (await ask(headers, `vuejs/surveys/one/${name}`)).body
const state = async (headers: Headers, name = 'visit') =>
  previewCalls.state.reply.parse((await ask(headers, `vuejs/surveys/preview/${name}`)).body)
const figures = async (headers: Headers, components: object[] = [tiles], name = 'visit', path = 'store,all') =>
  ask(headers, `result/query/${name}/${path}`, { components })
const firstTile = async (headers: Headers, path = 'store,all') =>
  (await figures(headers, [tiles], 'visit', path)).body.answers[0].tiles[0].figure

describe('the preview of a survey’s drafts', () => {
  it('is the survey as the drafts make it, over the same interviews, and nobody else’s', async () => {
    await write('indicators.json', indicators({ ...nps, title: 'Would recommend' }, rating))
    await write('pages.json', page('Begun', tiles))
    const begun = await survey(drafting(editor))
    expect(begun.pages[0].title).toBe('Begun')
    expect(begun.indicators[0].title).toBe('Would recommend')
    expect((await survey(editor)).pages[0].title).toBe('Main')
    expect((await survey(viewer)).indicators[0].title).toBe('Net promoter')
    expect(await firstTile(drafting(editor))).toEqual(await firstTile(editor))
    const told = await state(drafting(editor))
    expect(told).toMatchObject({ faults: [], awaited: [], isStricter: false })
    expect(told.drafts.map(({ file, by }) => [file, by])).toEqual([
      ['indicators.json', 'editor'],
      ['pages.json', 'editor'],
    ])
    // The next text is seen at once, under another state.
    await write('indicators.json', indicators({ ...nps, promoters: [10] }, rating))
    expect((await state(drafting(editor))).state).not.toBe(told.state)
    expect(await firstTile(drafting(editor))).not.toEqual(await firstTile(editor))
    await drop()
    expect((await survey(drafting(editor))).pages[0].title).toBe('Main')
    expect(await firstTile(drafting(editor))).toEqual(await firstTile(editor))
  })

  it('is refused to who does not configure the survey, in the words for one that is not there to a stranger', async () => {
    await write('pages.json', page('Begun', tiles))
    expect((await ask(drafting(viewer), 'vuejs/surveys/one/visit')).status).toBe(403)
    expect((await ask(viewer, 'vuejs/surveys/preview/visit')).status).toBe(403)
    // Looking as somebody who configures it lends no right either.
    expect((await ask(asManager(drafting(viewer)), 'vuejs/surveys/one/visit')).status).toBe(403)
    expect((await ask(drafting(viewer, 'nowhere'), 'vuejs/surveys/one/visit')).status).toBe(404)
    expect((await survey(drafting(foreign))).pages[0].title).toBe('Main')
    expect((await ask(drafting(foreign, 'guarded'), 'vuejs/surveys/one/guarded')).status).toBe(404)
    const nobody = await test.app.inject({ url: '/api/vuejs/surveys/one/visit', headers: { 'kaiku-preview': 'visit' } })
    expect(nobody.statusCode).toBe(401)
    expect((await ask(drafting(editor), 'vuejs/surveys/one/other')).body.reason.key).toBe('preview.other')
    await drop()
  })

  it('shows as somebody else what both may see', async () => {
    await write('indicators.json', indicators({ ...nps, title: 'Would recommend' }, rating))
    const seen = asManager(drafting(admin))
    const begun = await survey(seen)
    expect(begun.indicators[0].title).toBe('Would recommend')
    expect(begun.startPath).toBe('store,all,s1')
    expect((await firstTile(seen, 'store,all,s1')).n).toBe(4)
    expect((await ask(seen, 'result/place/visit/store,all,s2')).status).toBe(404)
    // What the administrator may see and the manager may not.
    const comments = { type: 'Comments', question: 'comment' }
    const [answer] = (await figures(seen, [comments], 'visit', 'store,all,s1')).body.answers
    expect(answer).toMatchObject({ type: 'Failed', code: 'forbidden' })
    expect(await state(seen)).toMatchObject({ faults: [] })
    // Only who manages users looks as somebody else, also at a draft.
    expect((await ask(asManager(drafting(editor)), 'vuejs/surveys/one/visit')).status).toBe(403)
    await drop()
  })

  it('is closed to every call but those that read result pages', async () => {
    const open = Object.entries(calls).flatMap(([room, own]) =>
      Object.entries<Call>(own).flatMap(([name, call]) => (call.inPreview ? [`${room}.${name}`] : [])),
    )
    expect(open.sort()).toEqual([
      ...[
        'alert.list',
        'alert.mine',
        'filter.list',
        'filter.query',
        'filterReference.one',
        'mention.list',
        'personalPage.list',
        'preview.state',
      ],
      ...['result.children', 'result.page', 'result.place', 'result.query', 'result.search', 'savedFilter.list'],
      ...['session.identity', 'session.logout', 'session.viewAs'],
      ...[
        'survey.list',
        'survey.loadCount',
        'survey.one',
        'systemMessage.shown',
        'universe.branding',
        'universe.universe',
      ],
    ])
    for (const [url, payload] of [
      ['vuejs/surveys/configblocks/visit', { version: 1, drafts: [{ file: 'pages.json', revision: 1 }] }],
      ['vuejs/surveys/configblocks/visit'],
      ['session/fileticket', { address: '/api/vuejs/surveys/metadata/visit' }],
      ['vuejs/surveys/metadata/visit'],
    ] as const) {
      const { status, body } = await ask(drafting(editor), url, payload)
      expect([url, status, body.reason?.key]).toEqual([url, 403, 'preview.closed'])
    }
  })

  it('tells what is wrong, where, instead of figures', async () => {
    await write('indicators.json', indicators({ ...nps, question: 'nobody' }))
    const { faults } = await state(drafting(editor))
    expect(faults).toEqual([expect.objectContaining({ file: 'indicators.json', place: 'indicators[0].question' })])
    const { status, body } = await ask(drafting(editor), 'vuejs/surveys/one/visit')
    expect([status, body.reason.key, body.details.length]).toEqual([400, 'preview.faulty', 1])
    expect((await figures(drafting(editor))).status).toBe(400)
    expect((await figures(editor)).status).toBe(200)
    await drop()
  })

  it('has no answers to questions of types that are not published', async () => {
    const { questions } = JSON.parse(small.get('questions.json') ?? '')
    const added = [
      { id: 'x1', type: 'scale', title: 'X1', min: 1, max: 5 },
      { id: 'x2', type: 'number', title: 'X2', bands: [{ id: 'low', title: 'Low', to: 5 }] },
      { id: 'x3', type: 'choice', title: 'X3', open: true },
      { id: 'x4', type: 'multiple', title: 'X4', open: true },
      { id: 'x5', type: 'text', title: 'X5', roles: ['comment'] },
      { id: 'x6', type: 'date', title: 'X6' },
    ]
    // The age becomes a scale: its answers so far are of another type.
    const changed = questions.map((one: { id: string }) =>
      one.id === 'age' ? { id: 'age', type: 'scale', title: 'Age', min: 1, max: 100 } : one,
    )
    await write('questions.json', json({ questions: [...changed, ...added] }))
    await write(
      'indicators.json',
      indicators(
        ...[nps, { id: 'new', title: 'New', measure: 'mean', question: 'x1' }],
        ...[
          { id: 'aged', title: 'Aged', measure: 'mean', question: 'age' },
          { id: 'sum', title: 'Sum', measure: 'sum', question: 'x2' },
        ],
      ),
    )
    expect((await state(drafting(admin))).awaited).toEqual(['Age', 'X1', 'X2', 'X3', 'X4', 'X5', 'X6'])
    const { status, body } = await figures(drafting(admin), [
      { type: 'IndicatorTiles', spark: false, indicators: ['nps', 'new', 'aged', 'sum'] },
      ...['x1', 'x2', 'x3', 'x4', 'age'].map((question) => ({ type: 'Distribution', question })),
      { type: 'Comments', question: 'x5', search: 'a' },
      { type: 'Crosstab', rows: { question: 'x3' }, columns: { question: 'x4' } },
      { type: 'Trend', indicators: ['new'] },
      { type: 'RankingTableComponent', indicators: ['nps', 'new'] },
    ])
    expect([status, body.details]).toEqual([200, undefined])
    expect(body.answers.filter(({ type }: { type: string }) => type === 'Failed')).toEqual([])
    const [tiled] = body.answers
    expect(tiled.tiles.map(({ figure }: { figure: { n: number } }) => figure.n)).toEqual([6, 0, 0, 0])
    expect((await figures(drafting(admin), [tiles], 'visit', 'store,all;x4=tv')).status).toBe(200)
    expect((await ask(drafting(admin), 'vuejs/filters/list/visit/standard')).status).toBe(200)
    await drop()
  })

  it('keeps a protected survey’s limits, questions and formulas as they are published', async () => {
    await write('settings.json', settings('guarded', { protection: false, minimumN: 1 }), 'guarded')
    await write(
      'indicators.json',
      indicators({ ...nps, title: 'Would recommend', promoters: [10] }, { ...rating, id: 'sly', minimumN: 1 }),
      'guarded',
    )
    const begun = await survey(drafting(editor, 'guarded'), 'guarded')
    expect(begun).toMatchObject({ protection: true, minimumN: 2 })
    expect(begun.indicators).toMatchObject([{ id: 'nps', title: 'Would recommend' }])
    expect((await state(drafting(editor, 'guarded'), 'guarded')).isStricter).toBe(true)
    const told = async (headers: Headers) => {
      const { body } = await figures(headers, [tiles], 'guarded')
      return body.answers ?? body.reason.key
    }
    expect(await told(drafting(editor, 'guarded'))).toEqual(await told(editor))
    await drop('guarded')
  })
})
