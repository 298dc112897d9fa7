import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { addMember, createPerson } from '../person/person.ts'
import { ensureRole, giveRole, usualRoles } from '../role/role.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({}, { own: true })
  const acme = await test.universe('acme')
  const indicators = [{ id: 'nps', measure: 'nps', question: 'nps', title: 'NPS' }]
  const files = new Map([...small, ['indicators.json', json({ indicators })]])
  await test.survey(acme, files, [
    { store: 's1', nps: 9 },
    { store: 's1', nps: 10 },
    { store: 's2', nps: 3 },
  ])
  const { id } = await createPerson(test.stores, { username: 'program', password: 'only reads figures 7' })
  await addMember(test.stores.service, acme, id)
  const role = await ensureRole(test.stores.service, acme, usualRoles.Administrator)
  await giveRole(test.stores.service, acme, role, id)
})
afterAll(() => test?.close())

describe('a program that reads figures', () => {
  it('signs in as a user and asks for components, as docs/api.md says', async () => {
    const payload = { username: 'program', password: 'only reads figures 7', universe: 'acme' }
    const { authToken } = (await test.app.inject({ method: 'POST', url: '/api/vuejs/auth/login', payload })).json()
    const reply = await test.app.inject({
      ...{ method: 'POST', url: '/api/result/query/small/store,all?compare=none' },
      headers: { authorization: `Bearer ${authToken}`, 'kaiku-universe': 'acme' },
      payload: { components: [{ type: 'IndicatorTiles', indicators: ['nps'] }] },
    })
    expect(reply.statusCode).toBe(200)
    expect(JSON.stringify(reply.json().answers[0])).toContain('"n":3')
    expect(JSON.stringify(reply.json().answers[0])).toContain('33.3')
  })
})
