import { createHmac } from 'node:crypto'
import type { Webhook, WebhookDelivery } from '@kaiku/contract/webhook.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { webhookEvents } from '@kaiku/core/webhook-event.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { deliverDue, listener, type WebhookListener } from './listener.fixture.ts'

type Headers = Record<string, string>
const own = ['127.0.0.1']
const nobody = '01890000-0000-7000-8000-000000000000'
let test: TestApp
let program: WebhookListener
let owner: Headers
let elsewhere: Headers
let guest: Headers
let keeper: Headers

beforeAll(async () => {
  test = await openTestApp({ WEBHOOK_HOSTS: own.join() })
  const acme = await test.universe('acme')
  owner = await signedIn(test.stores, { universe: acme, grants: [fullGrant('all')] })
  guest = await signedIn(test.stores, {
    universe: acme,
    grants: [{ ...fullGrant('seer'), permissions: ['seeIndicators'] }],
  })
  keeper = await signedIn(test.stores, {
    ...{ universe: acme, grants: [{ ...fullGrant('keeper'), permissions: ['manageUniverse'] }] },
  })
  elsewhere = await signedIn(test.stores, { universe: await test.universe('globex'), grants: [fullGrant('all')] })
  program = await listener()
})
beforeEach(async () => {
  await test.stores.service.query('delete from webhook')
  program.told.length = 0
  program.mood.status = 200
})
afterAll(async () => {
  program?.close()
  await test?.close()
})

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, headers = owner) =>
  test.app.inject({ method, url: `/api/webhook/${path}`, headers, ...(payload && { payload }) })
const settings = () => ({ label: 'Desk', url: program.url, events: ['alert.raised', 'interview.created'] })
const create = (more: object = {}, headers = owner) => call('POST', 'create', { ...settings(), ...more }, headers)
const list = async (headers = owner): Promise<Webhook[]> => (await call('GET', 'list', undefined, headers)).json()
const deliveries = async (hookId: string, state: string): Promise<WebhookDelivery[]> =>
  (await call('GET', `deliveries/${hookId}?state=${state}`)).json()
async function deliver() {
  await test.stores.service.query(`update webhook_delivery set next_at = now() where state = 'waiting'`)
  return deliverDue(test.stores, own)
}

describe('the calls of webhooks', () => {
  it('make one, whose secret is told once and whose deed is audited', async () => {
    const made = await create()
    expect(made.statusCode).toBe(200)
    const { hookId, secret } = made.json()
    expect(secret).toMatch(/^kaiku_hook_[\w-]{43}$/)
    const listed = await call('GET', 'list')
    expect(listed.body).not.toContain('kaiku_hook_')
    expect(listed.json()).toEqual([
      {
        ...{ hookId, label: 'Desk', url: program.url, contacts: false, pausedAt: null, deliveredAt: null },
        ...{ events: ['interview.created', 'alert.raised'], surveys: [], waiting: 0, refused: 0, dead: 0 },
      },
    ])
    const { rows } = await test.stores.service.query(
      `select subject, after from audit where action = 'webhook.change' order by at desc limit 1`,
    )
    expect(rows).toMatchObject([{ subject: 'Desk', after: { webhook: hookId, url: program.url } }])
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('are for who manages the universe, and making one for who may do everything there', async () => {
    const { hookId } = (await create()).json()
    for (const [method, path, body] of [
      ['GET', 'list'],
      ['POST', 'create', settings()],
      ['POST', `rotate/${hookId}`],
      ['POST', `pause/${hookId}`, { isPaused: true }],
      ['POST', `test/${hookId}`],
      ['GET', `deliveries/${hookId}?state=dead`],
      ['POST', `resend/${hookId}`, {}],
      ['DELETE', `remove/${hookId}`],
    ] as const) {
      expect((await call(method, path, body, guest)).statusCode, path).toBe(403)
      expect((await call(method, path, body, {})).statusCode, path).toBe(401)
      if (path.includes('/')) expect((await call(method, path, body, elsewhere)).statusCode, path).toBe(404)
    }
    expect(await list(elsewhere)).toEqual([])
    expect((await create({}, keeper)).json()).toMatchObject({
      code: 'forbidden',
      reason: { key: 'webhook.everything' },
    })
    expect(await list(keeper)).toHaveLength(1)
  })

  it.each([
    ['http://example.com/', 'webhook.scheme'],
    ['nonsense', 'webhook.address'],
    ['https://user:secret@example.com/', 'webhook.password'],
    ['https://10.1.2.3/', 'webhook.closed'],
  ])('refuse to tell %s, and say why', async (url, key) => {
    const refused = await create({ url })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'invalid', reason: { key }, details: [{ place: 'url' }] })
  })

  it('refuse an unknown event, none, and one webhook too many', async () => {
    expect((await create({ events: ['interview.created', 'nonsense'] })).json()).toMatchObject({
      ...{ code: 'invalid', details: [{ place: 'body.events[1]', found: '"nonsense"' }] },
    })
    expect((await create({ events: [] })).json()).toMatchObject({ details: [{ place: 'body.events' }] })
    for (let at = 0; at < 20; at++) expect((await create({ label: `Desk ${at}` })).statusCode).toBe(200)
    expect((await create()).json()).toMatchObject({
      code: 'invalid',
      reason: { key: 'webhook.most', values: { most: 20 } },
    })
    expect((await create({}, elsewhere)).statusCode).toBe(200)
  })

  it('make a new secret; both sign meanwhile', async () => {
    const { hookId, secret } = (await create()).json()
    const { secret: renewed } = (await call('POST', `rotate/${hookId}`)).json()
    expect(renewed).not.toBe(secret)
    await call('POST', `test/${hookId}`)
    await deliver()
    const [{ headers, body } = { headers: {}, body: '' }] = program.told
    const [, at = '', first, second] = /^t=(\d+),v1=(\w+),v1=(\w+)$/.exec(String(headers['kaiku-signature'])) ?? []
    const sign = (key: string) => createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
    expect([first, second]).toEqual([sign(renewed), sign(secret)])
  })

  it('pause one, for which what happens waits without being in another’s way, and resume it', async () => {
    const { hookId } = (await create()).json()
    const other = (await create({ label: 'Other', events: webhookEvents })).json()
    expect((await call('POST', `pause/${hookId}`, { isPaused: true })).json()).toEqual({ isPaused: true })
    for (let at = 0; at < 25; at++) await call('POST', `test/${hookId}`)
    await call('POST', `test/${other.hookId}`)
    expect(await deliver()).toBe(1)
    expect(await deliver()).toBe(0)
    expect(await list()).toMatchObject([
      { label: 'Desk', pausedAt: expect.any(String), waiting: 25, refused: 0, deliveredAt: null },
      { label: 'Other', pausedAt: null, waiting: 0, deliveredAt: expect.any(String) },
    ])
    expect((await deliveries(hookId, 'waiting'))[0]).toMatchObject({ event: 'test', attempts: 0, nextAt: null })
    await call('POST', `pause/${hookId}`, { isPaused: false })
    for (const fitting of [10, 10, 5]) expect(await deliver()).toBe(fitting)
    expect((await list())[0]).toMatchObject({ pausedAt: null, waiting: 0 })
  })

  it('forget what waited for a paused one for a month, and nothing that waits for another', async () => {
    const { hookId } = (await create()).json()
    const other = (await create({ label: 'Other' })).json()
    for (const one of [hookId, other.hookId]) await call('POST', `test/${one}`)
    await call('POST', `pause/${hookId}`, { isPaused: true })
    await test.stores.service.query(`update webhook_delivery set next_at = now() - interval '31 days'`)
    expect(await deliverDue(test.stores, own)).toBe(1)
    await deliverDue(test.stores, own)
    expect(await list()).toMatchObject([{ waiting: 0 }, { deliveredAt: expect.any(String) }])
    expect(await deliveries(hookId, 'waiting')).toEqual([])
  })

  it('show why a message was given up, and send it again: one, or all', async () => {
    const { hookId } = (await create()).json()
    program.mood.status = 500
    for (let at = 0; at < 3; at++) await call('POST', `test/${hookId}`)
    await deliver()
    expect(await list()).toMatchObject([{ waiting: 3, refused: 3, dead: 0 }])
    await test.stores.service.query('update webhook_delivery set attempts = 19')
    await deliver()
    const dead = await deliveries(hookId, 'dead')
    expect(dead).toHaveLength(3)
    expect(dead[0]).toMatchObject({ state: 'dead', attempts: 20, fault: 'It answered 500.', nextAt: null })
    program.mood.status = 204
    const { deliveryId } = dead[0] ?? { deliveryId: '' }
    expect((await call('POST', `resend/${hookId}`, { deliveryId })).json()).toEqual({ resent: 1 })
    await deliver()
    expect(await deliveries(hookId, 'delivered')).toMatchObject([{ deliveryId, fault: null, attempts: 1 }])
    expect((await call('POST', `resend/${hookId}`, { deliveryId })).statusCode).toBe(404)
    expect((await call('POST', `resend/${hookId}`, {})).json()).toEqual({ resent: 2 })
    await deliver()
    expect(await list()).toMatchObject([{ waiting: 0, dead: 0, deliveredAt: expect.any(String) }])
  })

  it('delete one with what waits for it', async () => {
    const { hookId } = (await create()).json()
    await call('POST', `test/${hookId}`)
    expect((await call('DELETE', `remove/${hookId}`)).json()).toEqual({ removed: true })
    expect(await list()).toEqual([])
    expect(await deliver()).toBe(0)
    expect((await call('POST', `test/${hookId}`)).statusCode).toBe(404)
    expect((await call('POST', `pause/${nobody}`, { isPaused: true })).statusCode).toBe(404)
  })
})
