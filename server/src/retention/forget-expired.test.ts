import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { permissions } from '@kaiku/core/access.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { erasePerson } from '../erasure/erase-person.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { putMail } from '../mail/mail.ts'
import { maintain } from '../maintenance/maintain.ts'
import { standingOf } from '../sample/standing.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'
import { eraseExpired } from './erase-expired.ts'
import { retentionAhead } from './retention-ahead.ts'

const now = Date.now()
const day = (back: number) => addDays(dayIn('Europe/Helsinki', now), -back)
/** Letters that no compression shortens, and that stand nowhere else. */
const canary = () => `zq${randomBytes(14).toString('hex')}`
const texts = {
  name: canary(),
  sample: canary(),
  corrected: canary(),
  subject: canary(),
  reply: canary(),
  street: canary(),
}
const who = Array.from({ length: 16 }, (_, at) => `${canary()}.${at}@example.fi`)
const all = [...Object.values(texts), ...who]

/** The same in three surveys: `visits` forgets by the rule of the universe, `hotels` says that it does not. */
const blocks = (extName: string, settings: object = {}) =>
  filesOf({
    ...parts,
    'settings.json': { ...parts['settings.json'], extName, ...settings },
    'questions.json': {
      questions: [
        ...parts['questions.json'].questions.map((one) => (one.id === 'who' ? { ...one, roles: ['contact'] } : one)),
        { id: 'called', type: 'text', title: 'Name', roles: ['pii'] },
      ],
    },
    'indicators.json': { indicators: [{ id: 'nps', measure: 'nps', title: 'NPS', question: 'nps' }] },
    'filters.json': {
      ...parts['filters.json'],
      time: {
        filterGroups: [
          {
            title: 'Time',
            filters: [
              { extName: 'ftime', title: 'Time', dateInterval: true },
              { extName: 'once', title: 'Once', tableDate: true },
            ],
          },
        ],
      },
    },
  })
const keeps = { retention: { contactDays: 36_500, personalDays: 36_500 } }

let test: TestApp
let acme: string
let admin: { authorization: string }
let program: { authorization: string }

const get = async (url: string, headers = admin) => test.app.inject({ url: `/api/${url}`, headers })
const post = async (url: string, payload: object, headers = admin) =>
  test.app.inject({ method: 'POST', url: `/api/${url}`, headers, payload })

let stored = 0
async function store(survey: string, interviews: readonly Answers[]) {
  const from = stored
  stored += interviews.length
  const rows = async function* () {
    for (const [at, answers] of interviews.entries()) yield { key: `${survey} ${from + at}`, answers }
  }
  await storeInterviews(test.stores, await findSurvey(test.stores, acme, survey), rows(), {
    import: `${survey} ${from}`,
  })
  await catchUp(test.stores)
  while ((await raiseAlerts(test.stores, now)).changes > 0);
}

/** Everything that is counted, as a viewer who may see all is told it. */
async function figures(survey: string): Promise<unknown> {
  const path = (filters: string) => encodeURIComponent(`region,all${filters}`)
  const components = [
    { type: 'IndicatorTiles', indicators: ['nps'] },
    { type: 'RankingTableComponent', indicators: ['nps'] },
  ]
  const bodies = await Promise.all([
    ...['', ';once=first', ';once=last', ';once=first;channel=app'].map((filters) =>
      post(`result/query/${survey}/${path(filters)}`, { components }),
    ),
    get(`vuejs/alerts/recovery/${survey}/${path('')}`),
    get(`vuejs/samples/funnel/${survey}/${path('')}`),
  ])
  const told = (body: string) => body.replaceAll(survey, 'survey').replace(/"loadCount":\d+/, '')
  return bodies.map(({ statusCode, body }) => [statusCode, told(body)])
}

/** How alerts fare, by times that no two surveys share. */
const loop = async () => (await get(`vuejs/alerts/loop/visits/${encodeURIComponent('region,all')}`)).json()

/** The number of interviews of each contact, whatever it is called. */
async function visitsOfContacts(survey: string): Promise<readonly number[]> {
  const { survey: number } = await findSurvey(test.stores, acme, survey)
  const { rows } = await test.stores.service.query(
    `select count(*)::int as n from interview where survey = $1 and contact is not null group by contact order by 1`,
    [number],
  )
  return rows.map(({ n }) => n)
}

function inFiles(): string[] {
  const found = new Set<string>()
  const wanted = all.map((text) => [text, Buffer.from(text.replace('@example.fi', ''))] as const)
  const walk = (directory: string) => {
    for (const entry of readdirSync(directory)) {
      const file = join(directory, entry)
      try {
        const stat = statSync(file)
        if (stat.isDirectory()) walk(file)
        if (!stat.isFile()) continue
        const bytes = readFileSync(file)
        for (const [text, sought] of wanted)
          if (bytes.includes(sought)) found.add(`${text} in ${file.slice(test.data.length)}`)
      } catch {
        // It is gone meanwhile.
      }
    }
  }
  walk(test.data)
  return [...found]
}

async function setRule(rule: { contactDays: number | null; personalDays: number | null }) {
  const { title, timeZone, settings, version } = (await get('universedata/settings')).json()
  const payload = { title, timeZone, version, settings: { ...settings, restDays: 365, ...rule } }
  const reply = await test.app.inject({ method: 'PUT', url: '/api/universedata', headers: admin, payload })
  expect(reply.statusCode, reply.body).toBe(200)
}

beforeAll(async () => {
  test = await openTestApp({}, { own: true })
  acme = await test.universe('acme')
  await test.survey(acme, blocks('visits'))
  await test.survey(acme, blocks('hotels', keeps))
  const globex = await test.universe('globex')
  await test.survey(globex, blocks('visits'), [{ day: day(90), who: 'stays@example.fi', store: 'lund', nps: 3 }])
  const grants = [{ role: 'all', permissions, surveys: null, rows: {}, figures: null }]
  admin = await signedIn(test.stores, { universe: acme, grants, username: 'admin' })
  const by = { universe: acme, userId: null, name: 'test', actingAs: null, address: '' }
  const settings = { label: 'test', scopes: [...apiScopes], expiresOn: null }
  program = { authorization: `Bearer ${(await createUniverseKey(test.stores, acme, settings, by)).token}` }

  for (const survey of ['visits', 'hotels']) {
    const customers = who.map((one) => ({
      who: survey === 'visits' ? one : `hotel-${one.slice(-14)}`,
      store: 'lund',
      channel: 'app',
    }))
    const called = survey === 'visits' ? texts.name : 'somebody'
    await store(
      survey,
      customers.map((one) => ({ ...one, day: day(9), nps: 2, called, comment: 'Slow' })),
    )
    await store(survey, [{ day: day(8), store: 'sello', channel: 'web', nps: 9 }])
    // Half of them were reached, and said something else the next time.
    await test.stores.service.query(
      `update alert a set state = 'solved', first_action_at = now() - interval '7 days', solved_at = now() - interval '7 days'
       from interview i, survey s where i.number = a.interview and s.number = i.survey and s.ext_name = $1
         and i.contact = any($2)`,
      [survey, customers.slice(0, 8).map((one) => one.who)],
    )
    await store(
      survey,
      customers.slice(0, 12).map((one, at) => ({ ...one, day: day(6), nps: at < 8 ? 9 : 5 })),
    )
    // One of them was here the day before yesterday, too.
    await store(
      survey,
      customers.slice(0, 1).map((one) => ({ ...one, day: day(2), nps: 10 })),
    )
    const samples = customers.map(({ who: email }, at) => ({
      ...{ email, externalId: `${survey}-${at}` },
      ...(survey === 'visits' && { name: texts.sample, street: texts.street }),
      background: { store: 'lund' },
    }))
    expect((await post(`v1/surveys/${survey}/samples`, { samples }, program)).statusCode).toBe(200)
    await test.stores.service.query(
      `update sample m set created_at = now() - interval '10 days', invited_at = now() - interval '9 days', state = 'invited'
       from survey s where s.number = m.survey and s.ext_name = $1`,
      [survey],
    )
  }
  const { survey } = await findSurvey(test.stores, acme, 'visits')
  await test.stores.service.query(
    `insert into interview_correction (universe, survey, number, question, before, after, at)
     select universe, survey, number, 'called', to_jsonb($2::text), to_jsonb(''::text), now() from interview
     where survey = $1 order by number limit 1`,
    [survey, texts.corrected],
  )
  await putMail(
    test.stores.service,
    who[1] ?? '',
    { subject: texts.subject, text: 'Hello', html: '' },
    { universe: acme },
  )
  await test.stores.service.query(
    `update mailbox set state = 'sent', at = now() - interval '7 days' where universe = $1`,
    [acme],
  )
  await test.stores.service.query(
    `insert into alert_reply (universe, id, alert, mail, recipient, subject, text, at)
     select a.universe, uuidv7(), a.id, m.id, $2, $3, $3, now() - interval '7 days' from alert a, mailbox m
     where a.survey = $1 and m.universe = a.universe order by a.id limit 1`,
    [survey, who[1], texts.reply],
  )
}, 120_000)
afterAll(() => test?.close())

const visits = () => findSurvey(test.stores, acme, 'visits')
const rule = { retentionDays: null, contactDays: 3, personalDays: 3 }

describe('contacts that are kept no longer', () => {
  let before: unknown
  let alerts: unknown

  it('are told before, by kind, and are there until the night', async () => {
    before = await figures('visits')
    alerts = await loop()
    expect(alerts).toMatchObject({ alerts: 16 })
    expect(before).toEqual(await figures('hotels'))
    for (const [status, body] of before as [number, string][]) expect(status, body).toBe(200)
    const { tonight, months } = await retentionAhead(test.stores, acme, rule, now)
    expect(tonight).toEqual({ contacts: 28, answers: 16, samples: 16, messages: 1, replies: 1 })
    expect(months).toEqual([{ month: expect.any(String), counts: { contacts: 1 } }])
    expect(await retentionAhead(test.stores, acme, { ...rule, contactDays: null, personalDays: null }, now)).toEqual({
      tonight: {},
      months: [],
    })
    const viewer = await signedIn(test.stores, {
      universe: acme,
      grants: [{ role: 'look', permissions: ['seeIndicators'], surveys: null, rows: {}, figures: null }],
    })
    expect((await get('universedata/retention?contactDays=1', viewer)).statusCode).toBe(403)
    expect((await get('universedata/retention/removals', viewer)).statusCode).toBe(403)
    await setRule(rule)
    const { rows } = await test.stores.service.query(
      `select after from audit where action = 'universe.change' order by id desc limit 1`,
    )
    expect(rows[0].after).toMatchObject({ contactDays: 3, retentionErases: { contacts: 28 } })
    expect(await visitsOfContacts('visits')).toHaveLength(16)
    expect(inFiles().length).toBeGreaterThan(10)
  })

  it('leave every figure as it was, whether two nights’ work meets or not', async () => {
    await Promise.all([eraseExpired(test.stores, now, acme), eraseExpired(test.stores, now, acme)])
    await eraseExpired(test.stores, now, acme)
    await catchUp(test.stores)
    expect(isEqual(await compareWithTruth(test.stores, (await visits()).survey))).toBe(true)
    expect(await figures('visits')).toEqual(before)
    expect(await loop()).toEqual(alerts)
    const removed = (await get('universedata/retention/removals')).json()
    expect(
      Object.fromEntries(removed.map(({ what, count }: { what: string; count: number }) => [what, count])),
    ).toEqual({ contacts: 28, answers: 16, samples: 16, messages: 1, replies: 1 })
    const { rows } = await test.stores.service.query(
      `select count(*)::int as n from interview i join survey s on s.number = i.survey
       where i.contact like 'gone:%' and s.ext_name = 'hotels' or i.contact like 'gone:%' and i.universe <> $1`,
      [acme],
    )
    expect(rows[0].n).toBe(0)
  })

  it('show nothing in lists and exports', async () => {
    const bodies = await Promise.all([
      get('vuejs/samples/list/visits/region,all'),
      get('vuejs/reports/samplesreport/visits/region,all?format=csv'),
      get('vuejs/reports/recordtable/visits/region,all?format=csv'),
    ])
    for (const { body, statusCode } of bodies) {
      expect(statusCode, body).toBe(200)
      expect(body).not.toContain('gone:')
      for (const text of all.filter((one) => one !== who[0])) expect(body).not.toContain(text)
    }
    expect(bodies[0]?.json().total ?? bodies[0]?.json().rows.length).toBe(16)
  })

  it('are known when they come back: as the same customer, in their rest, as the one who was asked', async () => {
    for (const survey of ['visits', 'hotels'])
      await store(
        survey,
        who.slice(10, 14).map((one) => ({
          ...{ who: survey === 'visits' ? one : `hotel-${one.slice(-14)}`, day: day(1) },
          ...{ store: 'lund', channel: 'app', nps: 7 },
        })),
      )
    expect(await figures('visits')).toEqual(await figures('hotels'))
    expect(await visitsOfContacts('visits')).toEqual(await visitsOfContacts('hotels'))
    const rests = await inUniverse(test.stores.pool, acme, async (client) => {
      const contact = who[15] ?? ''
      const { reasonFor } = await standingOf(client, acme, [contact, 'new@example.fi'], now)
      const reason = (one: string) => reasonFor({ id: null, contact: one, email: one, phone: null })
      return [reason(contact), reason('new@example.fi')]
    })
    expect(rests).toEqual(['restPeriod', null])
  })

  it('are in no file after the night', async () => {
    // Those who came back lately are there still, and go for this look.
    await eraseExpired(test.stores, now + 40 * 86_400_000, acme)
    await catchUp(test.stores)
    await maintain(test.stores, () => {})
    expect(inFiles()).toEqual([])
    const { rows } = await test.stores.service.query(
      'select count(*)::int as n from retention_removal where purged_at is null',
    )
    expect(rows[0].n).toBe(0)
  }, 180_000)

  it('stay gone when an interview is corrected, and can be erased by who knows them', async () => {
    const dictionary = await visits()
    await test.stores.service.query(`update interview set contact = null where survey = $1 and contact like 'gone:%'`, [
      dictionary.survey,
    ])
    expect(await visitsOfContacts('visits')).toEqual(await visitsOfContacts('hotels'))
    const by = { universe: acme, userId: null, name: 'test', actingAs: null, address: '' }
    const { interviews } = await erasePerson(
      test.stores,
      { universe: acme, surveys: [dictionary], contact: who[0] ?? '', sample: null },
      by,
    )
    expect(interviews).toHaveLength(3)
  })
})
