import type { MemberUsage, SurveyUsage } from '@kaiku/contract/usage.ts'
import { addDays, type Day } from '@kaiku/core/day.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetVisits } from '../analytics/forget-visits.ts'
import { noteVisits, sameVisit, writeVisits } from '../analytics/visit.ts'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { json, small } from '../definition/small.fixture.ts'
import { removeMember } from '../person/membership.ts'
import { personByName } from '../person/person.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { viewerOf } from '../session/who.ts'
import { findSurvey } from '../survey/survey.ts'

let test: TestStores
let app: FastifyInstance
let [acme, globex]: string[] = []
type Headers = Record<string, string>
let [anna, ben, admin, stranger, looker]: Headers[] = []

const pages = (names: readonly string[]) =>
  json({ pages: names.map((extname) => ({ extname, title: `The ${extname}`, components: [] })) })
const files = (more: Record<string, unknown> = {}, names = ['overview', 'forgotten']) =>
  new Map([
    ...small,
    ['pages.json', pages(names)],
    ['settings.json', json({ ...JSON.parse(small.get('settings.json') ?? ''), ...more })],
  ])

beforeAll(async () => {
  test = await openTestStores()
  acme = await test.universe('acme')
  globex = await test.universe('globex')
  await test.survey(acme, files())
  await test.survey(acme, files({ extName: 'quiet', protection: true }))
  await test.survey(globex, files())
  app = await buildApp(test.stores, readConfiguration({ KAIKU_DATA: test.data, LOG_LEVEL: 'silent' }))
  const here = { universe: acme, grants: [usualRoles.Viewer] }
  anna = await signedIn(test.stores, { ...here, username: 'anna' })
  ben = await signedIn(test.stores, { ...here, username: 'ben' })
  admin = await signedIn(test.stores, { ...here, grants: [usualRoles.Administrator], username: 'admin' })
  looker = await signedIn(test.stores, {
    ...here,
    grants: [{ ...usualRoles.Viewer, role: 'Quiet', surveys: ['quiet'] }],
  })
  stranger = await signedIn(test.stores, { universe: globex, grants: [usualRoles.Administrator], username: 'stranger' })
})
afterAll(async () => {
  await app?.close()
  await test?.close()
})

const page = (subject: string) => ({ kind: 'page' as const, subject, which: '' })
const view = { kind: 'view' as const, subject: 'store', which: '' }
const open = async (headers: Headers | undefined, visits: readonly object[], survey = 'small') =>
  app.inject({
    ...{ method: 'POST', url: '/api/analytics/visit', headers: headers ?? {} },
    payload: { survey, visits },
  })
const ask = (url: string, headers: Headers | undefined = admin) =>
  app.inject({ url: `/api/usage/${url}`, headers: headers ?? {} })
const usage = async (survey = 'small', headers = admin): Promise<SurveyUsage> =>
  (await ask(`survey/${survey}`, headers)).json()
const usedOf = async (kind: string, subject: string, survey = 'small') =>
  (await usage(survey)).used.find((one) => one.kind === kind && one.subject === subject)
const people = async (): Promise<MemberUsage[]> => (await ask('people')).json()
const today = () => new Date().toISOString().slice(0, 10)
const monday = () => addDays(today(), -((new Date().getUTCDay() + 6) % 7))
const idOf = async (name: string) => (await personByName(test.stores, name))?.id ?? ''
const told = (rows: readonly unknown[]) => JSON.stringify(rows)

/** Puts visits of days ago where Kaiku keeps them. */
async function longAgo(universe: string, person: string, days: readonly Day[], subject = 'overview') {
  const { service } = test.stores
  const { survey } = await findSurvey(test.stores, universe, 'small')
  for (const day of days) {
    await service.query(
      `insert into visit_count (universe, survey, kind, subject, day, visits) values ($1, $2, 'page', $3, $4, 1)
       on conflict (universe, survey, kind, subject, day) do update set visits = visit_count.visits + 1`,
      [universe, survey, subject, day],
    )
    await service.query(
      `insert into visit_person (universe, person, day, survey, kind, subject) values ($1, $2, $3, $4, 'page', $5)`,
      [universe, person, day, survey, subject],
    )
  }
}

describe('usage', () => {
  it('counts what people open, once in half an hour, with how many people it were', async () => {
    expect((await open(anna, [page('overview'), view])).json()).toEqual({ counted: 2 })
    expect((await open(anna, [page('overview'), view])).json()).toEqual({ counted: 0 })
    await open(ben, [page('overview')])
    await open(ben, [{ kind: 'interview', subject: '', which: 'i1' }])
    await open(ben, [{ kind: 'interview', subject: '', which: 'i2' }])
    await open(ben, [{ kind: 'interview', subject: '', which: 'i1' }])
    expect(await usedOf('page', 'overview')).toMatchObject({
      ...{ title: 'The overview', visits: 2, people: 2, lastDay: today() },
    })
    expect(await usedOf('view', 'store')).toMatchObject({ title: 'Stores', visits: 1, people: 1 })
    expect(await usedOf('interview', '')).toMatchObject({ title: null, visits: 2, people: 1 })
    const { weeks, total, countedSince } = await usage()
    expect(weeks).toHaveLength(13)
    expect(weeks.at(-1)).toBe(monday())
    expect(weeks[0]).toBe(addDays(monday(), -84))
    expect(total.at(-1)).toEqual({ visits: 2, people: 2 })
    // Nothing was counted then, which is not nothing that was opened.
    expect(total[0]).toEqual({ visits: null, people: null })
    expect(countedSince).toBe(today())
  })

  it('keeps neither which interview it was nor anything else of what is selected', async () => {
    await usage()
    const { rows } = await test.stores.service.query('select to_jsonb(v) as v from visit_person v')
    expect(told(rows)).not.toContain('i1')
    expect(rows.length).toBeGreaterThan(0)
  })

  it('counts the same again after half an hour', async () => {
    const { stores } = test
    const person = await personByName(stores, 'anna')
    if (!person) throw new Error('Anna is away.')
    const { who } = await viewerOf(stores, person, 'acme')
    const dictionary = await findSurvey(stores, acme ?? '', 'small')
    const alert = [{ kind: 'alert' as const, subject: '', which: 'a1' }]
    const at = Date.now()
    const counted = (later: number) => noteVisits(stores, who, dictionary, alert, at + later)
    expect([0, 1, sameVisit - 1, sameVisit, sameVisit + 1].map(counted)).toEqual([1, 0, 0, 1, 0])
    expect(await usedOf('alert', '')).toMatchObject({ visits: 2, people: 1 })
  })

  it('counts nothing that the survey does not have, nobody who acts or looks as somebody else, and no root', async () => {
    for (const one of [
      page('nowhere'),
      { ...view, subject: 'x' },
      { kind: 'area', subject: 'x', which: '' },
      { kind: 'alert', subject: 'x', which: '' },
    ])
      expect((await open(anna, [one])).json()).toEqual({ counted: 0 })
    const asAnna = { ...admin, 'kaiku-view-as': await idOf('anna') }
    expect((await open(asAnna, [page('forgotten')])).json()).toEqual({ counted: 0 })
    const root = { ...(await signedIn(test.stores, 'root')), 'kaiku-universe': 'acme' }
    await open(root, [page('forgotten')])
    expect(await usedOf('page', 'forgotten')).toBeUndefined()
    expect((await open(undefined, [page('overview')])).statusCode).toBe(401)
    expect((await open(anna, [page('overview')], 'other')).statusCode).toBe(404)
    expect((await open(looker, [page('overview')])).statusCode).toBe(404)
  })

  it('is told to administrators of the universe alone', async () => {
    for (const path of ['survey/small', 'people', 'people/export']) {
      expect((await ask(path, anna)).statusCode).toBe(403)
      expect((await ask(path, {})).statusCode).toBe(401)
    }
    expect(await usage('small', stranger)).toMatchObject({ used: [], countedSince: null })
    expect((await ask('survey/quiet', stranger)).statusCode).toBe(404)
    const names = (await ask('people', stranger)).body
    expect(names).toContain('stranger')
    expect(names).not.toContain('anna')
  })

  it('names no member to who manages the universe and no people', async () => {
    const grants = [{ ...usualRoles.Administrator, role: 'Settler', permissions: ['manageUniverse'] as const }]
    const settler = await signedIn(test.stores, { universe: acme ?? '', grants, username: 'settler' })
    expect((await ask('people', settler)).statusCode).toBe(403)
    expect((await ask('people/export', settler)).statusCode).toBe(403)
    const { body, statusCode } = await ask('survey/small', settler)
    expect(statusCode).toBe(200)
    expect(body).not.toContain('anna')
  })

  it('holds of a protected survey what was opened and nothing that was answered', async () => {
    const before = await usage('quiet')
    await test.survey(
      acme ?? '',
      files({ extName: 'quiet', protection: true }),
      Array.from({ length: 40 }, (_, at) => ({ nps: at % 11, store: 's1' })),
    )
    expect(await usage('quiet')).toEqual(before)
    await open(looker, [page('overview')], 'quiet')
    expect(await usedOf('page', 'overview', 'quiet')).toMatchObject({ visits: 1, people: 1 })
  })

  it('knows on how many days people were there, and who never signed in', async () => {
    const day = today()
    await longAgo(
      acme ?? '',
      await idOf('ben'),
      [3, 10, 40, 80].map((days) => addDays(day, -days)),
    )
    await app.inject({ method: 'GET', url: '/api/session/identity', headers: ben ?? {} })
    const ofBen = (await people()).find(({ username }) => username === 'ben')
    // Today, 3 and 10 days ago; then 40 and 80.
    expect(ofBen).toMatchObject({ name: 'ben', state: 'active', seenAt: null, days30: 3, days90: 5, canInvite: false })
    expect(ofBen?.roles.map(({ name }) => name)).toEqual(['Viewer'])
    const { members } = await usage()
    const { rows } = await test.stores.service.query(
      `select count(distinct person) filter (where day > current_date - 30)::int as active30,
         count(distinct person)::int as active90 from visit_person where universe = $1`,
      [acme],
    )
    const listed = await people()
    expect(members).toEqual({ all: listed.length, neverSignedIn: listed.length, ...rows[0] })
    const csv = (await ask('people/export')).json()
    expect(csv.rows).toBe(listed.length)
    expect(csv.csv).toMatch(/ben,ben,active,Viewer,,[^,]*,,3,5\r\n/)
    const { rows: audited } = await test.stores.service.query(
      `select actor_name as by from audit where action = 'data.export' and subject = 'usage'`,
    )
    expect(audited).toEqual([{ by: 'admin' }])
  })

  it('names pages that nobody opened for ninety days, with how long they are there', async () => {
    expect((await usage()).unused).toEqual([
      { page: 'forgotten', title: 'The forgotten', components: 0, since: today(), lastDay: null },
    ])
    await longAgo(acme ?? '', await idOf('ben'), [addDays(today(), -90)], 'forgotten')
    expect((await usage()).unused).toMatchObject([{ page: 'forgotten', lastDay: addDays(today(), -90) }])
    await longAgo(acme ?? '', await idOf('ben'), [addDays(today(), -89)], 'forgotten')
    expect((await usage()).unused).toEqual([])
  })

  it('tells what was taken along, from the audit log', async () => {
    const table = { format: 'csv', component: { type: 'RankingTableComponent' } }
    const take = (survey: string) =>
      app.inject({
        ...{ method: 'POST', url: `/api/vuejs/reports/figuretable/${survey}/store,all`, headers: admin ?? {} },
        payload: table,
      })
    for (const survey of ['small', 'small', 'quiet']) expect((await take(survey)).statusCode).toBe(200)
    expect((await usage()).taken).toEqual([{ what: 'table', times: 2, people: 1, lastDay: today() }])
    expect((await usage('small', stranger)).taken).toEqual([])
  })

  it('forgets who it was after so many days, and keeps how many', async () => {
    const { service } = test.stores
    await service.query(`update universe set settings = settings || '{"visitDays": 14}' where id = $1`, [acme])
    const before = (await usedOf('page', 'overview'))?.weeks
    expect(await forgetVisits(test.stores, acme ?? '', Date.now())).toBe(4)
    const after = await usedOf('page', 'overview')
    expect(after?.weeks).toMatchObject(
      (before ?? []).map(({ visits, people }) => ({ visits, ...(visits && { people }) })),
    )
    expect(after?.people).toBe(2)
    expect((await people()).find(({ username }) => username === 'ben')).toMatchObject({ days30: null, days90: null })
    const { rows } = await service.query('select min(day)::text as day from visit_person where universe = $1', [acme])
    expect(rows[0]?.day >= addDays(today(), -14)).toBe(true)
    // Another time it is the same.
    await forgetVisits(test.stores, acme ?? '', Date.now())
    expect((await usedOf('page', 'overview'))?.weeks).toEqual(after?.weeks)
  })

  it('forgets a person who is no member any more', async () => {
    const id = await idOf('ben')
    await removeMember(test.stores.service, acme ?? '', id)
    const { rows } = await test.stores.service.query('select from visit_person where person = $1', [id])
    expect(rows).toHaveLength(0)
    expect((await usedOf('page', 'overview'))?.visits).toBe(6)
  })

  it('keeps no names where the universe wants none, and counts on', async () => {
    const { service } = test.stores
    await service.query(`update universe set settings = settings || '{"visitNames": false}' where id = $1`, [acme])
    await forgetVisits(test.stores, acme ?? '', Date.now())
    await open(admin, [page('overview')])
    const found = await usage()
    const { rows } = await service.query('select from visit_person where universe = $1', [acme])
    expect(rows).toHaveLength(0)
    expect(found).toMatchObject({ hasNames: false, members: { active30: null, active90: null } })
    expect(found.used.find(({ kind, subject }) => kind === 'page' && subject === 'overview')).toMatchObject({
      ...{ visits: 7, people: null },
    })
    expect((await people()).every(({ days30, days90 }) => days30 === null && days90 === null)).toBe(true)
  })

  it('loses nothing when Kaiku ends, or while it can’t be written', async () => {
    const other = await buildApp(test.stores, readConfiguration({ KAIKU_DATA: test.data, LOG_LEVEL: 'silent' }))
    const visit = (subject: string) =>
      other.inject({
        ...{ method: 'POST', url: '/api/analytics/visit', headers: stranger ?? {} },
        payload: { survey: 'small', visits: [page(subject)] },
      })
    const { service } = test.stores
    await service.query('select 1')
    await test.stores.owner.query('alter table visit_count rename to visit_away')
    await visit('overview')
    await expect(writeVisits(test.stores)).rejects.toThrow('visit_count')
    await test.stores.owner.query('alter table visit_away rename to visit_count')
    await visit('forgotten')
    await other.close()
    const { rows } = await service.query(
      'select subject, visits from visit_count where universe = $1 order by subject',
      [globex],
    )
    expect(rows).toEqual([
      { subject: 'forgotten', visits: 1 },
      { subject: 'overview', visits: 1 },
    ])
  })
})
