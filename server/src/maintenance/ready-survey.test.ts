import { afterAll, beforeAll, expect, it } from 'vitest'
import { definition, type Fixture, filesOf, openFixture } from '../feed/survey.fixture.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { publish } from '../publishing/definition.ts'
import { makeReady, unreadySurveys } from './maintenance-work.ts'

let fixture: Fixture
const surveys: number[] = []
const survey = (extName: string, title = extName) =>
  filesOf(Object.assign({}, definition, { 'settings.json': { extName, title } }))

beforeAll(async () => {
  fixture = await openFixture()
  surveys.push(fixture.survey)
  for (const name of ['one', 'two'])
    surveys.push((await publish(fixture.stores, fixture.universe, survey(name), 'test')).survey)
})
afterAll(() => fixture.close())

const unready = async (program: string | null) =>
  (await unreadySurveys(fixture.stores, program)).map((one) => one.survey)
const makeAllReady = async (program: string) => {
  for (const one of await unreadySurveys(fixture.stores, program)) await makeReady(fixture.stores, one, () => {})
}

it('looks again at no survey that the same build found ready, and at each that may lack something', async () => {
  const { stores, universe } = fixture
  expect(await unready('build')).toEqual(surveys)
  await makeAllReady('build')
  expect(await unready('build')).toEqual([])
  expect(await unready('another')).toEqual(surveys)
  expect(await unready(null)).toEqual(surveys)

  await stores.clickhouse.command(`drop table ${rollupTableOf(surveys[1] ?? 0)} sync`)
  expect(await unready('build')).toEqual([surveys[1]])
  await makeAllReady('build')
  expect(await unready('build')).toEqual([])

  await publish(stores, universe, survey('two', 'Another'), 'test')
  expect(await unready('build')).toEqual([surveys[2]])
  await makeAllReady('build')
  await stores.service.query(`update universe set settings = settings || '{"protection": true}' where id = $1`, [
    universe,
  ])
  expect(await unready('build')).toEqual(surveys)
})
