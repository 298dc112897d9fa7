import { filterCalls } from '@kaiku/contract/filter.ts'
import { resultCalls } from '@kaiku/contract/result.ts'
import type { Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

const nodes = [
  { id: 'north', name: 'North' },
  { id: 'south', name: 'South' },
  { id: 's1', parent: 'south', name: 'First' },
]
const view = {
  extName: 'region',
  title: 'Regions',
  root: { title: 'All' },
  key: 'store',
  levelTitles: ['Region', 'Store'],
}
const files = new Map([...small, ['views.json', json({ views: [{ ...view, nodes }] })]])
const south: Grant = { ...usualRoles.Viewer, role: 'South', rows: { region: [['south']] } }

let test: TestApp
let viewer: { authorization: string }

beforeAll(async () => {
  test = await openTestApp()
  const acme = await test.universe('acme')
  await test.survey(acme, files)
  viewer = await signedIn(test.stores, { universe: acme, grants: [south] })
})
afterAll(() => test?.close())

const get = (url: string) => test.app.inject({ url: `/api/${url}`, headers: viewer })

describe('a survey that nobody has answered, to who may see one region', () => {
  it('opens at that region, with its places and no interviews', async () => {
    const survey = (await get('vuejs/surveys/one/small')).json()
    expect(survey.startPath).toBe('region,all,south')
    const found = resultCalls.place.reply.parse((await get('result/place/small/region,all,south')).json())
    expect(found).toMatchObject({ nInterviews: 0, nAll: 0, extent: null })
    const children = resultCalls.children.reply.parse((await get('result/children/small/region,all,south')).json())
    expect(children.map(({ id }) => id)).toEqual(['s1'])
    expect((await get('result/place/small/region,all,north')).statusCode).toBe(404)
  })

  it('answers every component with nothing rather than failing', async () => {
    const components = [
      { type: 'IndicatorTiles' },
      { type: 'Trend' },
      { type: 'Distribution', question: 'rating' },
      { type: 'RankingTableComponent' },
      { type: 'Comments', question: 'comment' },
    ]
    for (const path of ['region,all,south', 'region,all,south,s1', 'region,all,south;nps=9*10;ftime=rmonths-11+0']) {
      const url = `/api/result/query/small/${encodeURIComponent(path)}`
      const reply = await test.app.inject({ method: 'POST', url, headers: viewer, payload: { components } })
      expect(reply.statusCode, reply.body).toBe(200)
      const { answers } = resultCalls.query.reply.parse(reply.json())
      expect(answers.map(({ type }) => type)).toEqual(components.map(({ type }) => type))
      const [tiles] = answers
      if (tiles?.type !== 'IndicatorTiles') throw new TypeError('no tiles')
      for (const { figure } of tiles.tiles) expect(figure).toMatchObject({ n: 0, value: null })
    }
  })

  it('lists its filters without options that nobody chose', async () => {
    const reply = await get('vuejs/filters/list/small/standard')
    expect(reply.statusCode, reply.body).toBe(200)
    filterCalls.list.reply.parse(reply.json())
  })
})
