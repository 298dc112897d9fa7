import { type ColumnSet, columnSetCalls } from '@kaiku/contract/column-set.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { small } from '../definition/small.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = { authorization: string }

let test: TestApp
let anna: Headers
let bert: Headers

const save = (headers: Headers, title: string, columns: string) =>
  test.app.inject({ method: 'PUT', url: '/api/vuejs/columns/small', headers, payload: { title, columns } })
async function titles(headers: Headers) {
  const reply = await test.app.inject({ url: '/api/vuejs/columns/small', headers })
  expect(reply.statusCode, reply.body).toBe(200)
  return columnSetCalls.list.reply.parse(reply.json()).map(({ title, columns }) => [title, columns])
}

beforeAll(async () => {
  test = await openTestApp()
  const universe = await test.universe('acme')
  await test.survey(universe, small)
  anna = await signedIn(test.stores, { universe, grants: [fullGrant('all')] })
  bert = await signedIn(test.stores, { universe, grants: [fullGrant('all')] })
})
afterAll(() => test?.close())

describe('columns kept under a name', () => {
  it('are one person’s own; the same name takes the place of the old', async () => {
    const first: ColumnSet = (await save(anna, ' Weekly ', 'n change')).json()
    expect(first).toMatchObject({ title: 'Weekly', columns: 'n change' })
    await save(anna, 'Everything', '')
    await save(anna, 'weekly', 'n')
    expect(await titles(anna)).toEqual([
      ['Everything', ''],
      ['weekly', 'n'],
    ])
    expect(await titles(bert)).toEqual([])
    const remove = (headers: Headers) =>
      test.app.inject({ method: 'DELETE', url: `/api/vuejs/columns/small/${first.columnSetId}`, headers })
    expect((await remove(bert)).statusCode).toBe(404)
    expect((await remove(anna)).json()).toEqual({ removed: true })
    expect((await remove(anna)).statusCode).toBe(404)
    expect(await titles(anna)).toEqual([['Everything', '']])
  })

  it('of interviews stand apart from those of rankings', async () => {
    const payload = { list: 'interview', title: 'Weekly', columns: 'nps,interview.tag' }
    const saved = await test.app.inject({ method: 'PUT', url: '/api/vuejs/columns/small', headers: anna, payload })
    expect(saved.json()).toMatchObject(payload)
    const listed = await test.app.inject({ url: '/api/vuejs/columns/small?list=interview', headers: anna })
    expect(listed.json()).toMatchObject([payload])
    expect(await titles(anna)).toEqual([['Everything', '']])
  })

  it('need a name, and are not without end', async () => {
    expect((await save(anna, '  ', 'n')).statusCode).toBe(400)
    for (let at = 0; at < 50; at++) expect((await save(bert, `Set ${at}`, 'n')).statusCode).toBe(200)
    const refused = await save(bert, 'One more', 'n')
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('50')])
    expect((await save(bert, 'set 7', 'n change')).statusCode).toBe(200)
  })
})
