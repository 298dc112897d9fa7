import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app.fixture.ts'
import { publish } from '../definition/definition.ts'
import { json, small } from '../definition/small.fixture.ts'
import { storeInterviews } from '../import/import.ts'
import { correctInterview, eraseInterview } from '../interview/interview.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import type { Answers } from '../survey/dictionary.ts'
import { findSurvey } from '../survey/survey.ts'
import { catchUp } from './feed.ts'
import { rebuild } from './rebuild.ts'

let test: TestApp
const headers = new Map<string, Record<string, string>>()

const files = (protection: boolean) =>
  new Map([
    ...small,
    ['settings.json', json({ ...JSON.parse(small.get('settings.json') ?? ''), protection, minimumN: 5 })],
    ['indicators.json', json({ indicators: [{ id: 'nps', title: 'NPS', measure: 'nps', question: 'nps' }] })],
  ])
const first: Answers[] = Array.from({ length: 40 }, (_, at) => ({ store: at % 2 ? 's1' : 's2', nps: at % 11 }))
const ids = new Map<string, string>()

beforeAll(async () => {
  test = await openTestApp()
  for (const name of ['closed', 'open']) {
    const universe = await test.universe(name)
    ids.set(name, universe)
    await test.survey(universe, files(name === 'closed'), first)
    headers.set(name, { ...(await signedIn(test.stores, 'root')), 'kaiku-universe': name })
  }
})
afterAll(() => test?.close())

const surveyOf = (name: string) => findSurvey(test.stores, ids.get(name) ?? '', 'small')
/** What anybody may see of a survey: its load count, its interviews and its indicators. */
async function seen(name: string) {
  await catchUp(test.stores)
  const reply = await test.app.inject({
    ...{ method: 'POST', url: '/api/result/query/small/store,all?compare=none', headers: headers.get(name) ?? {} },
    payload: { components: [{ type: 'IndicatorTiles' }, { type: 'Distribution', question: 'nps' }] },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const { loadCount, answers } = reply.json()
  return { loadCount, answers, n: answers[0].tiles[0].figure.n }
}
async function bring(name: string, key: string, answers: Answers) {
  const rows = async function* () {
    yield { key, answers }
  }
  await storeInterviews(test.stores, await surveyOf(name), rows(), { import: key })
}
/** As if all that was done until now had been done a day ago. */
const aDayLater = async () => {
  await catchUp(test.stores)
  await test.stores.service.query('update projection_survey set begun_on = begun_on - 1')
  await test.stores.service.query('update projection_held set day = day - 1')
}
const numbersOf = async (name: string) => {
  const { survey } = await surveyOf(name)
  const { rows } = await test.stores.service.query<{ number: string }>(
    'select number from interview where survey = $1 order by number',
    [survey],
  )
  return rows.map(({ number }) => Number(number))
}

describe('the figures of a protected survey', () => {
  it('are there at once on the day it is filled, and then move once a day', async () => {
    expect((await seen('closed')).n).toBe(40)
    await bring('closed', 'same day', { store: 's1', nps: 10 })
    const before = await seen('closed')
    expect(before.n).toBe(41)

    await aDayLater()
    await bring('closed', 'single', { store: 's1', nps: 10 })
    await bring('closed', 'another', { store: 's2', nps: 0 })
    expect(await seen('closed')).toEqual(before)
    const [number = 0] = await numbersOf('closed')
    await correctInterview(test.stores, ids.get('closed') ?? '', (await surveyOf('closed')).survey, number, { nps: 9 })
    expect(await seen('closed')).toEqual(before)

    await aDayLater()
    const after = await seen('closed')
    expect(after.n).toBe(43)
    expect(after.loadCount).toBeGreaterThan(before.loadCount)
    await bring('closed', 'the next day', { store: 's1', nps: 10 })
    expect(await seen('closed')).toEqual(after)
  })

  it('lose what is erased at once, waiting or not', async () => {
    await aDayLater()
    const { n } = await seen('closed')
    await bring('closed', 'to be erased', { store: 's1', nps: 10 })
    await seen('closed')
    const [shown = 0, ...others] = await numbersOf('closed')
    const { survey } = await surveyOf('closed')
    const erase = (number: number) => eraseInterview(test.stores, ids.get('closed') ?? '', survey, number, 'test')
    await erase(shown)
    expect((await seen('closed')).n).toBe(n - 1)
    await erase(others.at(-1) ?? 0)
    await aDayLater()
    expect((await seen('closed')).n).toBe(n - 1)
  })

  it('are shown with what waits once the survey is made anew, or protected no longer', async () => {
    await aDayLater()
    const { n } = await seen('closed')
    await bring('closed', 'before a rebuild', { store: 's1', nps: 10 })
    expect((await seen('closed')).n).toBe(n)
    await rebuild(test.stores, (await surveyOf('closed')).survey)
    expect((await seen('closed')).n).toBe(n + 1)
    await bring('closed', 'before it is opened', { store: 's1', nps: 10 })
    expect((await seen('closed')).n).toBe(n + 1)
    await publish(test.stores, ids.get('closed') ?? '', files(false), 'test')
    expect((await seen('closed')).n).toBe(n + 2)
  })
})

describe('the figures of another survey', () => {
  it('move with each answer', async () => {
    await aDayLater()
    await bring('open', 'single', { store: 's1', nps: 10 })
    expect((await seen('open')).n).toBe(41)
  })
})
