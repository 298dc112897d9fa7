import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '../outgoing/certificate.fixture.ts'
import { openHttpsServer } from '../outgoing/https-server.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { knownAddress } from './change-address.ts'
import { answers, type FetchWorld, openFetchWorld, own } from './fetch.fixture.ts'
import { tryAddress } from './try-address.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
let world: FetchWorld
let server: Awaited<ReturnType<typeof openHttpsServer>>
let answer: Answer
const trusting = () => ({ trusted: server.certificate })

beforeAll(async () => {
  world = await openFetchWorld()
  server = await openHttpsServer((request, response) => answer(request, response))
})
afterAll(async () => {
  server?.close()
  await world?.close()
})
beforeEach(() => {
  server.asked.length = 0
  answer = (_request, response) => response.end(answers([1, 2, 3]))
})
afterEach(async () => {
  await world.stores.service.query('delete from fetch_address')
  await world.stores.service.query('delete from task')
  await world.stores.owner.query('delete from interview')
})

const at = (path: string, more: object = {}) => world.create(Object.assign({ address: `${server.url}${path}` }, more))
const refusedFor = (key: string) => ({ outcome: 'refused', fault: { reason: { key } } })

describe('a file at an address', () => {
  it('is imported once, asked for by its ETag, and again when it has changed', async () => {
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"one"' }).end(answers([1, 2, 3]))
    }
    const made = await at('/answers.csv')
    expect(await world.now(made, trusting())).toMatchObject({
      outcome: 'imported',
      files: [{ name: 'answers.csv', inserted: 3 }],
    })
    expect(await world.now(made, trusting())).toMatchObject({ outcome: 'nothingNew' })
    expect(server.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
    answer = (_request, response) => response.writeHead(200, { etag: '"two"' }).end(answers([1, 2, 4, 5]))
    expect(await world.now(made, trusting())).toMatchObject({ files: [{ inserted: 1, corrected: 1, unchanged: 2 }] })
    expect(await world.count()).toBe(4)
  })

  it('that is the same without saying so is not imported again', async () => {
    const made = await at('/answers.csv')
    await world.now(made, trusting())
    const before = (await world.imports()).length
    expect(await world.now(made, trusting())).toMatchObject({ outcome: 'nothingNew', files: [{ outcome: 'same' }] })
    expect(await world.imports()).toHaveLength(before)
  })

  it('comes packed, as a file or on the way', async () => {
    answer = (request, response) =>
      request.url === '/a.csv.gz'
        ? response.end(gzipSync(answers([1, 2])))
        : response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(answers([3], 10)))
    expect(await world.now(await at('/a.csv.gz'), trusting())).toMatchObject({ files: [{ inserted: 2 }] })
    expect(await world.now(await at('/b.csv'), trusting())).toMatchObject({ files: [{ inserted: 1 }] })
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x')
    expect(await world.now(await at('/c.csv'), trusting())).toMatchObject(refusedFor('fetch.encoding'))
  })

  it('is asked for by the day of its zone', async () => {
    const made = await at('/{yesterday}.csv')
    await world.now(made, trusting())
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    expect(server.asked[0]?.url).toBe(`/${day}.csv`)
  })

  it('is looked at first', async () => {
    const made = await at('/answers.csv')
    const dictionary = await findSurvey(world.stores, world.acme, 'retail')
    const address = await knownAddress(world.stores, dictionary, made.addressId)
    const look = () => tryAddress(world.stores, { own, ...trusting() }, dictionary, address)
    expect(await look()).toMatchObject({
      ...{ hostKey: null, files: [{ name: 'answers.csv', isNew: true }], refusal: null },
      head: { columns: ['id', 'score', 'store'], rows: [['1', '1', 's0'], {}, {}] },
      preview: { inserted: 3, state: 'preview' },
    })
    answer = (_request, response) => response.end('a,b\n1,2\n')
    const other = await look()
    expect(other).toMatchObject({ head: { columns: ['a', 'b'] }, preview: null })
    expect(other.refusal?.message).toMatch(/mapping/)
    expect(await world.count()).toBe(0)
  })
})

describe('a server', () => {
  it('is told the header or the name and password, another one behind a redirect nothing', async () => {
    const secret = { kind: 'header', header: 'X-Key', value: 'open sesame' }
    await world.now(await at('/a.csv', { secret }), trusting())
    const basic = { kind: 'basic', user: 'me', password: 'pässword' }
    await world.now(await at('/b.csv', { secret: basic }), trusting())
    expect(server.asked[0]?.headers['x-key']).toBe('open sesame')
    expect(server.asked[1]?.headers.authorization).toBe(`Basic ${Buffer.from('me:pässword').toString('base64')}`)
    const elsewhere = server.url.replace('localhost', '127.0.0.1')
    answer = (request, response) =>
      request.url === '/c.csv' ? response.writeHead(302, { location: '/d.csv' }).end() : response.end(answers([1], 50))
    await world.now(await at('/c.csv', { secret }), trusting())
    expect(server.asked.map(({ headers }) => headers['x-key']).slice(2)).toEqual(['open sesame', 'open sesame'])
    // The other name is in no certificate, so it is not even asked.
    answer = (_request, response) => response.writeHead(302, { location: `${elsewhere}/x` }).end()
    const run = await world.now(await at('/e.csv', { secret }), trusting())
    expect(run).toMatchObject(refusedFor('fetch.certificate'))
  })

  it('has a valid certificate, or is told nothing', async () => {
    const made = await at('/a.csv', { secret: { kind: 'basic', user: 'me', password: 'secret' } })
    expect(await world.now(made)).toMatchObject(refusedFor('fetch.certificate'))
    const old = await openHttpsServer((_request, response) => response.end('never'), makeCertificate('localhost', -1))
    const expired = await world.create({ address: `${old.url}/a.csv` })
    expect(await world.now(expired, { trusted: old.certificate })).toMatchObject(refusedFor('fetch.certificate'))
    expect([...server.asked, ...old.asked]).toEqual([])
    old.close()
  })

  it('leads to nowhere that is not public and not by HTTP', async () => {
    for (const [location, key] of [
      ['http://localhost/a.csv', 'fetch.redirect'],
      ['https://10.0.0.1/a.csv', 'webhook.closed'],
      ['https://169.254.169.254/latest', 'webhook.closed'],
      ['file:///etc/passwd', 'webhook.scheme'],
      ['/again', 'fetch.redirect'],
    ] as const) {
      answer = (_request, response) => response.writeHead(302, { location }).end()
      expect(await world.now(await at('/a.csv'), trusting()), location).toMatchObject(refusedFor(key))
    }
  })

  it.each([
    [401, 'fetch.signIn'],
    [404, 'fetch.missing'],
    [418, 'fetch.status'],
  ])('that answers %i is told as such', async (status, key) => {
    answer = (_request, response) => response.writeHead(status).end()
    expect(await world.now(await at('/a.csv'), trusting())).toMatchObject(refusedFor(key))
  })

  it.each([
    ['is down for now', ((_request, response) => response.writeHead(503).end()) as Answer],
    [
      'breaks off',
      ((_request, response) =>
        response.writeHead(200, { 'content-length': 999 }).write('id,') &&
        setTimeout(() => response.destroy(), 50)) as Answer,
    ],
    ['says nothing', (() => {}) as Answer],
    ['stops in the middle', ((_request, response) => response.write('id,score')) as Answer],
  ])('that %s is asked again later', async (_what, wrong) => {
    answer = wrong
    const made = await at('/a.csv')
    expect(await world.now(made, { ...trusting(), idle: 300 })).toMatchObject({ outcome: 'running' })
    answer = (_request, response) => response.end(answers([1]))
    await world.stores.service.query('update task set next_at = now()')
    await world.work(trusting())
    expect((await world.runs(made))[0]).toMatchObject({ outcome: 'imported' })
  })

  it('that sends forever is given up', async () => {
    let timer: NodeJS.Timeout | undefined
    answer = (_request, response) => {
      timer = setInterval(() => response.write('1,1,s1\n'), 20)
    }
    const made = await at('/a.csv')
    expect(await world.now(made, { ...trusting(), whole: 700 })).toMatchObject({ outcome: 'running' })
    clearInterval(timer)
    expect(await world.count()).toBe(0)
  })
})
