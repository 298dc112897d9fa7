import { setImmediate } from 'node:timers/promises'
import { filterCalls } from '@kaiku/contract/filter.ts'
import { resultCalls } from '@kaiku/contract/result.ts'
import type { UniverseData } from '@kaiku/contract/universe.ts'
import { fullGrant, type Viewer } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataState } from '../aggregate/data-state.ts'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { locked } from '../background-work/lock.ts'
import { json, small } from '../definition/small.fixture.ts'
import { figuresFor, questionFor } from '../result/result.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

let test: TestApp
let acme: string
let admin: { authorization: string }
let stranger: { authorization: string }

const named = (extName: string, more: object = {}) =>
  new Map([...small, ['settings.json', json({ extName, title: extName, ...more })]])
/** Store s1 has 40 interviews and as many comments, s2 has 3 of each, on days from the end of 2024 into 2026. */
const interviews = Array.from({ length: 43 }, (_, at) => ({
  date: new Date(Date.UTC(2024, 11, 25 + at * 11)).toISOString().slice(0, 10),
  store: at < 40 ? 's1' : 's2',
  nps: at % 11,
  comment: `No. ${at}`,
}))

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  await test.survey(acme, named('silent'), interviews)
  await test.survey(acme, named('outspoken', { protection: false, minimumN: 2, minimumNComments: 1 }), interviews)
  await test.survey(globex, named('silent'), interviews)
  const grants = [usualRoles.Administrator, fullGrant('all')]
  admin = await signedIn(test.stores, { universe: acme, grants })
  stranger = await signedIn(test.stores, { universe: globex, grants })
})
afterAll(() => test?.close())

async function save(change: Partial<UniverseData['settings']>) {
  const kept: UniverseData = (await test.app.inject({ url: '/api/universedata/settings', headers: admin })).json()
  const { title, timeZone, settings, version } = kept
  const payload = { title, timeZone, version, settings: { ...settings, ...change } }
  const reply = await test.app.inject({ method: 'PUT', url: '/api/universedata', headers: admin, payload })
  expect(reply.statusCode, reply.body).toBe(200)
}

async function ask(survey: string, headers = admin) {
  const components = [
    { type: 'RankingTableComponent', indicators: ['nps'] },
    { type: 'Comments', limit: 5 },
  ]
  const call = { method: 'POST', headers, payload: { components } } as const
  const reply = await test.app.inject({ ...call, url: `/api/result/query/${survey}/store,all?compare=none` })
  expect(reply.statusCode, reply.body).toBe(200)
  const { loadCount, answers } = resultCalls.query.reply.parse(reply.json())
  const [table, comments] = answers
  if (table?.type !== 'RankingTableComponent' || comments?.type !== 'Comments') throw new TypeError('other answers')
  const at = await test.app.inject({ url: `/api/result/place/${survey}/store,all?compare=none`, headers })
  const { minimumN, protection } = resultCalls.place.reply.parse(at.json())
  return { loadCount, table: JSON.stringify(table), comments, minimumN, protection }
}

async function options(survey: string) {
  const reply = await test.app.inject({ url: `/api/vuejs/filters/list/${survey}/standard`, headers: admin })
  return JSON.stringify(filterCalls.list.reply.parse(reply.json()))
}

describe('protection and least numbers', () => {
  it('hold for surveys that say nothing themselves, in the next answer', async () => {
    const before = await ask('silent')
    expect(before).toMatchObject({ minimumN: 5, protection: false, comments: { hidden: false } })
    expect(before.table).toContain('"few"')
    expect(before.table).toContain('"s2"')
    const others = [await ask('outspoken'), await ask('silent', stranger)]

    await save({ protection: true, minimumN: 4, minimumNComments: 50 })
    const after = await ask('silent')
    expect(after).toMatchObject({ minimumN: 4, protection: true, comments: { hidden: true, comments: [] } })
    // Too few are there for anybody to know of the place.
    expect(after.table).not.toContain('"s2"')
    expect(after.loadCount).toBeGreaterThan(before.loadCount)
    expect(await options('silent')).not.toContain('"n":4')
    const survey = await test.app.inject({ url: '/api/vuejs/surveys/one/silent', headers: admin })
    expect(survey.json()).toMatchObject({ protection: true, minimumN: 4, minimumNComments: 50 })

    const { loadCount: _, ...outspoken } = await ask('outspoken')
    expect(outspoken).toMatchObject({ minimumN: 2, protection: false, table: others[0]?.table })
    expect(outspoken.comments.hidden).toBe(false)
    expect(await ask('silent', stranger)).toEqual(others[1])

    await save({ protection: false, minimumN: 5, minimumNComments: 10 })
    const { loadCount: __, ...again } = await ask('silent')
    expect(before).toMatchObject(again)
  })

  it('refuse a filter that tells too much as soon as they are on', async () => {
    const url = '/api/result/place/silent/store,all;store=s1?compare=none'
    const status = async () => (await test.app.inject({ url, headers: admin })).statusCode
    expect(await status()).toBe(200)
    await save({ protection: true })
    expect(await status()).toBe(403)
    await save({ protection: false })
    expect(await status()).toBe(200)
  })

  it('tell nothing from the moment protection is saved until the rows of groups are there', async () => {
    const { survey } = await findSurvey(test.stores, acme, 'silent')
    const calls = [
      '/api/result/place/silent/store,all',
      '/api/vuejs/surveys/metadata/silent',
      '/api/vuejs/filters/list/silent/standard',
    ]
    const statuses = async () => {
      const replies = await Promise.all(calls.map((url) => test.app.inject({ url, headers: admin })))
      return replies.map(({ statusCode }) => statusCode)
    }
    const isSaved = async () =>
      (await test.app.inject({ url: '/api/universedata/settings', headers: admin })).json().settings.protection
    expect(await statuses()).toEqual([200, 200, 200])
    // Whoever rebuilds the survey keeps the protection from being made.
    const saving = await locked(test.stores.service, { rebuild: survey }, async () => {
      const begun = save({ protection: true })
      while (!(await isSaved())) await setImmediate()
      expect(await statuses()).toEqual([503, 503, 503])
      return [begun]
    })
    await Promise.all(saving)
    expect(await statuses()).toEqual([200, 200, 200])
    await save({ protection: false })
  })

  it('leave the data state alone when something else is saved', async () => {
    const { loadCount } = await ask('silent')
    await save({ colour: '#006644' })
    expect((await ask('silent')).loadCount).toBe(loadCount)
  })
})

describe('the fiscal calendar', () => {
  type Unit = 'week' | 'quarter' | 'year'
  /** Where the steps of a trend begin and how many interviews each holds, from the roll-up and from the interviews. */
  async function trend(by: Unit, path = 'store,all', survey = 'silent') {
    const dictionary = await findSurvey(test.stores, acme, survey)
    const who: Viewer = {
      ...{ userId: '1', username: 'anna', universe: acme, universes: [acme], locale: 'en' },
      ...{ isUserAdmin: false, isRoot: false, isReadOnly: false, grants: [fullGrant('all')] },
    }
    const question = questionFor(test.stores, who, dictionary, { path, compare: 'none' }, Date.UTC(2026, 5, 1))
    const state = await dataState(test.stores, dictionary.survey)
    const both = await Promise.all(
      [true, false].map(async (rollup) => {
        const statements: string[] = []
        const onStatement = (sql: string) => statements.push(sql)
        const component = { type: 'Trend' as const, by, indicators: ['nps'] }
        const { answers } = await figuresFor(question, [component], state, { rollup, onStatement })
        const [answer] = answers
        if (answer?.type !== 'Trend') throw new TypeError(JSON.stringify(answer))
        const isRolled = statements.some((sql) => sql.includes('from rollup_'))
        return { isRolled, steps: answer.points.map(({ from, to, n }) => ({ from, to, n })) }
      }),
    )
    expect(both.map(({ isRolled }) => isRolled)).toEqual([by !== 'week', false])
    expect(both[0]?.steps).toEqual(both[1]?.steps)
    return both[1]?.steps ?? []
  }
  const counted = (from: string, to: string) => interviews.filter(({ date }) => from <= date && date <= to).length
  const starts = (steps: { from: string }[]) => steps.map(({ from }) => from)

  it('decides where the quarters, years and weeks of a trend begin, and loses nobody', async () => {
    expect(starts(await trend('year'))).toEqual(['2024-01-01', '2025-01-01', '2026-01-01'])
    await save({ fiscalYearStart: 2, weekStart: 7 })
    const years = await trend('year')
    expect(starts(years)).toEqual(['2024-02-01', '2025-02-01', '2026-02-01'])
    const quarters = await trend('quarter')
    expect(starts(quarters).slice(0, 3)).toEqual(['2024-11-01', '2025-02-01', '2025-05-01'])
    const weeks = await trend('week')
    expect(weeks[0]?.from).toBe('2024-12-22')
    for (const steps of [years, quarters, weeks]) {
      for (const { from, to, n } of steps) expect(n).toBe(counted(from, to))
      expect(steps.reduce((sum, { n }) => sum + (n ?? 0), 0)).toBe(interviews.length)
    }
    await save({ fiscalYearStart: 1, weekStart: 1 })
    expect(starts(await trend('quarter')).slice(0, 2)).toEqual(['2024-10-01', '2025-01-01'])
  })

  it('decides what the year to date is compared with', async () => {
    const url = '/api/result/place/silent/store,all;ftime=20250401_20251121?compare=periodToDate'
    const compared = async () => (await test.app.inject({ url, headers: admin })).json().compared
    expect(await compared()).toEqual({ from: '2024-08-01', to: '2025-03-21' })
    await save({ fiscalYearStart: 4 })
    expect(await compared()).toEqual({ from: '2024-04-01', to: '2024-11-21' })
    const survey = await test.app.inject({ url: '/api/vuejs/surveys/one/silent', headers: admin })
    expect(survey.json().calendar).toEqual({ weekStart: 1, fiscalYearStart: 4 })
    await save({ fiscalYearStart: 1 })
  })
})
