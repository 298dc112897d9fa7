import type { ScreenPage, ScreenState } from '@kaiku/contract/big-screen.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

let test: TestApp
let acme: string
let root: Record<string, string>

const files = (settings: object = {}) =>
  new Map([
    ...small,
    ['settings.json', json({ ...JSON.parse(small.get('settings.json') ?? ''), ...settings })],
    ['indicators.json', json({ indicators: [{ id: 'nps', title: 'NPS', measure: 'nps', question: 'nps' }] })],
    [
      'pages.json',
      json({
        pages: [
          {
            ...{ extname: 'overview', title: { en: 'Overview', fi: 'Yleiskuva' } },
            components: [
              { type: 'IndicatorTiles' },
              { type: 'Comments', question: 'comment' },
              { type: 'RankingTableComponent' },
              { type: 'HeatMap', indicators: ['nps'] },
              { type: 'Crosstab', rows: { question: 'store' }, columns: { question: 'rating' } },
              { type: 'ChangeDecomposition', indicator: 'nps' },
              { type: 'Text', text: { en: 'Well done', fi: 'Hyvin tehty' } },
            ],
          },
          { extname: 'inside', title: 'Inside', components: [{ type: 'IndicatorTiles' }] },
        ],
      }),
    ],
  ])
const interviews: Answers[] = Array.from({ length: 40 }, (_, at) => ({
  ...{ store: at % 4 === 0 ? 's1' : 's2', nps: at % 4 === 0 ? 10 : 0, comment: 'Zanzibar was rude' },
}))

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, files(), interviews)
  root = { ...(await signedIn(test.stores, 'root')), 'kaiku-universe': 'acme' }
})
afterAll(() => test?.close())

const administer = async (path: string, headers = root) =>
  (await test.app.inject({ url: `/api/vuejs/surveys/apikey/${path}`, headers })).json()
const make = async (more = '', headers = root): Promise<{ keyId: string; token: string }> =>
  administer(`create/small?label=Lobby&pages=overview${more}`, headers)
const ask = (path: string, token: string, remoteAddress = '127.0.0.1') =>
  test.app.inject({ url: `/api/bigscreen/${path}`, headers: { authorization: `Bearer ${token}` }, remoteAddress })
const stateOf = async (token: string): Promise<ScreenState> => (await ask('state', token)).json()
const pageOf = async (token: string): Promise<ScreenPage> => (await ask('page/overview', token)).json()
const tile = ({ answers: [tiles] }: ScreenPage) =>
  tiles?.type === 'IndicatorTiles' ? tiles.tiles[0]?.figure : undefined

describe('a big screen', () => {
  it('shows the pages of its key without comments, in its language', async () => {
    const { token } = await make('&locale=fi&interval=30&theme=light')
    expect(await stateOf(token)).toMatchObject({
      ...{ pages: [{ extname: 'overview', title: 'Yleiskuva' }], interval: 30, theme: 'light', locale: 'fi' },
      survey: { title: 'Pieni', timeZone: 'Europe/Helsinki' },
    })
    const reply = await ask('page/overview', token)
    expect(reply.body).not.toContain('Zanzibar')
    expect(reply.json().components.map(({ type }: { type: string }) => type)).toEqual([
      'IndicatorTiles',
      'RankingTableComponent',
      'HeatMap',
      'Crosstab',
      'ChangeDecomposition',
      'Text',
    ])
    const [, ranking, map, , , text] = (reply.json() as ScreenPage).answers
    expect(map?.type === 'HeatMap' && map.groups.map(({ name }) => name)).toEqual(['First', 'Second'])
    expect(text).toEqual({ type: 'Text', text: 'Hyvin tehty' })
    expect(ranking?.type === 'RankingTableComponent' && ranking.rows.map(({ name }) => name)).toEqual([
      'First',
      'Second',
    ])
    expect((await ask('page/inside', token)).statusCode).toBe(404)
  })

  it('shows the figures of its place only, and beside them those of the places around', async () => {
    const { token } = await make('&path=store,all,s1')
    const page = await pageOf(token)
    expect(page.place.segments.at(-1)?.name).toBe('First')
    expect([tile(page)?.value, tile(page)?.n]).toEqual([100, 10])
    expect(page.own).toBe('store,all,s1')
    const [, ranking] = page.answers
    const rows = ranking?.type === 'RankingTableComponent' ? rankingRows(ranking) : []
    expect(rows.map(({ path, cells: [cell] }) => [path, cell?.rank])).toEqual([
      ['store,all,s1', 1],
      ['store,all,s2', 2],
    ])
  })

  it('hears of new answers by the load count', async () => {
    const { token } = await make()
    const [before, page] = [await stateOf(token), await pageOf(token)]
    const more = async function* () {
      for (let at = 0; at < 10; at++) yield { key: `more ${at}`, answers: { store: 's1', nps: 10 } }
    }
    await storeInterviews(test.stores, await findSurvey(test.stores, acme, 'small'), more(), { import: 'more' })
    await catchUp(test.stores)
    expect((await stateOf(token)).loadCount).toBeGreaterThan(before.loadCount)
    expect((await pageOf(token)).place.nInterviews).toBe((page.place.nInterviews ?? 0) + 10)
  })

  it('keeps to the protection of its survey, and its looks are written down', async () => {
    await test.survey(await test.universe('closed'), files({ protection: true, minimumN: 20 }), interviews)
    const closed = { ...root, 'kaiku-universe': 'closed' }
    const few = await test.app.inject({
      ...{
        url: '/api/vuejs/surveys/apikey/create/small?label=Lobby&pages=overview&path=store,all,s1',
        headers: closed,
      },
    })
    expect(few.statusCode).toBe(404)
    const { keyId, token } = await make('&path=store,all', closed)
    expect(tile(await pageOf(token))).toMatchObject({ state: 'shown', n: 40 })
    const { rows } = await test.stores.service.query(
      `select actor, actor_name as name, after ->> 'key' as key from audit where action = 'page.view'`,
    )
    expect(rows).toEqual([{ actor: null, name: 'big screen “Lobby”', key: keyId }])
  })

  it('is nobody: its token opens no call of a person, and a person’s none of its own', async () => {
    const { token } = await make()
    for (const url of ['/api/session/identity', '/api/vuejs/surveys/one/small', '/api/result/place/small/store,all'])
      expect((await test.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401)
    expect((await test.app.inject({ url: '/api/bigscreen/state', headers: root })).statusCode).toBe(401)
  })

  it('goes blank when its key is revoked, and when its last day is over', async () => {
    const { keyId, token } = await make()
    expect((await ask('state', token)).statusCode).toBe(200)
    const used = await administer('list/small')
    expect(used.find((one: { keyId: string }) => one.keyId === keyId).usedAt).not.toBeNull()
    await administer(`delete/small/${keyId}`)
    for (const path of ['state', 'page/overview'])
      expect((await ask(path, token)).json()).toMatchObject({ code: 'unauthenticated' })
    const ended = await make('&expiresOn=2020-01-01')
    for (const path of ['state', 'page/overview'])
      expect((await ask(path, ended.token)).json()).toMatchObject({ code: 'forbidden' })
  })

  it('goes on beside somebody who guesses keys, and so does one that is new at that address', async () => {
    const { token } = await make()
    const guess = async (at: number) => (await ask('state', `kaiku_key_${at}`, '10.1.2.3')).statusCode
    expect((await ask('state', token, '10.1.2.3')).statusCode).toBe(200)
    const guesses = []
    for (let at = 0; at < 40; at++) guesses.push(await guess(at))
    expect(guesses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)])
    expect((await ask('state', token, '10.1.2.3')).statusCode).toBe(200)
    expect((await ask('state', (await make()).token, '10.1.2.3')).statusCode).toBe(200)
    expect(await guess(99)).toBe(429)
  })
})
