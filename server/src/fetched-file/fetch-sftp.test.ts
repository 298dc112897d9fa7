import { type AddressInfo, createServer } from 'node:net'
import type { FetchTrial } from '@kaiku/contract/fetched-file.ts'
import ssh2 from 'ssh2'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../outgoing/sftp.ts'
import { newHostKey, openSftpServer, type ServedFile } from '../outgoing/sftp-server.fixture.ts'
import { answers, type FetchWorld, openFetchWorld } from './fetch.fixture.ts'

const { utils } = ssh2
let world: FetchWorld
let served: Map<string, ServedFile>
let server: Awaited<ReturnType<typeof openSftpServer>>
const hostKey = newHostKey()
const parsed = utils.parseKey(hostKey.private)
const accepted = parsed instanceof Error ? '' : fingerprintOf(parsed.getPublicSSH())
const changedAt = Date.parse('2026-11-02T06:00:00Z')
const file = (content: Buffer, at = changedAt): ServedFile => ({ content, changedAt: at })

beforeAll(async () => {
  world = await openFetchWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  served = new Map([
    ['/out/b.csv', file(answers([4, 5], 11))],
    ['/out/a.csv', file(answers([1, 2, 3]))],
    ['/out/notes.txt', file(Buffer.from('not for anybody'))],
  ])
  server = await openSftpServer({ files: served }, hostKey)
})
afterEach(async () => {
  await server.close()
  await world.stores.service.query('delete from fetch_address')
  await world.stores.service.query('delete from task')
  await world.stores.service.query('delete from mailbox')
  await world.stores.owner.query('delete from interview')
})

const secret = { kind: 'password', password: 'right' }
const address = (more: object = {}) =>
  world.create(Object.assign({ address: `sftp://${server.host}/out/*.csv`, secret }, more))
const proven = async (more: object = {}) => world.accept(await address(more), accepted)
const trial = async (id: string) => world.call('POST', `try/retail/${id}`, world.admin)

describe('the key of a host', () => {
  it('is shown first and nothing is told to a host before somebody accepts it', async () => {
    const made = await address()
    expect(made).toMatchObject({ state: 'unproven', hostKey: null, nextAt: null })
    const shown: FetchTrial = (await trial(made.addressId)).json()
    expect(shown).toMatchObject({ hostKey: { found: accepted, accepted: null }, files: [], preview: null })
    expect(server.passwords).toEqual([])
    expect((await world.call('POST', `run/retail/${made.addressId}`, world.admin)).statusCode).toBe(409)
    const after = await world.accept(made, accepted)
    expect(after).toMatchObject({ state: 'waiting', hostKey: accepted })
    expect(await world.now(after)).toMatchObject({ outcome: 'imported' })
  })

  it('that has changed is refused and told, and no password goes there', async () => {
    const made = await proven()
    await server.close()
    server = await openSftpServer({ files: served }, newHostKey(), server.port)
    const run = await world.now(made)
    expect(run).toMatchObject({ outcome: 'refused', fault: { reason: { key: 'fetch.hostKeyChanged' } }, files: [] })
    expect(server.passwords).toEqual([])
    expect(await world.count()).toBe(0)
    expect(await world.mails()).toMatchObject([{ recipient: 'admin@acme.example' }])
    const shown: FetchTrial = (await trial(made.addressId)).json()
    expect(shown.hostKey?.accepted).toBe(accepted)
    expect(shown.hostKey?.found).not.toBe(accepted)
    expect(shown.files).toEqual([])
  })
})

describe('files of a folder', () => {
  it('are imported once, in the order of their names, and again only where they have changed', async () => {
    const made = await proven()
    const run = await world.now(made)
    expect(run?.files.map(({ name, outcome, inserted }) => [name, outcome, inserted])).toEqual([
      ['a.csv', 'imported', 3],
      ['b.csv', 'imported', 2],
    ])
    expect(await world.count()).toBe(5)
    expect(await world.now(made)).toMatchObject({ outcome: 'nothingNew', files: [] })
    served.set('/out/a.csv', file(answers([1, 2, 5]), changedAt + 60_000))
    expect((await world.now(made))?.files).toMatchObject([{ name: 'a.csv', corrected: 1, unchanged: 2, inserted: 0 }])
    // Another time, and the same in it.
    served.set('/out/b.csv', file(answers([4, 5], 11), changedAt + 60_000))
    expect(await world.now(made)).toMatchObject({ outcome: 'nothingNew', files: [{ name: 'b.csv', outcome: 'same' }] })
    const [last] = await world.imports()
    const undone = await world.app.inject({
      ...{ method: 'DELETE', url: `/api/imports/retail/${last?.importId}`, headers: world.admin },
    })
    expect(undone.json()).toMatchObject({ state: 'undone' })
  })

  it('are looked at first, and nothing is stored', async () => {
    const made = await proven()
    const before = await world.imports()
    const shown: FetchTrial = (await trial(made.addressId)).json()
    expect(shown.files.map(({ name, isNew }) => [name, isNew])).toEqual([
      ['a.csv', true],
      ['b.csv', true],
    ])
    expect(shown).toMatchObject({ file: 'a.csv', refusal: null, head: { columns: ['id', 'score', 'store'] } })
    expect(shown.preview).toMatchObject({ state: 'preview', inserted: 3, rejected: 0 })
    expect(await world.count()).toBe(0)
    expect(await world.imports()).toEqual(before)
    await world.now(made)
    const after: FetchTrial = (await trial(made.addressId)).json()
    expect(after.files.map(({ isNew }) => isNew)).toEqual([false, false])
    expect(after.preview).toMatchObject({ inserted: 0, unchanged: 3 })
  })

  it('are moved or deleted afterwards where somebody says so, unless they are others by then', async () => {
    served.set('/out/done/old.csv', file(answers([1])))
    const moving = await proven({ afterwards: 'move', folder: 'done' })
    expect((await world.now(moving))?.files.map(({ settled }) => settled)).toEqual(['moved', 'moved'])
    expect([...served.keys()].sort()).toEqual([
      ...['/out/done/a.csv', '/out/done/b.csv', '/out/done/old.csv', '/out/notes.txt'],
    ])
    served.set('/out/c.csv', file(answers([1], 20)))
    served.set('/out/a.csv', file(answers([1, 1], 30), changedAt + 1_000))
    // One of this name is there already.
    expect((await world.now(moving))?.files.map(({ name, settled }) => [name, settled])).toEqual([
      ['a.csv', 'stayed'],
      ['c.csv', 'moved'],
    ])
    served.set('/out/d.csv', file(answers([1], 40)))
    const deleting = await proven({ address: `sftp://${server.host}/out/d.csv`, afterwards: 'delete' })
    expect((await world.now(deleting))?.files).toMatchObject([{ name: 'd.csv', settled: 'deleted' }])
    expect(served.has('/out/d.csv')).toBe(false)
  })

  it('whose names lead elsewhere, and what is no file, are let be', async () => {
    served.set('/out/../../etc/evil.csv', file(answers([1])))
    served.set('/out/sub/x.csv', file(answers([1])))
    served.set('/out/back\\x.csv', file(answers([1])))
    served.set('/out/link.csv', { content: answers([1]), changedAt, mode: 0o120_777 })
    const made = await proven()
    expect((await world.now(made))?.files.map(({ name }) => name)).toEqual(['a.csv', 'b.csv'])
  })

  it('with too many rejected rows are refused whole, told once, and tried again when they change or somebody asks', async () => {
    served.set('/out/a.csv', file(answers([1, 2, 'x', 3, 4, 5, 'y', 1, 2, 3])))
    const made = await proven()
    await world.stores.service.query(
      `update fetch_address set due_at = now() - interval '1 second', next_at = now() - interval '1 second'`,
    )
    await world.plan(Date.now())
    await world.work()
    const [run] = await world.runs(made)
    expect(run).toMatchObject({
      ...{ outcome: 'refused', isByHand: false },
      fault: { reason: { key: 'fetch.rejects', values: { rejected: 2, rows: 10, most: 10 } } },
      files: [
        { name: 'a.csv', outcome: 'refused' },
        { name: 'b.csv', outcome: 'imported' },
      ],
    })
    expect(await world.count()).toBe(2)
    expect(await world.mails()).toHaveLength(1)
    await world.stores.service.query(
      `update fetch_address set due_at = now() - interval '1 second', next_at = now() - interval '1 second'`,
    )
    await world.plan(Date.now())
    await world.work()
    expect((await world.runs(made))[0]).toMatchObject({ outcome: 'refused', files: [{ outcome: 'kept' }] })
    expect(await world.mails()).toHaveLength(1)
    expect(await world.now(made)).toMatchObject({ files: [{ name: 'a.csv', outcome: 'refused' }] })
    const more = Object.assign({}, made, { mostRejected: 30, secret: null })
    const { addressId, version, title, address: at, rule, zone, afterwards, folder } = more
    const body = { version, title, address: at, rule, zone, afterwards, folder, mostRejected: 30 }
    expect((await world.call('PUT', `change/retail/${addressId}`, world.admin, body)).statusCode).toBe(200)
    expect(await world.now(made)).toMatchObject({ outcome: 'imported', files: [{ inserted: 8, rejected: 2 }] })
  })

  it('that no mapping fits are refused with the reason, and keep none of the others', async () => {
    served.set('/out/a.csv', file(Buffer.from('something,else\n1,2\n')))
    const run = await world.now(await proven())
    expect(run).toMatchObject({ outcome: 'refused', files: [{ outcome: 'refused' }, { outcome: 'imported' }] })
    expect(run?.fault?.message).toMatch(/mapping/)
  })
})

describe('a server', () => {
  it('that refuses the password is told as such, and the password nowhere', async () => {
    const made = await proven({ secret: { kind: 'password', password: 'wrong one' } })
    expect(await world.now(made)).toMatchObject({ outcome: 'refused', fault: { reason: { key: 'fetch.signIn' } } })
    expect((await trial(made.addressId)).statusCode).toBe(400)
    const kept = await world.stores.owner.query(
      `select (select string_agg(to_jsonb(a)::text, '') from fetch_address a) || (select string_agg(to_jsonb(e)::text, '') from audit e)
         || (select string_agg(to_jsonb(t)::text, '') from task t) || (select string_agg(to_jsonb(r)::text, '') from fetch_run r) as all`,
    )
    expect(kept.rows[0].all).toContain('fetch.change')
    expect(kept.rows[0].all).not.toContain('wrong one')
  })

  it('lets in who has the private key', async () => {
    const own = utils.generateKeyPairSync('ed25519')
    const locked = utils.generateKeyPairSync('ed25519', { passphrase: 'open it', cipher: 'aes256-ctr', rounds: 16 })
    for (const [pair, passphrase] of [
      [own, ''],
      [locked, 'open it'],
    ] as const) {
      const keyed = await openSftpServer({ files: served, publicKey: pair.public }, hostKey)
      const at = `sftp://${keyed.host}/out/a.csv`
      const made = await world.accept(
        await world.create({ address: at, secret: { kind: 'key', privateKey: pair.private, passphrase } }),
        accepted,
      )
      expect(await world.now(made)).toMatchObject({ files: [{ name: 'a.csv' }] })
      await keyed.close()
    }
    const bad = { address: 'sftp://kaiku@127.0.0.1/out/a.csv', secret: { kind: 'key', privateKey: locked.private } }
    const reply = await world.call('POST', 'create/retail', world.admin, Object.assign({}, world.usual, bad))
    expect(reply.json()).toMatchObject({ reason: { key: 'fetch.key' } })
  })

  it('that hangs is given up, tried again, and told after the last try', async () => {
    const made = await proven()
    server.mood.hangs = true
    await world.call('POST', `run/retail/${made.addressId}`, world.admin)
    for (let attempt = 1; attempt <= 5; attempt++) {
      const [before] = await world.runs(made)
      expect(before?.outcome).toBe('running')
      await world.work({ idle: 200 })
      await world.stores.service.query(`update task set next_at = now() where state = 'waiting'`)
    }
    expect((await world.runs(made))[0]).toMatchObject({
      outcome: 'failed',
      fault: { reason: { key: 'fetch.unreachable' } },
    })
    expect(await world.mails()).toHaveLength(1)
    server.mood.hangs = false
    expect(await world.now(made)).toMatchObject({ outcome: 'imported' })
  })

  it('that takes connections and says nothing is given up, too', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const made = await world.create({ address: `sftp://kaiku@127.0.0.1:${port}/out/*.csv`, secret })
    await world.accept(made, accepted)
    await world.call('POST', `run/retail/${made.addressId}`, world.admin)
    expect(await world.work({ idle: 200 })).toHaveLength(1)
    silent.close()
  })

  it('that sends more than it says is refused', async () => {
    server.mood.endless = true
    const run = await world.now(await proven({ address: `sftp://${server.host}/out/a.csv` }))
    expect(run).toMatchObject({ outcome: 'refused', files: [{ fault: { reason: { key: 'fetch.tooLarge' } } }] })
    expect(await world.count()).toBe(0)
  })

  it('without the folder says so', async () => {
    const run = await world.now(await proven({ address: `sftp://${server.host}/nowhere/*.csv` }))
    expect(run).toMatchObject({ outcome: 'refused', fault: { reason: { key: 'fetch.missing' } } })
  })
})
