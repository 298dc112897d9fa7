import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { storeInterviews } from '../import/import.ts'
import { correctInterview } from '../interview/interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { publish } from '../publishing/definition.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
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
  await test.stores.service.query('update projection_survey set released_on = released_on - 1')
  await catchUp(test.stores)
}
const numbersOf = async (name: string, where = 'true') => {
  const { survey } = await surveyOf(name)
  const { rows } = await test.stores.service.query<{ number: string }>(
    `select number from interview where survey = $1 and ${where} order by number`,
    [survey],
  )
  return rows.map(({ number }) => Number(number))
}
const erase = async (...numbers: number[]) => {
  const { survey } = await surveyOf('closed')
  for (const number of numbers) await eraseInterview(test.stores, ids.get('closed') ?? '', survey, number, 'test')
}

describe('the figures of a protected survey', () => {
  it('are there once it is filled, and then move once a day, by as many people as a figure needs', async () => {
    const before = await seen('closed')
    expect(before.n).toBe(40)
    for (const key of ['1', '2', '3', '4']) await bring('closed', `same day ${key}`, { store: 's1', nps: 10 })
    expect(await seen('closed')).toEqual(before)
    await aDayLater()
    expect((await seen('closed')).n).toBe(40)
    await bring('closed', 'the fifth', { store: 's2', nps: 10 })
    expect((await seen('closed')).n).toBe(40)
    await aDayLater()
    const after = await seen('closed')
    expect(after.n).toBe(45)
    expect(after.loadCount).toBeGreaterThan(before.loadCount)
  })

  it('tell of no correction until as many people corrected the same answer', async () => {
    const before = await seen('closed')
    const { survey } = await surveyOf('closed')
    const others = await numbersOf('closed', "answers ->> 'store' = 's2' and answers ->> 'nps' = '0'")
    expect(others).toHaveLength(2)
    const more = (await numbersOf('closed', "answers ->> 'store' = 's2' and answers ->> 'nps' <> '0'")).slice(0, 3)
    const correct = (number: number) =>
      correctInterview(test.stores, ids.get('closed') ?? '', survey, number, { nps: 10 })
    for (const number of others) await correct(number)
    await aDayLater()
    expect((await seen('closed')).answers).toEqual(before.answers)
    await rebuild(test.stores, survey)
    expect((await seen('closed')).answers).toEqual(before.answers)
    for (const number of more) await correct(number)
    await aDayLater()
    expect((await seen('closed')).answers).not.toEqual(before.answers)
    expect((await seen('closed')).n).toBe(45)
  })

  it('lose who is erased at once, with as many others as a figure needs, and these do not come back', async () => {
    const { n } = await seen('closed')
    const [number = 0] = await numbersOf('closed')
    await erase(number)
    expect((await seen('closed')).n).toBe(n - 5)
    await aDayLater()
    expect((await seen('closed')).n).toBe(n - 5)
    await bring('closed', 'waits', { store: 's1', nps: 10 })
    await erase((await numbersOf('closed')).at(-1) ?? 0)
    expect((await seen('closed')).n).toBe(n - 5)
  })

  it('are those of each answer once the survey is protected no longer, and of groups when it is again', async () => {
    const stored = (await numbersOf('closed')).length
    await publish(test.stores, ids.get('closed') ?? '', files(false), 'test')
    expect((await seen('closed')).n).toBe(stored)
    await bring('closed', 'open', { store: 's1', nps: 10 })
    expect((await seen('closed')).n).toBe(stored + 1)
    await publish(test.stores, ids.get('closed') ?? '', files(true), 'test')
    expect((await seen('closed')).n).toBe(stored + 1)
    await bring('closed', 'single', { store: 's1', nps: 10 })
    expect((await seen('closed')).n).toBe(stored + 1)
  })
})

describe('the figures of another survey', () => {
  it('move with each answer', async () => {
    await aDayLater()
    await bring('open', 'single', { store: 's1', nps: 10 })
    expect((await seen('open')).n).toBe(41)
  })
})
