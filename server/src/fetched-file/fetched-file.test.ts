import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../outgoing/sftp.ts'
import { openSftpServer, type ServedFile } from '../outgoing/sftp-server.fixture.ts'
import { publish } from '../publishing/definition.ts'
import { answers, type FetchWorld, files, openFetchWorld } from './fetch.fixture.ts'

let world: FetchWorld
beforeAll(async () => {
  world = await openFetchWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.stores.service.query('delete from fetch_address')
})

const https = { address: 'https://agency.example/answers.csv' }
const saved = (more: object = {}) => Object.assign({}, world.usual, https, more)
const key = (reply: { json: () => { reason?: { key: string } } }) => reply.json().reason?.key

describe('who may import into a survey', () => {
  it('has files fetched; nobody else sees or changes an address, and another universe knows of none', async () => {
    const made = await world.create(https)
    expect((await world.call('GET', 'list/retail', world.colleague)).json()).toMatchObject([{ title: 'Agency' }])
    const calls = [
      ['GET', 'list/retail'],
      ['POST', 'create/retail', saved()],
      ['PUT', `change/retail/${made.addressId}`, saved({ version: 1 })],
      ['POST', `pause/retail/${made.addressId}`, { isPaused: true }],
      ['POST', `try/retail/${made.addressId}`],
      ['POST', `accept/retail/${made.addressId}`, { hostKey: `SHA256:${'a'.repeat(43)}` }],
      ['POST', `run/retail/${made.addressId}`],
      ['GET', `runs/retail/${made.addressId}`],
      ['DELETE', `remove/retail/${made.addressId}`],
    ] as const
    for (const [method, url, body] of calls) {
      expect((await world.call(method, url, world.viewer, body)).statusCode, url).toBe(403)
      const reply = await world.app.inject({ method, url: `/api/fetched-file/${url}`, ...(body && { payload: body }) })
      expect(reply.statusCode, url).toBe(401)
      if (url.includes(made.addressId))
        expect((await world.call(method, url, world.foreign, body)).statusCode, url).toBe(404)
    }
    expect((await world.call('GET', 'list/retail', world.foreign)).json()).toEqual([])
    expect((await world.call('GET', 'list/retail', world.admin)).json()).toHaveLength(1)
  })

  it('does so in a protected survey by the same rights', async () => {
    const shield = files({ extName: 'shield', title: 'Shield', protection: true })
    await publish(world.stores, world.acme, shield, 'test')
    expect((await world.call('POST', 'create/shield', world.viewer, saved())).statusCode).toBe(403)
    expect((await world.call('POST', 'create/shield', world.admin, saved())).statusCode).toBe(200)
    // An address of one survey is none of another.
    const [made] = (await world.call('GET', 'list/shield', world.admin)).json()
    expect((await world.call('GET', `runs/retail/${made.addressId}`, world.admin)).statusCode).toBe(404)
  })

  it('is who files are fetched for: without the right nothing is, and the page says why', async () => {
    const leaver = await world.as(world.acme, [
      { role: 'Importer', permissions: ['importData'], surveys: null, rows: {}, figures: null },
    ])
    const made = await world.create(https, leaver)
    const { userId } = (await world.app.inject({ url: '/api/account', headers: leaver })).json()
    await world.stores.service.query(`update person set deactivated_at = now() where id = $1`, [userId])
    expect(await world.now(made)).toMatchObject({ outcome: 'refused', fault: { reason: { key: 'fetch.noRight' } } })
  })
})

describe('an address', () => {
  it.each([
    ['http://agency.example/a.csv', 'webhook.scheme'],
    ['https://me:secret@agency.example/a.csv', 'webhook.password'],
    ['https://10.1.2.3/a.csv', 'webhook.closed'],
    ['ftp://agency.example/a.csv', 'webhook.scheme'],
    ['sftp://me:secret@agency.example/a.csv', 'fetch.password'],
    ['sftp://agency.example/a.csv', 'fetch.address'],
    ['sftp://me@10.1.2.3/a.csv', 'webhook.closed'],
    ['sftp://me@0x0a010203/a.csv', 'webhook.closed'],
    ['sftp://me@[::1]/a.csv', 'webhook.closed'],
    ['sftp://me@agency.example/../a.csv', 'fetch.address'],
    ['sftp://me@agency.example/o*t/a.csv', 'fetch.address'],
    ['sftp://me@agency.example/out/', 'fetch.address'],
    ['sftp://me@agency.example:99999/a.csv', 'fetch.address'],
  ])('may not be %s', async (address, reason) => {
    const secret = { kind: address.startsWith('sftp') ? 'password' : 'none', password: 'x' }
    const body = saved({ address, secret: secret.kind === 'none' ? { kind: 'none' } : secret })
    expect(key(await world.call('POST', 'create/retail', world.admin, body))).toBe(reason)
  })

  it('keeps its secret to itself, to its server and to whoever entered it', async () => {
    const secret = { kind: 'header', header: 'Authorization', value: 'Bearer hush' }
    const made = await world.create({ address: https.address, secret })
    expect(made).toMatchObject({ secretKind: 'header' })
    expect(JSON.stringify(made)).not.toContain('hush')
    const kept = await world.stores.owner.query('select secret from fetch_address')
    expect(kept.rows[0].secret).not.toContain('hush')
    const change = (more: object, headers = world.admin) =>
      world.call(
        'PUT',
        `change/retail/${made.addressId}`,
        headers,
        saved(Object.assign({ version: made.version }, more)),
      )
    expect(key(await change({ address: 'https://thief.example/answers.csv' }))).toBe('fetch.secretAgain')
    expect(key(await change({}, world.colleague))).toBe('fetch.secretAgain')
    const other = await change({ title: 'Other', address: 'https://agency.example/more.csv' })
    expect(other.json()).toMatchObject({ title: 'Other', secretKind: 'header', version: 2 })
    expect(key(await change({}))).toBe('fetch.changed')
    const taken = await change({ version: 2, secret: { kind: 'none' } }, world.colleague)
    expect(taken.json()).toMatchObject({ secretKind: 'none' })
    expect((await world.stores.owner.query('select secret from fetch_address')).rows[0].secret).toBeNull()
  })

  it('of a server asks for what that server asks for', async () => {
    const none = await world.call(
      'POST',
      'create/retail',
      world.admin,
      saved({ address: 'sftp://me@agency.example/a.csv' }),
    )
    expect(key(none)).toBe('fetch.secretKind')
    const wrong = await world.call(
      'POST',
      'create/retail',
      world.admin,
      saved({ secret: { kind: 'password', password: 'x' } }),
    )
    expect(key(wrong)).toBe('fetch.secretKind')
  })
})

describe('a schedule', () => {
  it('asks once at each time, by the clock of its zone, not while it is paused and not twice at once', async () => {
    const made = await world.create(Object.assign({ rule: { every: 'hour', minutes: 15 } }, https))
    const first = Date.parse(made.nextAt ?? '')
    expect(new Date(first).getUTCMinutes()).toBe(15)
    await Promise.all([world.plan(first), world.plan(first)])
    expect(await world.runs(made)).toMatchObject([{ outcome: 'running', isByHand: false }])
    // One goes on: the next is left out.
    await world.plan(first + 3_600_000)
    expect(await world.runs(made)).toHaveLength(1)
    const [listed] = (await world.call('GET', 'list/retail', world.admin)).json()
    expect(Date.parse(listed.nextAt)).toBe(first + 2 * 3_600_000)
    await world.stores.service.query(`update task set state = 'cancelled'`)
    expect(await world.runs(made)).toMatchObject([{ outcome: 'cancelled' }])
    const paused = await world.call('POST', `pause/retail/${made.addressId}`, world.admin, { isPaused: true })
    expect(paused.json()).toMatchObject({ state: 'paused', nextAt: null })
    await world.plan(first + 10 * 3_600_000)
    expect(await world.runs(made)).toHaveLength(1)
    await world.call('DELETE', `remove/retail/${made.addressId}`, world.admin)
    expect((await world.call('GET', 'list/retail', world.admin)).json()).toEqual([])
  })
})

it('imports whole files only where it is cancelled, and nothing after', async () => {
  const served = new Map<string, ServedFile>([
    ['/a.csv', { content: answers([1, 2]), changedAt: 0 }],
    ['/b.csv', { content: answers([1, 2], 20), changedAt: 0 }],
  ])
  const server = await openSftpServer({ files: served })
  const secret = { kind: 'password', password: 'right' }
  const made = await world.create({ address: `sftp://${server.host}/*.csv`, secret })
  const shown = (await world.call('POST', `try/retail/${made.addressId}`, world.admin)).json()
  expect(shown.hostKey.found).toMatch(/^SHA256:/)
  expect(fingerprintOf(Buffer.from('x'))).toHaveLength(shown.hostKey.found.length)
  await world.accept(made, shown.hostKey.found)
  const before = await world.count()
  await world.call('POST', `run/retail/${made.addressId}`, world.admin)
  await world.stores.service.query(`update task set state = 'cancelled', ended_at = now() where state = 'waiting'`)
  await world.work()
  expect(await world.count()).toBe(before)
  expect(await world.now(made)).toMatchObject({ files: [{ inserted: 2 }, { inserted: 2 }] })
  await server.close()
})
