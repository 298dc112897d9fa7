import type { AnswerOf } from '@kaiku/contract/result.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type List = AnswerOf<'InterviewList'>

/** So many that their ids, written beside each other, are longer than ClickHouse reads by itself. */
const many = 40_000
const names: Readonly<Record<string, string>> = { a: 'Zeta', b: 'alfa', c: 'Kauppa 10', d: 'Kauppa 9', e: 'Öljy' }
const [view] = parts['views.json'].views
const nodes = [
  ...Object.entries(names).map(([id, name]) => ({ id, name })),
  ...Array.from({ length: many }, (_, at) => ({ id: `none-${at}`, name: `Nobody ${at}` })),
]

let test: TestApp
let headers: { authorization: string }
beforeAll(async () => {
  test = await openTestApp()
  const universe = await test.universe('acme')
  const files = filesOf({
    ...{ 'settings.json': parts['settings.json'], 'questions.json': parts['questions.json'] },
    'views.json': { views: [{ ...view, nodes }] },
  })
  const answers = [...Object.keys(names), 'b'].map((store) => ({ day: '2026-11-01', store, channel: 'web', nps: 5 }))
  await test.survey(universe, files, answers)
  headers = await signedIn(test.stores, { universe, grants: [fullGrant('all')] })
})
afterAll(() => test?.close())

async function stores(by: string, falling: boolean): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = []
  for (let after: string | null = ''; after !== null; ) {
    const component = { type: 'InterviewList', columns: ['store'], limit: 2, sort: { by, falling } }
    const reply = await test.app.inject({
      ...{ method: 'POST', url: '/api/result/query/visits/region,all?compare=none&locale=fi', headers },
      payload: { components: [{ ...component, ...(after && { after }) }] },
    })
    const list = reply.json().answers[0] as List
    expect(list.type, JSON.stringify(list)).toBe('InterviewList')
    found.push(...list.rows.map(({ answers: [store] }) => store?.label ?? undefined))
    after = list.next
  }
  return found
}

it.each(['answer:store', 'place'])('sorts %s by the names of places, page after page, also of many', async (by) => {
  const sorted = ['alfa', 'alfa', 'Kauppa 9', 'Kauppa 10', 'Zeta', 'Öljy']
  expect(await stores(by, false)).toEqual(sorted)
  expect(await stores(by, true)).toEqual(sorted.toReversed())
})
