import { previewCalls } from '@kaiku/contract/preview.ts'
import type { Permission } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = Record<string, string>
let test: TestApp
let admin: Headers
let southerner: Headers
let pagesOnly: Headers
let configurer: Headers
let stranger: Headers
let managerRole: string
let foreignRole: string

const nps = { id: 'nps', title: 'Net promoter', measure: 'nps', question: 'nps' }
const indicators = (...some: object[]) => json({ indicators: some })
const tiles = { type: 'IndicatorTiles', spark: false, indicators: ['nps'] }
const page = (title: string, ...components: object[]) => json({ pages: [{ extname: 'main', title, components }] })
const settings = (extName: string, more: object = {}) =>
  json({ extName, title: 'Visit', protection: false, minimumN: 2, ...more })
const regions = [
  { id: 'north', name: 'North' },
  { id: 'south', name: 'South' },
]
/** Each store in its region, those of the draft elsewhere. */
const tree = (parents: Readonly<Record<string, string>>, title = 'Stores') =>
  json({
    views: [
      {
        ...{ extName: 'store', title, root: { title: 'All' }, key: 'store' },
        nodes: [...regions, ...Object.entries(parents).map(([id, parent]) => ({ id, parent, name: id.toUpperCase() }))],
      },
    ],
  })
const published = { s1: 'north', s2: 'north', s3: 'south' }
const filesOf = (extName: string, more: object = {}) =>
  new Map([
    ...small,
    ['settings.json', settings(extName, more)],
    ['views.json', tree(published)],
    ['indicators.json', indicators(nps)],
    ['pages.json', page('Main', tiles)],
  ])
const interviews = ['s1', 's1', 's1', 's2', 's2', 's2', 's3', 's3', 's3'].map((store, at) => ({
  date: `2026-03-0${at + 1}`,
  ...{ store, nps: 10, rating: 4, comment: 'Good' },
}))

beforeAll(async () => {
  test = await openTestApp()
  const acme = await test.universe('acme')
  const globex = await test.universe('globex')
  await test.survey(acme, filesOf('visit'), interviews)
  await test.survey(acme, filesOf('guarded', { protection: true }), interviews)
  await test.survey(acme, filesOf('other'))
  await test.survey(globex, filesOf('visit'))
  const grant = { ...usualRoles.Viewer, surveys: ['visit', 'guarded'], rows: {}, figures: null }
  const person = (permissions: Permission[], universe: string, username: string, rows = {}) =>
    signedIn(test.stores, { universe, grants: [{ ...grant, role: username, permissions, rows }], username })
  admin = await person(
    ['seeIndicators', 'seeComments', 'handleAlerts', 'editConfiguration', 'manageUsers'],
    acme,
    'admin',
  )
  southerner = await person(['seeIndicators', 'editConfiguration', 'manageUsers'], acme, 'southerner', {
    store: [['south']],
  })
  pagesOnly = await person(['seeIndicators', 'editPages'], acme, 'pages')
  configurer = await person(['seeIndicators', 'editConfiguration'], acme, 'configurer')
  stranger = await person(['seeIndicators', 'editConfiguration', 'manageUsers'], globex, 'stranger')
  await person(['seeIndicators'], acme, 'manager')
  await person(['seeIndicators'], globex, 'clerk')
  const { rows } = await test.stores.service.query<{ id: string; name: string }>('select id, name from role')
  const idOf = (name: string) => rows.find((one) => one.name === name)?.id ?? ''
  managerRole = idOf('manager')
  foreignRole = idOf('clerk')
})
afterAll(() => test?.close())

const ask = async (headers: Headers, url: string, payload?: object) => {
  const method = payload ? 'POST' : 'GET'
  const reply = await test.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const drafting = (headers: Headers, survey = 'visit'): Headers => ({ ...headers, 'kaiku-preview': survey })
const asRole = (headers: Headers, role: string, path = ''): Headers => ({
  ...headers,
  'kaiku-preview-role': `${role} ${encodeURIComponent(path)}`.trim(),
})
const write = async (file: string, text: string, survey = 'visit') => {
  const { version, draft } = (await ask(admin, `vuejs/surveys/configblocks/one/${survey}/${file}`)).body
  const payload = { text, version, revision: draft?.revision ?? 0 }
  const url = `/api/vuejs/surveys/configblocks/${survey}/${file}`
  expect((await test.app.inject({ method: 'PUT', url, headers: admin, payload })).statusCode).toBe(200)
}
const drop = async (survey = 'visit') => {
  const { blocks } = (await ask(admin, `vuejs/surveys/configblocks/${survey}`)).body
  for (const { file, draft } of blocks)
    if (draft)
      await test.app.inject({
        method: 'DELETE',
        url: `/api/vuejs/surveys/configblocks/${survey}/${file}/${draft.revision}`,
        headers: admin,
      })
}
const surveyOf = async (headers: Headers, name = 'visit') => (await ask(headers, `vuejs/surveys/one/${name}`)).body
const state = async (headers: Headers, name = 'visit') =>
  previewCalls.state.reply.parse((await ask(headers, `vuejs/surveys/preview/${name}`)).body)
const figures = (headers: Headers, path: string, name = 'visit', components: object[] = [tiles]) =>
  ask(headers, `result/query/${name}/${encodeURIComponent(path)}`, { components })
const countAt = async (headers: Headers, path: string) => {
  const { status, body } = await figures(headers, path)
  return status === 200 ? body.answers[0].tiles[0].figure.n : status
}

describe('a preview as a role', () => {
  it('shows what its holders would see at a place, and no more than the viewer sees', async () => {
    await write('indicators.json', indicators({ ...nps, title: 'Would recommend' }))
    const seen = asRole(drafting(admin), managerRole, 'store,all,north')
    expect(await surveyOf(seen)).toMatchObject({ startPath: 'store,all,north' })
    expect((await surveyOf(seen)).indicators[0].title).toBe('Would recommend')
    expect(await countAt(seen, 'store,all,north')).toBe(6)
    expect((await ask(seen, 'result/place/visit/store,all,south')).status).toBe(404)
    expect((await state(seen)).role).toEqual({ name: 'manager', place: ['All', 'North'] })
    expect(await countAt(asRole(drafting(admin), managerRole), 'store,all')).toBe(9)
    expect((await state(asRole(drafting(admin), managerRole))).role).toEqual({ name: 'manager', place: [] })
    // What the viewer may see and the role may not.
    const { body } = await figures(seen, 'store,all,north', 'visit', [{ type: 'Comments', question: 'comment' }])
    expect(body.answers[0]).toMatchObject({ type: 'Failed', code: 'forbidden' })
    // What the role sees everywhere, its viewer sees in their own place.
    const narrow = asRole(drafting(southerner), managerRole)
    expect(await countAt(narrow, 'store,all,south')).toBe(3)
    expect(await countAt(narrow, 'store,all,north')).toBe(404)
    expect(await countAt(asRole(drafting(southerner), managerRole, 'store,all,north'), 'store,all,north')).not.toBe(6)
    await drop()
  })

  it('is refused to who manages no users, by another universe’s role, a faulty place, and with a member beside it', async () => {
    const at = 'vuejs/surveys/one/visit'
    const status = async (headers: Headers) => (await ask(headers, at)).status
    expect(await status(asRole(drafting(configurer), managerRole))).toBe(403)
    expect(await status(asRole(drafting(admin), foreignRole))).toBe(404)
    expect(await status(asRole(drafting(stranger), managerRole))).toBe(404)
    expect(await status(asRole(drafting(admin), 'manager'))).toBe(404)
    expect(await status({ ...drafting(admin), 'kaiku-preview-role': `${managerRole} %E0%A4%A` })).toBe(400)
    expect(await status(asRole(drafting(admin), managerRole, 'store,all,nowhere'))).toBe(200)
    expect(await countAt(asRole(drafting(admin), managerRole, 'store,all,nowhere'), 'store,all')).toBe(404)
    // Without a survey that is previewed it would show what is published as oneself.
    expect(await status(asRole(admin, managerRole))).toBe(404)
    const { rows } = await test.stores.service.query<{ id: string }>(`select id from person where username = 'manager'`)
    const both = { ...asRole(drafting(admin), managerRole), 'kaiku-view-as': rows[0]?.id ?? '' }
    expect(await status(both)).toBe(400)
    const kept = await ask(asRole(drafting(admin), managerRole), 'vuejs/surveys/configblocks/visit', { drafts: [] })
    expect(kept.status).toBe(403)
  })

  it('tells of a protected survey what is published of it', async () => {
    const seen = asRole(drafting(admin, 'guarded'), managerRole, 'store,all,north')
    await write('indicators.json', indicators({ ...nps, title: 'Would recommend', promoters: [10] }), 'guarded')
    expect((await surveyOf(seen, 'guarded')).indicators[0].title).toBe('Would recommend')
    const [mine, theirs] = await Promise.all([
      figures(seen, 'store,all,north', 'guarded'),
      figures(admin, 'store,all,north', 'guarded'),
    ])
    expect(mine.body.answers ?? mine.body.reason.key).toEqual(theirs.body.answers ?? theirs.body.reason.key)
    await drop('guarded')
  })
})

describe('a preview for who edits pages alone', () => {
  it('shows the drafted pages over all else as it is published', async () => {
    await write('pages.json', page('Begun', tiles))
    await write('indicators.json', indicators({ ...nps, title: 'Would recommend', promoters: [10] }))
    const begun = await surveyOf(drafting(pagesOnly))
    expect(begun.pages[0].title).toBe('Begun')
    expect(begun.indicators[0].title).toBe('Net promoter')
    const told = await state(pagesOnly)
    expect(told.isOfPages).toBe(true)
    expect(told.drafts.map(({ file }) => file)).toEqual(['pages.json'])
    // The other drafts are not theirs to know of, nor is that they are written on.
    await write('indicators.json', indicators({ ...nps, title: 'Would tell' }))
    expect((await state(drafting(pagesOnly))).state).toBe(told.state)
    expect((await surveyOf(drafting(configurer))).indicators[0].title).toBe('Would tell')
    expect((await state(drafting(configurer))).isOfPages).toBe(false)
    await drop()
  })

  it('says what is wrong with pages that rest on the draft of something else', async () => {
    await write('indicators.json', indicators(nps, { ...nps, id: 'next' }))
    await write('pages.json', page('Begun', { ...tiles, indicators: ['next'] }))
    expect((await state(drafting(configurer))).faults).toEqual([])
    expect((await state(drafting(pagesOnly))).faults).toMatchObject([{ file: 'pages.json' }])
    expect((await ask(drafting(pagesOnly), 'vuejs/surveys/one/visit')).status).toBe(400)
    await drop()
  })

  it('is there in the surveys of their roles alone', async () => {
    expect((await ask(drafting(pagesOnly, 'other'), 'vuejs/surveys/one/other')).status).toBe(404)
    expect((await ask(pagesOnly, 'vuejs/surveys/preview/other')).status).toBe(404)
    expect((await surveyOf(drafting(stranger))).pages[0].title).toBe('Main')
    expect((await ask(drafting(pagesOnly), 'page/draft/visit')).status).toBe(403)
  })
})

describe('a preview of drafted places', () => {
  const moved = { s1: 'north', s2: 'south', s3: 'north' }
  const byDraft = (path: string) => `${path};fplaces=plan:.draft`

  it('tells figures by them, and begins there', async () => {
    await write('views.json', tree(moved, 'Shops'))
    const begun = await surveyOf(drafting(configurer))
    expect(begun).toMatchObject({ startPath: 'store,all', startFilter: 'fplaces=plan:.draft' })
    expect(begun.views[0]).toMatchObject({ title: 'Shops', trees: { plans: [{ id: '.draft' }] } })
    expect((await state(drafting(configurer))).isStricter).toBe(false)
    expect(await countAt(drafting(configurer), byDraft('store,all,south'))).toBe(3)
    expect(await countAt(drafting(configurer), byDraft('store,all,south,s2'))).toBe(3)
    expect(await countAt(drafting(configurer), 'store,all,south,s2')).toBe(404)
    const alerts = await ask(
      drafting(admin),
      `vuejs/alerts/list/visit/${encodeURIComponent(byDraft('store,all,south'))}`,
    )
    expect([alerts.status, alerts.body.total]).toEqual([200, 0])
    // The next draft is another tree, though it is called the same.
    await write('views.json', tree({ s1: 'south', s2: 'south', s3: 'south' }))
    expect(await countAt(drafting(configurer), byDraft('store,all,south'))).toBe(9)
    expect((await figures(configurer, byDraft('store,all'))).status).toBe(404)
    await drop()
  })

  it('shows a place to who sees it in both trees', async () => {
    const south = asRole(drafting(admin), managerRole, 'store,all,south')
    await write('views.json', tree({ s1: 'north', s2: 'south', s3: 'south', s4: 'south' }))
    // What the draft brings into their region is not theirs yet.
    expect(await countAt(south, byDraft('store,all,south,s3'))).toBe(3)
    expect(await countAt(south, byDraft('store,all,south,s2'))).toBe(404)
    expect(await countAt(south, 'store,all,north,s2')).toBe(404)
    // What the draft takes away is not shown any more, by whichever tree.
    const north = asRole(drafting(admin), managerRole, 'store,all,north')
    expect(await countAt(north, byDraft('store,all,north,s1'))).toBe(3)
    expect(await countAt(north, byDraft('store,all,south,s2'))).toBe(404)
    expect(await countAt(north, 'store,all,north,s2')).toBe(404)
    expect(await countAt(north, 'store,all,north,s1')).toBe(3)
    await drop()
  })

  it('leaves a protected survey, and one that becomes protected, their places', async () => {
    await write('views.json', tree(moved, 'Shops'), 'guarded')
    const begun = await surveyOf(drafting(configurer, 'guarded'), 'guarded')
    expect(begun.views[0]).toMatchObject({ title: 'Shops', trees: { plans: [] } })
    expect((await figures(drafting(configurer, 'guarded'), byDraft('store,all'), 'guarded')).status).toBe(403)
    await drop('guarded')

    await write('views.json', tree(moved))
    await write('settings.json', settings('visit', { protection: true, minimumN: 7, protectionPeriod: 'year' }))
    expect((await surveyOf(drafting(configurer))).startFilter).toBe('')
    const told = await state(drafting(configurer))
    expect(told.protecting).toEqual({ minimumN: 7, minimumNComments: 10, period: 'year', background: [] })
    const { body } = await figures(drafting(configurer), 'store,all')
    expect(JSON.stringify(body)).toContain('preview.protecting')
    expect(JSON.stringify(body)).not.toContain('preparing')
    expect((await state(drafting(configurer, 'guarded'), 'guarded')).protecting).toBeNull()
    await drop()
  })
})
