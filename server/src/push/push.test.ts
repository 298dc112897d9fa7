import type { ReplyOf } from '@kaiku/contract/call.ts'
import { noticeKinds } from '@kaiku/contract/notification.ts'
import type { pushCalls } from '@kaiku/contract/push.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld } from '../alert/alert.fixture.ts'
import { tellPeople } from '../alert-notice/tell-people.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { listener, type WebhookListener } from '../webhook/listener.fixture.ts'
import { readVapid, subscribedBrowser } from './browser.fixture.ts'
import { limits, sendPushes } from './send-pushes.ts'

type Headers = { authorization: string }
type Devices = ReplyOf<(typeof pushCalls)['list']>
const at = Date.now()
const publicUrl = 'https://kaiku.example.com'

let world: AlertWorld
let service: WebhookListener
let manager: Headers
let other: Headers
let managed: { userId: string }
beforeAll(async () => {
  world = await openAlertWorld(undefined, { WEBHOOK_HOSTS: '127.0.0.1' })
  service = await listener()
  manager = await world.person('Store manager Lund', ['se', 'lund'])
  other = await world.person('Regional manager Sweden', ['se'])
  managed = (await world.app.inject({ url: '/api/account', headers: manager })).json()
  await world.stores.service.query(`update person set locale = 'sv' where id = $1`, [managed.userId])
})
afterEach(async () => {
  service.mood.status = 200
  service.told.length = 0
  service.bodies.length = 0
  await world.stores.service.query('delete from push_device')
})
afterAll(async () => {
  service?.close()
  await world?.close()
})

const sending = { ...readConfiguration({}), publicUrl, webhookHosts: ['127.0.0.1'] }
const subscribe = async (headers: Headers, more: object = {}) => {
  const browser = subscribedBrowser(`${service.url}/${Math.random()}`)
  const payload = { ...browser.subscription, kinds: noticeKinds, ...more }
  const reply = await world.app.inject({ method: 'PUT', url: '/api/account/push', headers, payload })
  return { browser, reply }
}
const devices = async (headers = manager): Promise<Devices> =>
  (await world.app.inject({ url: '/api/account/push', headers })).json()
const raise = async () => {
  const answers = { who: 'cecilia@customer.example', store: 'lund', channel: 'web', nps: 1, comment: 'Call 358 40' }
  await world.answer([{ day: dayIn('Europe/Helsinki', at), ...answers }], at)
  const { rows } = await world.list(other, 'region,all,se', 'sort=newest')
  return rows[0]?.alertId ?? ''
}
const tell = async () => {
  await tellPeople(world.stores, publicUrl, at)
  const lanes = new WorkLanes(limits, (error) => expect.unreachable(String(error)))
  while ((await sendPushes(world.stores, sending, lanes, new AbortController().signal)) > 0) await lanes.allEnd()
}
const waiting = async () => (await world.stores.service.query('select 1 from push_delivery')).rowCount
const isTime = () => world.stores.service.query(`update push_delivery set next_at = now()`)

describe('a device', () => {
  it('is told of a new alert once, encrypted to it and signed by the installation, with no answer and nobody’s name', async () => {
    const { browser, reply } = await subscribe(manager)
    expect(reply.statusCode).toBe(200)
    const alertId = await raise()
    await tell()
    await tell()
    const [told, ...more] = service.told
    expect(more).toEqual([])
    if (!told) throw new Error('nothing was told')
    expect(told.headers).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream', ttl: '86400' },
      topic: expect.stringMatching(/^[\w-]{1,32}$/),
    })
    expect(told.body).not.toMatch(/larm|Lund|visits/)
    const message = browser.read(service.bodies[0] ?? Buffer.of())
    expect(message).toMatchObject({ title: 'Nytt larm', body: 'Hög · Dina olösta larm: 1', locale: 'sv' })
    expect(message.path).toBe(`/alert/visits/${alertId}?universe=acme`)
    expect(JSON.stringify(message)).not.toMatch(/cecilia|358|Lund|of 10/)

    const { key, claims } = readVapid(told.headers.authorization ?? '')
    expect(key).toBe((await devices()).applicationKey)
    expect(claims).toMatchObject({ aud: new URL(service.url).origin, sub: publicUrl })
    expect(Number(claims.exp) * 1000 - Date.now()).toBeLessThanOrEqual(86_400_000)
    expect(await waiting()).toBe(0)
  })

  it('is told what it was switched on for, and nobody else’s device is', async () => {
    await subscribe(manager, { kinds: ['mentioned'] })
    await subscribe(other)
    await raise()
    await tell()
    expect(service.told).toEqual([])
  })

  it('is forgotten where its push service does not know it any more', async () => {
    await subscribe(manager)
    service.mood.status = 410
    await raise()
    await tell()
    expect(service.told).toHaveLength(1)
    expect((await devices()).devices).toEqual([])
    expect(await waiting()).toBe(0)
  })

  it('is told later where the push service is away, and not what is solved meanwhile', async () => {
    const { browser } = await subscribe(manager)
    service.mood.status = 503
    const alertId = await raise()
    await tell()
    expect([service.told.length, await waiting()]).toEqual([1, 1])
    service.mood.status = 201
    await isTime()
    await tell()
    expect(service.bodies.map((body) => browser.read(body).tag)).toHaveLength(2)
    expect(service.told[1]?.headers.topic).toBe(service.told[0]?.headers.topic)
    expect(await waiting()).toBe(0)

    service.mood.status = 503
    await raise()
    await tell()
    const { rows } = await world.list(other, 'region,all,se', 'sort=newest')
    for (const { alertId: id, version } of rows)
      await world.post(other, `change/visits/${id}`, { version, state: 'solved', rootCause: 'queue', action: 'called' })
    service.told.length = 0
    await isTime()
    await tell()
    expect([service.told, await waiting()]).toEqual([[], 0])
    expect(alertId).not.toBe('')
  })

  it('hears nothing after its person has signed out there, or was switched off', async () => {
    const again = await world.person('Store manager Kamppi', ['fi', 'south', 'kamppi'])
    await subscribe(again)
    await world.app.inject({ method: 'POST', url: '/api/session/logout', headers: again, payload: {} })
    await world.answer([{ day: dayIn('Europe/Helsinki', at), store: 'kamppi', nps: 1 }], at)
    await tell()
    expect(service.told).toEqual([])
    expect(await waiting()).toBe(0)

    await subscribe(manager)
    await world.stores.service.query('update person set deactivated_at = now() where id = $1', [managed.userId])
    await raise()
    await tell()
    expect(service.told).toEqual([])
    await world.stores.service.query('update person set deactivated_at = null where id = $1', [managed.userId])
  })
})

describe('an account', () => {
  it('has its own devices, and removes them; another’s are not there', async () => {
    const { reply } = await subscribe(manager)
    const { deviceId } = reply.json()
    expect((await devices()).devices).toMatchObject([{ deviceId, mark: expect.stringMatching(/^[\w-]{43}$/) }])
    expect((await devices(other)).devices).toEqual([])
    const remove = (headers: Headers) =>
      world.app.inject({ method: 'DELETE', url: `/api/account/push/${deviceId}`, headers })
    expect((await remove(other)).statusCode).toBe(404)
    expect((await remove(manager)).statusCode).toBe(200)
    expect((await devices()).devices).toEqual([])
  })

  it('takes no endpoint within the network, and no keys that are none', async () => {
    for (const endpoint of [
      'http://push.example/x',
      'https://10.1.2.3/x',
      'https://[::1]/x',
      'https://a:b@push.example/',
      'x',
    ])
      expect((await subscribe(manager, { endpoint })).reply.json(), endpoint).toMatchObject({
        ...{ code: 'invalid', details: [{ place: 'endpoint' }] },
      })
    const keys = { p256dh: 'AAAA', auth: 'AAAA' }
    expect((await subscribe(manager, { keys })).reply.json()).toMatchObject({ details: [{ place: 'keys' }] })
  })

  it('goes on with a device in another session and subscription, unless it was removed meanwhile', async () => {
    const { deviceId } = (await subscribe(manager, { kinds: ['raised'] })).reply.json()
    const { reply } = await subscribe(manager, { kinds: ['raised'], renews: deviceId })
    expect(reply.json()).toMatchObject({ deviceId, kinds: ['raised'] })
    expect((await devices()).devices.map((one) => one.deviceId)).toEqual([deviceId])
    expect((await subscribe(other, { renews: deviceId })).reply.statusCode).toBe(404)
    await world.app.inject({ method: 'DELETE', url: `/api/account/push/${deviceId}`, headers: manager })
    expect((await subscribe(manager, { renews: deviceId })).reply.statusCode).toBe(404)
    expect((await devices()).devices).toEqual([])
  })

  it('loses a browser to the next who switches it on there', async () => {
    const { browser } = await subscribe(manager)
    await raise()
    await tellPeople(world.stores, publicUrl, at)
    expect(await waiting()).toBe(1)
    await subscribe(other, browser.subscription)
    expect([(await devices()).devices.length, (await devices(other)).devices.length]).toEqual([0, 1])
    await tell()
    expect(service.told).toEqual([])
  })
})
