import { savedFilterCalls } from '@kaiku/contract/saved-filter.ts'
import type { Grant, Permission } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { publish } from '../publishing/definition.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = Record<string, string>
const base = 'vuejs/filters'

const filter = (extName: string, more: object) => ({ extName, title: extName, ...more })
const definition = (filters: readonly object[]) =>
  new Map([
    ...small,
    [
      'filters.json',
      json({
        standard: { filterGroups: [{ title: 'All', filters }] },
        time: { filterGroups: [{ title: 'Time', filters: [filter('ftime', { dateInterval: true })] }] },
      }),
    ],
    [
      'questions.json',
      json({
        questions: [
          ...JSON.parse(small.get('questions.json') ?? '').questions,
          { id: 'mail', type: 'text', title: 'Mail', roles: ['contact'] },
        ],
      }),
    ],
  ])
const store = filter('store', { question: 'store', multipleSelections: true })
const age = filter('age', { question: 'age', range: true })
const mail = filter('mail', { question: 'mail', submatch: true })

let test: TestApp
let acme: string
let anna: Headers
let ben: Headers
let editor: Headers
let stranger: Headers

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  for (const universe of [acme, globex]) await test.survey(universe, definition([store, age, mail]))
  const grant = (...permissions: Permission[]): Grant => ({
    ...{ role: permissions.join(), permissions: ['seeIndicators', ...permissions], surveys: null },
    ...{ rows: {}, figures: null },
  })
  anna = await signedIn(test.stores, { universe: acme, grants: [grant()] })
  ben = await signedIn(test.stores, { universe: acme, grants: [grant()] })
  editor = await signedIn(test.stores, { universe: acme, grants: [grant('editPages', 'seeContacts')] })
  stranger = await signedIn(test.stores, { universe: globex, grants: [grant('editPages')] })
})
afterAll(() => test?.close())

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, headers: Headers, payload?: object) =>
  test.app.inject({ method, url: `/api/${base}/${path}`, headers, ...(payload && { payload }) })
const list = async (headers: Headers) =>
  savedFilterCalls.list.reply.parse((await call('GET', 'saved/small', headers)).json())
const titles = async (headers: Headers) => (await list(headers)).saved.map(({ title }) => title)
const keep = (headers: Headers, title: string, token: string, isShared = false) =>
  call('POST', 'saved/small', headers, { title, token, isShared })

describe('saved filters', () => {
  it('are their maker’s alone, until they are shared by somebody who may, and stay in their universe', async () => {
    expect((await keep(anna, 'Mine', 'store=s2*s1')).json()).toMatchObject({ token: 'store=s1*s2', isOwn: true })
    expect((await keep(anna, 'All of us', 'store=s1', true)).statusCode).toBe(403)
    expect((await keep(editor, 'All of us', 'age=18_30;ftime=rdays-6+0', true)).statusCode).toBe(200)
    expect(await titles(anna)).toEqual(['All of us', 'Mine'])
    expect(await titles(ben)).toEqual(['All of us'])
    expect((await list(ben)).saved).toMatchObject([{ isOwn: false, isUsable: true }])
    expect(await titles(stranger)).toEqual([])
    expect([(await list(ben)).mayShare, (await list(editor)).mayShare]).toEqual([false, true])
  })

  it('are renamed, given other filters and removed by whom they belong to, and by nobody else', async () => {
    const { savedFilterId, version } = (await keep(anna, 'Young', 'age=0_25')).json()
    const change = (headers: Headers, more: object = {}) =>
      call('PUT', `saved/small/${savedFilterId}`, headers, {
        ...{ title: 'Younger', token: 'age=0_20', isShared: false, version, ...more },
      })
    for (const other of [ben, editor, stranger]) {
      expect((await change(other)).statusCode).toBe(404)
      expect((await call('DELETE', `saved/small/${savedFilterId}`, other)).statusCode).toBe(404)
    }
    expect((await change(anna, { isShared: true })).statusCode).toBe(403)
    expect((await change(anna)).json()).toMatchObject({ title: 'Younger', token: 'age=0_20', version: version + 1 })
    expect((await change(anna)).json()).toMatchObject({ reason: { key: 'filter.savedChanged' } })
    expect((await keep(anna, 'YOUNGER', 'store=s1')).json()).toMatchObject({ reason: { key: 'filter.savedTaken' } })
    expect((await keep(ben, 'Younger', 'store=s1')).statusCode).toBe(200)
    expect((await call('DELETE', `saved/small/${savedFilterId}`, anna)).json()).toEqual({ removed: true })
    expect(await titles(anna)).not.toContain('Younger')

    const [shared] = (await list(ben)).saved.filter(({ isShared }) => isShared)
    expect((await call('DELETE', `saved/small/${shared?.savedFilterId}`, ben)).statusCode).toBe(403)
  })

  it('may hold a page and how it was shown, also without any filter', async () => {
    const keepPage = (asShown: string | null, token = '') =>
      call('POST', 'saved/small', ben, { title: `Page ${asShown}`, token, isShared: false, asShown })
    const kept = (await keepPage('alerts:0.state.all')).json()
    expect(kept).toMatchObject({ token: '', asShown: 'alerts:0.state.all', isUsable: true })
    const changed = await call('PUT', `saved/small/${kept.savedFilterId}`, ben, {
      ...{ title: 'Alerts', token: 'store=s1', isShared: false, version: kept.version, asShown: 'alerts:' },
    })
    expect(changed.json()).toMatchObject({ token: 'store=s1', asShown: 'alerts:' })
    expect((await keepPage('no page', 'store=s1')).statusCode).toBe(400)
    expect((await keepPage(null)).json()).toMatchObject({ code: 'invalid', details: [{ place: 'token' }] })
  })

  it('never tell a value of what somebody may not filter by', async () => {
    expect((await keep(anna, 'Mail', 'mail=smith~')).statusCode).toBe(400)
    expect((await keep(editor, 'Smiths', 'mail=smith~', true)).statusCode).toBe(200)
    expect(await titles(editor)).toContain('Smiths')
    expect(await titles(ben)).not.toContain('Smiths')
  })

  it.each(['', 'nowhere=1', 'store', 'age=x', 'ftime=yesterday'])('are refused as %j', async (token) => {
    expect((await keep(anna, 'Bad', token)).statusCode).toBe(400)
  })
})

describe('the last filters', () => {
  const remember = (headers: Headers, token: string) => call('PUT', 'last/small', headers, { token })

  it('are remembered for each person and survey', async () => {
    expect((await list(ben)).last).toBe('')
    expect((await remember(ben, 'store=s1')).json()).toEqual({ remembered: true })
    expect((await remember(ben, 'store=s2;age=18_30')).statusCode).toBe(200)
    expect([(await list(ben)).last, (await list(anna)).last]).toEqual(['age=18_30;store=s2', ''])
    expect((await remember(ben, 'nowhere=1')).statusCode).toBe(400)
  })

  it('leave out a filter that the survey has no more, and say so of those that were kept', async () => {
    await keep(ben, 'Both', 'store=s2;age=18_30')
    await publish(test.stores, acme, definition([store]), 'test')
    const { last, saved } = await list(ben)
    expect(last).toBe('store=s2')
    expect(saved.find(({ title }) => title === 'Both')).toMatchObject({ isUsable: false, isOwn: true })
    expect(saved.map(({ title }) => title)).not.toContain('All of us')
  })
})
