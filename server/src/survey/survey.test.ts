import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fullGrant } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { metadataSav } from '../codebook/metadata-sav.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { json, small } from '../definition/small.fixture.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { addMember, personByName } from '../person/person.ts'
import { publish } from '../publishing/definition.ts'
import { ensureRole, giveRole } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { forgetRights } from '../session/who.ts'
import { openSav } from '../spss/sav.ts'
import { createUniverse, findUniverse } from '../universe/universe.ts'
import { findSurvey } from './survey.ts'

const interviews: Answers[] = [
  { date: '2026-03-01', store: 's1', nps: 10, rating: 5, age: 40, seen: ['tv', 'web'], comment: 'Good' },
  { date: '2026-03-02', store: 's1', nps: 9, rating: 4, age: 20, seen: [] },
  { date: '2026-03-02', store: 's2', nps: 11, rating: 4, seen: ['tv'] },
  { nps: 3 },
]

let stores: Stores
let opened: TestStores
let app: FastifyInstance
let headers: { authorization: string }
let globex: string

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  const acme = await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })
  globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  const kept = (extName: string, more: object = {}) =>
    new Map([...small, ['settings.json', json({ ...JSON.parse(small.get('settings.json') ?? ''), extName, ...more })]])
  for (const files of [kept('small'), kept('guarded', { protection: true })]) {
    const { extName } = await publish(stores, acme.id, files, 'test')
    const rows = async function* () {
      for (const [i, answers] of interviews.entries()) yield { key: String(i), answers }
    }
    await storeInterviews(stores, await findSurvey(stores, acme.id, extName), rows(), { import: 'test' })
  }
  await catchUp(stores)
  headers = await signedIn(stores, 'root')
  app = await buildApp(
    stores,
    readConfiguration({ KAIKU_DATA: opened.data, PUBLIC_URL: 'https://kaiku.example.com', LOG_LEVEL: 'silent' }),
  )
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const get = (url: string, universe = 'acme') => app.inject({ url, headers: { ...headers, 'kaiku-universe': universe } })

describe('a survey', () => {
  it('is listed in its universe, by name and by "all"', async () => {
    const list = (await get('/api/vuejs/surveys/list/all?locale=fi')).json()
    expect(list).toEqual([
      { extName: 'small', title: 'Pieni', loadCount: expect.any(Number) },
      { extName: 'guarded', title: 'Pieni', loadCount: expect.any(Number) },
    ])
    expect((await get('/api/vuejs/surveys/list/ACME')).json()).toHaveLength(2)
  })

  it('is listed to who is a member of its universe only if a role there shows it', async () => {
    const member = await signedIn(stores, { universe: globex, grants: [fullGrant('Administrator')], username: 'guest' })
    const listed = async () =>
      (
        await app.inject({ url: '/api/vuejs/surveys/list/acme', headers: { ...member, 'kaiku-universe': 'globex' } })
      ).json()
    const acme = (await findUniverse(stores, 'acme'))?.id ?? ''
    const { id } = (await personByName(stores, 'guest')) ?? { id: '' }
    await addMember(stores.service, acme, id)
    forgetRights(stores)
    expect(await listed()).toEqual([])
    const role = await ensureRole(stores.service, acme, { ...fullGrant('Guarded only'), surveys: ['guarded'] })
    await giveRole(stores.service, acme, role, id)
    expect(await listed()).toEqual([{ extName: 'guarded', title: expect.any(String), loadCount: expect.any(Number) }])
  })

  it('is told in the locale, with views, pages, indicators and today in its zone', async () => {
    const survey = (await get('/api/vuejs/surveys/one/small?locale=fi-FI')).json()
    expect(survey).toMatchObject({
      ...{ extName: 'small', title: 'Pieni', startPath: 'store,all', startFilter: '', alertFilter: null },
      views: [{ extName: 'store', startPath: 'store,all', levelTitles: ['Store'] }],
      indicators: [
        { id: 'nps', title: 'Suosittelu', measure: 'nps', bounds: { low: -100, high: 100 }, unit: '', weighted: false },
        { id: 'rating', bounds: { low: 1, high: 5 } },
      ],
      ...{ timeZone: 'Europe/Helsinki', protection: false, minimumN: 5, enableAlertsReport: false },
    })
    expect(survey.today).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(survey).not.toHaveProperty('mainIndicators')
  })

  it('is not there for another universe, in the words for one that is nowhere', async () => {
    const withoutId = (body: string) => ({ ...JSON.parse(body), requestId: '' })
    for (const path of ['one', 'loadcount', 'metadata']) {
      expect((await get(`/api/vuejs/surveys/${path}/small`)).statusCode).toBe(200)
      const [hidden, absent] = [
        await get(`/api/vuejs/surveys/${path}/small`, 'globex'),
        await get(`/api/vuejs/surveys/${path}/nowhere`, 'acme'),
      ]
      expect(hidden.statusCode).toBe(404)
      expect(withoutId(hidden.body)).toEqual(withoutId(absent.body))
    }
    const url = '/api/vuejs/surveys/list/acme'
    const member = await signedIn(stores, { universe: globex, grants: [fullGrant('all')] })
    expect((await app.inject({ url, headers: member })).json()).toEqual([])
    expect((await get('/api/vuejs/surveys/list/all', 'nowhere')).statusCode).toBe(404)
  })

  it.each(['a;b,c=d', '..%2F..%2Fetc%2Fpasswd', `x' or 1=1 --`, '%E2%81%84', 'small%20', '*'])(
    'is not found by a hostile name: %s',
    async (name) => {
      const reply = await get(`/api/vuejs/surveys/one/${name}`)
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
    },
  )

  it('takes no query name it does not know', async () => {
    for (const path of ['list/all', 'one/small', 'loadcount/small', 'metadata/small'])
      expect((await get(`/api/vuejs/surveys/${path}?surveyy=x`)).statusCode).toBe(400)
  })
})

describe('metadata', () => {
  const metadata = async (survey: string, query = '') =>
    (await get(`/api/vuejs/surveys/metadata/${survey}${query}`)).json()

  it('counts each code, valid and missing answers, from the projection', async () => {
    const found = await metadata('small', '?locale=fi')
    expect(found.nInterviews).toBe(4)
    const variables = new Map(found.variables.map((one: { id: string }) => [one.id, one]))
    expect(variables.get('nps')).toMatchObject({ title: 'Suosittelu', nValid: 3, nMissing: 1, min: 3, max: 10 })
    const { codes } = found.variables.find(({ id }: { id: string }) => id === 'nps')
    expect(codes.filter(({ n }: { n: number }) => n > 0)).toEqual([
      { code: '3', title: '3', missing: false, n: 1 },
      { code: '9', title: '9', missing: false, n: 1 },
      { code: '10', title: '10', missing: false, n: 1 },
      { code: '11', title: '11', missing: true, n: 1 },
    ])
    expect(variables.get('seen')).toMatchObject({
      ...{ nValid: 3, nMissing: 1 },
      codes: [
        { code: 'tv', title: 'TV', missing: false, n: 2 },
        { code: 'web', title: 'web', missing: false, n: 1 },
      ],
    })
    expect(variables.get('store')).toMatchObject({
      nValid: 3,
      codes: [
        { code: 's1', n: 2 },
        { code: 's2', n: 1 },
      ],
    })
    expect(variables.get('age')).toMatchObject({ nValid: 2, min: 20, max: 40 })
    expect(variables.get('comment')).toMatchObject({ nValid: 1, codes: [] })
    expect(found.hierarchies).toEqual([{ extName: 'store', title: 'Stores', levels: ['Store'], nodes: 2 }])
  })

  it('says in words how each indicator is made', async () => {
    const { indicators } = await metadata('small')
    expect(indicators.map(({ formula }: { formula: string }) => formula)).toEqual([
      'Percent of answers 9, 10 less percent of 0–6 to “Recommend” (nps).',
      'Mean of the valid answers to “Rating” (rating).',
    ])
  })

  it('tells no count of a protected survey that has too few answers', async () => {
    const found = await metadata('guarded')
    expect(found.nInterviews).toBeNull()
    expect(found.variables).toHaveLength(7)
    for (const { nValid, nMissing, min, max, codes } of found.variables) {
      expect([nValid, nMissing, min, max]).toEqual([null, null, null, null])
      for (const { n } of codes) expect(n).toBeNull()
    }
  })

  it('comes as CSV that no spreadsheet runs', async () => {
    const reply = await get('/api/vuejs/surveys/metadata/small?format=csv')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = reply.body.split('\r\n')
    expect(lines[0]).toBe('\uFEFFvariable,title,type,roles,code,codeTitle,missing,n,nValid,nMissing,min,max')
    expect(lines).toContain('nps,Recommend,scale,,11,11,yes,1,3,1,3,10')
    expect(lines).toContain(`seen,"'=Seen, ""where""",multiple,,tv,TV,,2,3,1,,`)
    const again = await app.inject({
      url: '/api/vuejs/surveys/metadata/small?format=csv',
      headers: { ...headers, 'kaiku-universe': 'acme', 'if-none-match': String(reply.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it('comes as an SPSS file without cases', async () => {
    const reply = await get('/api/vuejs/surveys/metadata/small?format=sav&locale=fi')
    const path = join(opened.data, 'small.sav')
    await writeFile(path, reply.rawPayload)
    const file = await openSav(path)
    expect(file.rowCount).toBe(0)
    for await (const _ of file.batches()) throw new Error('there are cases')
    await file.close()
    const described = new Map(file.variables?.map(({ name, ...one }) => [name, one]))
    expect([...described.keys()]).toEqual(['date', 'store', 'nps', 'rating', 'age', 'seen_tv', 'seen_web', 'comment'])
    expect(described.get('nps')).toMatchObject({
      label: 'Suosittelu',
      type: 'number',
      measure: 'ordinal',
      missing: [11],
    })
    expect(described.get('nps')?.valueLabels.get(3)).toBe('3')
    expect(described.get('store')).toMatchObject({ type: 'text', measure: 'nominal', width: 2 })
    expect([...(described.get('store')?.valueLabels ?? [])]).toEqual([
      ['s1', 'First'],
      ['s2', 'Second'],
    ])
    expect(described.get('date')).toMatchObject({ type: 'date', label: 'Date' })
    expect(described.get('seen_tv')).toMatchObject({ label: '=Seen, "where": TV (tv)', type: 'number' })
    expect(described.get('comment')).toMatchObject({ type: 'text', width: 255 })
  })

  it('keeps long codes and labels in the SPSS file, and every name a name', async () => {
    const code = 'a-code-of-more-than-eight-bytes-ä'
    const many = [9, 99, 999, 9999].map((one) => ({ code: String(one), title: `Gone ${one}`, missing: true, n: null }))
    const one = { roles: [], nValid: null, nMissing: null, min: null, max: null }
    const path = join(opened.data, 'long.sav')
    await writeFile(
      path,
      metadataSav({
        ...{ survey: 'long', loadCount: 1, nInterviews: null, hierarchies: [], indicators: [], filters: [] },
        variables: [
          {
            ...one,
            id: '1-st',
            title: 'ä'.repeat(200),
            type: 'choice',
            codes: [{ code, title: 'Å'.repeat(200), missing: false, n: null }],
          },
          { ...one, id: '1_st', title: '', type: 'scale', codes: many },
        ],
      }),
    )
    const file = await openSav(path)
    await file.close()
    expect(file.variables?.map(({ name }) => name)).toEqual(['v1_st', 'v1_st_2'])
    const [first, second] = file.variables ?? []
    expect(first?.label).toBe('ä'.repeat(127))
    expect([...(first?.valueLabels ?? [])]).toEqual([[code, 'Å'.repeat(60)]])
    expect(second?.missing).toEqual([9, 99, 999])
    expect(second?.valueLabels.get(9999)).toBe('Gone 9999')
  })
})

describe('the client configuration', () => {
  it('needs no universe and is built from the configured address, whatever the Host header says', async () => {
    const reply = await app.inject({
      url: '/api/config/client?domain=elsewhere.example.com',
      headers: { ...headers, 'kaiku-universe': 'nowhere', host: 'evil.example.com' },
    })
    expect(reply.json()).toMatchObject({
      ...{ serverUrl: 'https://kaiku.example.com/auth', realm: 'kaiku', clientId: 'kaiku-web' },
    })
  })
})

describe('health', () => {
  it('tells the state of each store', async () => {
    expect((await app.inject('/api/health')).json()).toEqual({
      ...{ state: 'ok', stores: { postgres: true, clickhouse: true }, disk: 'ok' },
    })
  })
})
