import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import type { Stores } from '../db/stores.ts'
import { json, small } from '../definition/small.fixture.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { maintain } from '../maintenance/maintain.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { eraseExpired } from './erase-expired.ts'
import { retentionAhead } from './retention-ahead.ts'

const now = Date.UTC(2026, 5, 30, 12)
/** Ten days of June, and one interview without a day. */
const interviews = [
  ...Array.from({ length: 10 }, (_, at) => ({ date: `2026-06-${at + 10}`, store: 's1', nps: at })),
  { store: 's2', nps: 1 },
]
const named = (extName: string) => new Map([...small, ['settings.json', json({ extName, title: extName })]])

let test: TestApp
let acme: string
let globex: string
let admin: { authorization: string }

beforeAll(async () => {
  test = await openTestApp({}, { own: true })
  acme = await test.universe('acme')
  globex = await test.universe('globex')
  await test.survey(acme, named('visits'), interviews)
  await test.survey(acme, named('calls'), interviews)
  await test.survey(globex, named('visits'), interviews)
  admin = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Administrator], username: 'admin' })
})
afterAll(() => test?.close())

async function keepFor(retentionDays: number | null) {
  const { title, timeZone, settings, version } = (
    await test.app.inject({ url: '/api/universedata/settings', headers: admin })
  ).json()
  const payload = { title, timeZone, version, settings: { ...settings, retentionDays } }
  const reply = await test.app.inject({ method: 'PUT', url: '/api/universedata', headers: admin, payload })
  expect(reply.statusCode, reply.body).toBe(200)
}

const erasedAhead = (stores: Stores, universe: string, retentionDays: number, at: number) =>
  retentionAhead(stores, universe, { retentionDays, contactDays: null, personalDays: null }, at)
const countExpired = async (stores: Stores, universe: string, days: number, at: number) =>
  (await erasedAhead(stores, universe, days, at)).tonight.interviews ?? 0

/** Interviews in the truth, as far as figures are made of them, by survey. */
async function left(universe: string, name: string): Promise<number> {
  const { survey } = await findSurvey(test.stores, universe, name)
  await catchUp(test.stores)
  expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
  const [row] = await test.stores.clickhouse.read(`select count() from ${tableOf(survey)} final`)
  return Number(row?.[0])
}
const newest = async (action: string) => {
  const { rows } = await test.stores.service.query(
    'select subject, actor_name as name, after from audit where action = $1 order by id desc limit 2',
    [action],
  )
  return rows
}

describe('interviews that are kept no longer', () => {
  it('stay where nobody settled how long, however old they are', async () => {
    const inAThousandYears = Date.UTC(3026, 0, 1)
    expect(await eraseExpired(test.stores, inAThousandYears)).toBe(0)
    expect(await left(acme, 'visits')).toBe(11)
  })

  it('are counted before it is settled, by who may settle it, and nothing is gone yet', async () => {
    expect(await countExpired(test.stores, acme, 15, now)).toBe(2 * 5)
    expect(await countExpired(test.stores, acme, 20, now)).toBe(0)
    const asked = await test.app.inject({ url: '/api/universedata/retention?days=36500', headers: admin })
    expect(asked.json().tonight).toEqual({})
    // Of ten days of June five are over; the others go in July.
    expect((await erasedAhead(test.stores, acme, 15, now)).months[0]).toEqual({
      month: '2026-07',
      counts: { interviews: 2 * 5 },
    })
    const viewer = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Viewer] })
    const refused = await test.app.inject({ url: '/api/universedata/retention?days=1', headers: viewer })
    expect(refused.statusCode).toBe(403)
    expect(await left(acme, 'visits')).toBe(11)
  })

  it('are told before a definition is published that keeps them shorter: how many to who may see the whole survey', async () => {
    const universe = await test.universe('initech')
    const keeping = (extName: string, retention: object, protection: boolean) =>
      json({ extName, title: extName, protection, retention })
    const bring = (name: string, retention: object, some: typeof interviews) =>
      test.survey(universe, new Map([...small, ['settings.json', keeping(name, retention, name === 'guarded')]]), some)
    for (const name of ['short', 'guarded'])
      for (const retention of [{ retentionDays: 1 }, { retentionDays: 36_500 }])
        await bring(name, retention, interviews)
    const { Administrator } = usualRoles
    const editor = await signedIn(test.stores, { universe, grants: [Administrator] })
    const local = await signedIn(test.stores, { universe, grants: [{ ...Administrator, rows: { store: [['s1']] } }] })
    const viewer = await signedIn(test.stores, { universe, grants: [usualRoles.Viewer] })
    const ask = async (headers: typeof editor, name: string, days: number | null) => {
      const blocks = '/api/vuejs/surveys/configblocks'
      const file = `${blocks}/${name}/settings.json`
      const opened = (await test.app.inject({ url: `${blocks}/one/${name}/settings.json`, headers: editor })).json()
      const payload = {
        text: keeping(name, days === null ? {} : { retentionDays: days }, name === 'guarded'),
        version: opened.version,
        revision: opened.draft?.revision ?? 0,
      }
      const saved = await test.app.inject({ method: 'PUT', url: file, headers: editor, payload })
      expect(saved.statusCode, saved.body).toBe(200)
      const reply = await test.app.inject({ method: 'POST', url: `${blocks}/check/${name}`, headers, payload: {} })
      return reply.statusCode === 200 ? reply.json().removed : reply.statusCode
    }
    expect(await ask(editor, 'short', 1)).toEqual({ interviews: 10 })
    expect(await ask(editor, 'short', 36_000)).toEqual({})
    expect(await ask(editor, 'short', null)).toEqual({})
    expect(await ask(local, 'short', 1)).toEqual({ interviews: null })
    expect(await ask(viewer, 'short', 1)).toBe(403)
    // Of a protected survey those that were released together are told of, and nobody who came since.
    expect(await ask(editor, 'guarded', 1)).toEqual({ interviews: 10 })
    const more = [...interviews, { date: '2026-06-10', store: 's1', nps: 3 }]
    for (const name of ['short', 'guarded']) await bring(name, { retentionDays: 36_500 }, more)
    expect(await ask(editor, 'short', 1)).toEqual({ interviews: 11 })
    expect(await ask(editor, 'guarded', 1)).toEqual({ interviews: 10 })
    expect(await ask(admin, 'short', 1)).toBe(404)

    const url = '/api/backend/files/short/1'
    expect((await test.app.inject({ url, headers: editor })).json().removedBack).toEqual({ interviews: 11 })
    expect((await test.app.inject({ url, headers: local })).json().removedBack).toEqual({ interviews: null })
    expect((await test.app.inject({ url, headers: viewer })).statusCode).toBe(403)
  })

  it('are erased at night with a certificate, leave every figure and the disk, and another universe’s stay', async () => {
    await keepFor(15)
    const [changed] = await newest('universe.change')
    expect(changed.after).toMatchObject({ retentionDays: 15, retentionErases: { interviews: expect.any(Number) } })
    expect(await eraseExpired(test.stores, now)).toBe(10)
    expect(await eraseExpired(test.stores, now)).toBe(0)
    expect([await left(acme, 'visits'), await left(acme, 'calls'), await left(globex, 'visits')]).toEqual([6, 6, 11])
    expect(await newest('data.erase')).toEqual(
      ['calls', 'visits'].map((subject) => ({
        ...{ subject, name: 'retention' },
        after: { interviews: 5, before: '2026-06-15', retentionDays: 15 },
      })),
    )

    await maintain(test.stores, () => {})
    const { survey } = await findSurvey(test.stores, acme, 'visits')
    const versions = await test.stores.clickhouse.read(
      `select count() from ${tableOf(survey)} where day < '2026-06-15' and day > '2000-01-01'`,
    )
    expect(versions).toEqual([['0']])
    const { rows } = await test.stores.service.query(
      'select count(*)::int as n, count(purged_at)::int as purged from erasure where universe = $1 and requested_by = $2',
      [acme, 'retention'],
    )
    expect(rows).toEqual([{ n: 10, purged: 10 }])
  })

  it('stay gone when the same file comes again', async () => {
    await test.survey(acme, named('visits'), interviews)
    expect(await left(acme, 'visits')).toBe(6)
  })

  it('without a day count from when they came', async () => {
    const later = Date.now() + 40 * 86_400_000
    await keepFor(60)
    await eraseExpired(test.stores, Date.UTC(2026, 6, 1))
    expect(await countExpired(test.stores, acme, 60, Date.now())).toBeLessThan(
      await countExpired(test.stores, acme, 30, later),
    )
    await keepFor(30)
    await eraseExpired(test.stores, later)
    expect(await left(acme, 'visits')).toBe(0)
    await keepFor(null)
  })
})
