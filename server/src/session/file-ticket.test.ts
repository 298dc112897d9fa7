import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld } from '../alert/alert.fixture.ts'
import { forgetRights } from './who.ts'

let world: AlertWorld
let reader: { authorization: string }
beforeAll(async () => {
  world = await openAlertWorld()
  await world.answer([{ day: '2026-11-02', store: 'kamppi', channel: 'web', nps: 10 }])
  reader = await world.person('Reader', [], ['seeIndicators', 'seeInterviews', 'export'])
})
afterAll(() => world.close())

const file = '/api/vuejs/reports/recordtable/visits/region,all;channel=web?format=csv&search=%20'
const get = async (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })
async function ticketFor(address: string, headers: Record<string, string> = reader) {
  const reply = await world.app.inject({
    ...{ method: 'POST', url: '/api/session/fileticket', headers, payload: { address } },
  })
  return { status: reply.statusCode, address: String(reply.json().address) }
}
const code = async (url: string) => (await get(url)).statusCode

describe('a ticket for a file', () => {
  it('opens it once, as its person, as the same call with a token does', async () => {
    const { address } = await ticketFor(file)
    const first = await get(address)
    expect(first.statusCode).toBe(200)
    expect(first.body).toBe((await get(file, reader)).body)
    expect(await code(address)).toBe(401)
  })

  it('opens nothing else: no other file, no other question, no call that is no file', async () => {
    const { address } = await ticketFor(file)
    expect(await code(address.replace('format=csv', 'format=xlsx'))).toBe(401)
    expect(await code(address.replace('web', 'phone'))).toBe(401)
    const ticket = /ticket=[^&]+/.exec(address)?.[0]
    expect(await code(`/api/account?${ticket}`)).toBe(401)
    const { address: own } = await ticketFor('/api/account')
    expect(await code(own)).toBe(401)
    const payload = { address: file }
    expect(
      (await world.app.inject({ method: 'POST', url: `/api/session/fileticket?${ticket}`, payload })).statusCode,
    ).toBe(401)
    // It was tried elsewhere and is not used up.
    expect(await code(address)).toBe(200)
  })

  it('is for addresses of calls alone, and for who stands for nobody else', async () => {
    for (const address of ['', 'https://elsewhere.example/api/', '//elsewhere.example/api/', '/page/overview'])
      expect((await ticketFor(address)).status).toBe(400)
    expect((await ticketFor(file, {})).status).toBe(401)
    const manager = await world.person('Manager', [], ['manageUsers', 'seeIndicators', 'seeInterviews', 'export'])
    const { userId } = (await get('/api/account', reader)).json()
    expect((await ticketFor(file, { ...manager, 'kaiku-view-as': userId })).status).toBe(403)
  })

  it('gives what its person may have when it is used, and nothing when its time is over', async () => {
    const { address } = await ticketFor(file)
    await world.stores.service.query(`update ticket set expires_at = now() where purpose = 'file'`)
    expect(await code(address)).toBe(401)
    const { address: later } = await ticketFor(file)
    await world.stores.service.query(`update role set permissions = array['seeIndicators'] where name = 'Reader'`)
    forgetRights(world.stores)
    expect(await code(later)).toBe(403)
  })
})
