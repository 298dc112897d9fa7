import { resultCalls } from '@kaiku/contract/result.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json } from '../definition/small.fixture.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

const rated = ['a', 'b', 'c', 'd', 'e', 'f']
const files = new Map(
  Object.entries({
    'settings.json': { extName: 'rated', title: 'Rated', minimumN: 5, mainIndicators: ['top', 'b', 'heap', 'mean'] },
    'questions.json': {
      questions: [
        { id: 'store', type: 'choice', title: 'Store', open: true },
        { id: 'weight', type: 'number', title: 'Weight', decimals: 1, roles: ['weight'] },
        ...rated.map((id) => ({ id, type: 'scale', title: id, min: 1, max: 5 })),
      ],
    },
    'views.json': {
      views: [
        {
          ...{ extName: 'stores', title: 'Stores', root: { title: 'All' } },
          levels: [{ question: 'store', title: 'Store' }],
        },
      ],
    },
    'indicators.json': {
      indicators: [
        ...rated.map((id) => ({ id, measure: 'mean', title: id, question: id })),
        { id: 'top', measure: 'topBox', title: 'Top', question: 'a', weight: 'role' },
        { id: 'bWeighted', measure: 'mean', title: 'B, weighted', question: 'b', weight: 'role' },
        { id: 'heap', measure: 'pooled', title: 'Heap', parts: rated.map((indicator) => ({ indicator })) },
        { id: 'mean', measure: 'composite', title: 'Mean', parts: rated.map((indicator) => ({ indicator })) },
      ],
    },
  }).map(([file, part]) => [file, json(part)]),
)

let test: TestApp
let viewer: { authorization: string }
beforeAll(async () => {
  test = await openTestApp()
  const acme = await test.universe('acme')
  const all = (answer: number) => Object.fromEntries(rated.map((id) => [id, answer]))
  // Numbers are kept as whole multiples of their last decimal.
  const people = [
    ...[1, 2, 3, 3, 4, 5, 5].map((answer) => ({ store: 'many', weight: answer === 5 ? 25 : 10, ...all(answer) })),
    { store: 'one', ...all(5) },
    { store: 'uneven', a: 1 },
    ...[4, 4, 5, 2, 3].map((answer) => ({ store: 'uneven', ...all(answer) })),
    { store: 'none' },
  ]
  await test.survey(acme, files, people)
  viewer = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Viewer] })
})
afterAll(() => test?.close())

const asked = async (store: string, component: object) => {
  const url = `/api/result/query/rated/${encodeURIComponent(`stores,all,${store}`)}`
  const reply = await test.app.inject({ method: 'POST', url, headers: viewer, payload: { components: [component] } })
  return resultCalls.query.reply.parse(reply.json()).answers[0]
}
const figures = async (store: string, indicators = ['heap', 'mean']) => {
  const tiles = await asked(store, { type: 'IndicatorTiles', indicators })
  if (tiles?.type !== 'IndicatorTiles') throw new TypeError(JSON.stringify(tiles))
  return tiles.tiles.map(({ figure }) => figure)
}

it('a pooled indicator counts people, and takes the answers of one person together', async () => {
  const [heap, mean] = await figures('many')
  expect(heap).toEqual(mean)
  expect(heap).toMatchObject({ n: 7, value: 23 / 7, state: 'shown' })
})

it('is the mean of all answers where people answer unequally many', async () => {
  const [heap, mean] = await figures('uneven')
  expect([heap?.n, heap?.value]).toEqual([6, (1 + 6 * 18) / 31])
  expect(mean?.value).toBe(19 / 6)
})

it('of one person is few answers, however many they gave', async () => {
  const [heap] = await figures('one')
  expect(heap).toMatchObject({ n: 1, state: 'few' })
  expect((await figures('none'))[0]).toMatchObject({ n: 0, value: null })
})

it('bars are weighted as the main tile of their question is, and say so', async () => {
  const bars = async (question: string) => {
    const found = await asked('many', { type: 'Distribution', question })
    if (found?.type !== 'Distribution') throw new TypeError(JSON.stringify(found))
    const top = found.bars.filter(({ code }) => code === '4' || code === '5')
    return { weighted: found.weighted, top: top.reduce((sum, { share }) => sum + (share ?? 0), 0) }
  }
  const [top] = await figures('many', ['top'])
  expect(await bars('a')).toEqual({ weighted: true, top: top?.value })
  expect(top?.value).toBe(60)
  expect(await bars('b')).toEqual({ weighted: false, top: expect.closeTo((100 * 3) / 7, 10) })
})
