import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { operatorIn } from '../audit/audit.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { deliveries } from '../sample-survey/deliveries.ts'
import { storesOf } from '../sample-survey/geography.ts'
import { inTurn } from '../sample-survey/in-turn.ts'
import { deliveryRows, storeVisitRows } from '../sample-survey/interviews.ts'
import { storeVisits } from '../sample-survey/store-visits.ts'
import { makeSampleAlerts } from '../sample-universe/alerts.ts'
import { makeSamplePeople } from '../sample-universe/people.ts'
import { makeSamplesOfSample } from '../sample-universe/samples.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey, listSurveys } from '../survey/survey.ts'
import { findUniverse, sampleUniverse } from '../universe/universe.ts'
import { exportUniverse } from './export-universe.ts'
import { importUniverse } from './import-universe.ts'

let test: TestApp
/** The sample universe, smaller than it is. */
beforeAll(async () => {
  test = await openTestApp()
  const { stores } = test
  const ids = new Map([
    [sampleUniverse, await test.universe(sampleUniverse)],
    ['kuutamo', await test.universe('kuutamo')],
  ])
  await makeSamplePeople(stores, ids)
  const [places, own, now] = [storesOf(7), ids.get(sampleUniverse) ?? '', Date.parse('2026-11-20T10:00:00Z')]
  for (const { files, rows } of [
    { files: storeVisits(places), rows: storeVisitRows(places, 5_000, '2026-11-20') },
    { files: deliveries(places), rows: deliveryRows(places, 2_000, '2026-11-20') },
  ]) {
    const { extName } = await publish(stores, own, files, 'sample')
    await storeInterviews(stores, await findSurvey(stores, own, extName), inTurn(rows), { import: 'sample' })
  }
  await makeSampleAlerts(stores, now)
  await makeSamplesOfSample(stores, await findSurvey(stores, own, 'store-visits'), now)
  await catchUp(stores)
}, 300_000)
afterAll(() => test?.close())

/** What a reply says but for what counts its changes, and the ends of ids, which are others in each universe. */
const told = (reply: string) =>
  reply
    .replace(/"loadCount":\d+/g, '"loadCount":0')
    .replace(/("[\da-f]{8}-[\da-f]{4}-7[\da-f]{3})-[\da-f]{4}-[\da-f]{12}"/g, '$1"')

it('a universe that was made of an export tells the same of every page, to the last digit', async () => {
  const { stores, app } = test
  const sample = await findUniverse(stores, sampleUniverse)
  if (!sample) throw new Error('there is no sample')
  const file = join(test.data, 'sample.zip')
  await pipeline(exportUniverse(stores, sample, { withAnswers: true }), createWriteStream(file))
  const { rows, left, taken } = await importUniverse(stores, file, {
    ...{ as: 'copy', token: 'test', actor: operatorIn(null) },
  })
  expect([left, taken]).toEqual([0, []])
  expect(rows.interview).toBe(7_000)
  expect(rows.alert).toBeGreaterThan(10)
  expect(rows.sample).toBeGreaterThan(100)
  await catchUp(stores)

  const root = await signedIn(stores, 'root')
  const ask = (universe: string, method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({
      method,
      url: `/api/${url}`,
      headers: { ...root, 'kaiku-universe': universe },
      ...(payload && { payload }),
    })
  let compared = 0
  const compare = async (url: string, payload?: object) => {
    const method = payload ? 'POST' : 'GET'
    const [own, copied] = [await ask(sampleUniverse, method, url, payload), await ask('copy', method, url, payload)]
    expect([own.statusCode, url]).toEqual([200, url])
    expect(told(copied.payload), url).toBe(told(own.payload))
    compared += own.payload.length
  }
  for (const { extName, definition } of await listSurveys(stores, sample.id)) {
    const [view] = definition.views
    const path = encodeURIComponent(`${view?.extName},all`)
    await compare(`result/place/${extName}/${path}`)
    await compare(`result/children/${extName}/${path}`)
    for (const { extname } of definition.pages)
      await compare(`result/page/${extName}/${path}/${extname}?compare=yearBefore`)
    const asked = definition.questions.filter(({ type }) => type !== 'text' && type !== 'date').slice(0, 20)
    await compare(`result/query/${extName}/${path}?compare=none`, {
      components: asked.map(({ id }) => ({ type: 'Distribution', question: id })),
    })
  }
  expect(compared).toBeGreaterThan(20_000)
}, 300_000)
