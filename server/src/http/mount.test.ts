import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { call } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeCalls } from '../docs/docs.ts'
import { lastingReply } from '../docs/lasting-reply.ts'
import { answerFault, answerFaults } from './faults.ts'
import { mount, ready } from './mount.ts'
import { protect } from './protection.ts'
import { serveWebClient } from './web-client.ts'

const calls = {
  echo: call({
    method: 'POST',
    path: 'echo/:path',
    summary: 'Echo <b>',
    params: z.strictObject({ path: z.string().min(1).max(8000) }),
    query: z.strictObject({ limit: z.coerce.number().int().max(5).default(2) }),
    body: z.strictObject({ path: z.string().optional(), list: z.array(z.string()).optional() }),
    reply: z.object({ path: z.string(), limit: z.int() }),
  }),
  figures: call({
    method: 'GET',
    path: 'figures',
    summary: 'Figures',
    reply: z.object({ n: z.int() }),
    kind: 'figures',
  }),
  fault: call({
    method: 'GET',
    path: 'fault/:code',
    summary: 'Fault',
    params: z.strictObject({ code: z.string() }),
    reply: z.object({}),
  }),
}
const nobody: Viewer = {
  ...{ userId: '1', username: 'anna', universe: 'acme', universes: ['acme'], locale: 'en', grants: [] },
  ...{ isUserAdmin: false, isRoot: false, isReadOnly: false },
}
const bytes = brotliCompressSync(Buffer.from('{"n":7}'))
let app: FastifyInstance
let made = 0
beforeAll(async () => {
  app = Fastify({ routerOptions: { maxParamLength: 8192 }, frameworkErrors: answerFault, logger: { level: 'silent' } })
  answerFaults(app)
  app.decorateRequest('who')
  app.addHook('onRequest', async (request) => {
    request.who = { ...nobody, isRoot: true }
  })
  await protect(app)
  await describeCalls(app)
  mount(app, calls, {
    echo: async (_who, { path, limit }) => ({ path, limit, secret: 'stays inside' }),
    figures: async () => ready({ etag: '"seven"', bytes, encoding: 'br' }),
    fault: async (_who, { code }) => {
      if (code === 'away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
      if (code === 'bug') throw new Error('the password is 1234')
      throw new Fault('conflict', 'Somebody was faster.', [{ place: 'here', expected: 'a', found: 'b' }])
    },
  })
  app.get(
    '/lasting',
    { schema: { hide: true } },
    lastingReply(() => `{"made":${++made}}`),
  )
  await serveWebClient(app, async () => null, '/nowhere')
  await app.ready()
})
afterAll(() => app.close())

const post = (path: string, payload: unknown = {}, query = '') =>
  app.inject({
    method: 'POST',
    url: `/api/echo/${path}${query}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })

describe('a mounted call', () => {
  it('lets the path win over the body, fills defaults in and lets only declared fields leave', async () => {
    const reply = await post('fi', { path: 'other' }, '?limit=3')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ path: 'fi', limit: 3 })
    expect((await post('fi')).json()).toEqual({ path: 'fi', limit: 2 })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it.each([
    'region,all,fi;age=25_64*-5_3.5;ftime=rdays-30+0',
    'a;b=c*d,e',
    '..%2F..%2Fetc',
    '%E2%81%84＆%25',
    `x='";drop table interview;--`,
    '#{7*7}{{1}}',
    '%F0%9F%A6%84',
    'a'.repeat(7_000),
  ])('hands hostile text in a path on as it is: %s', async (path) => {
    const reply = await post(encodeURIComponent(path))
    expect(reply.statusCode).toBe(200)
    expect(reply.json().path).toBe(path)
  })

  it('reads the separators of paths and tokens without encoding', async () => {
    expect((await post('region,all,fi;age=25_64;ftime=rdays-30+0')).json().path).toBe(
      'region,all,fi;age=25_64;ftime=rdays-30+0',
    )
  })

  it.each([
    ['an unknown query name', post.bind(null, 'fi', {}, '?limitt=1')],
    ['a name twice', post.bind(null, 'fi', {}, '?limit=1&limit=2')],
    ['an object for a number', post.bind(null, 'fi', {}, '?limit[x]=1')],
    ['a number that is too large', post.bind(null, 'fi', {}, '?limit=6')],
    ['an unknown body key', post.bind(null, 'fi', { paths: 'x' })],
    ['a list for a text', post.bind(null, 'fi', { path: [] })],
    ['null for an object', post.bind(null, 'fi', null)],
    ['a list of the wrong things', post.bind(null, 'fi', { list: [{}] })],
    ['NUL in a path', post.bind(null, 'a%00b')],
    ['half a surrogate pair', post.bind(null, 'fi', { path: '\ud800' })],
    ['an escape that is none', post.bind(null, 'a%zz')],
  ])('refuses %s', async (_what, ask) => {
    const reply = await ask()
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalid', requestId: expect.any(String) })
  })

  it('tells each thing that is wrong with what was expected and found', async () => {
    expect((await post('fi', { list: ['a', 7], more: 1 }, '?limit=9')).json().details).toEqual([
      { place: 'body.list[1]', expected: 'a text', found: '7' },
      { place: 'body', expected: 'only known keys', found: '"more"' },
    ])
    expect((await post('fi', {}, '?limit=9')).json().details).toEqual([
      { place: 'query.limit', expected: 'a number of 5 or less', found: '"9"' },
    ])
  })

  it('refuses a query where it takes none, and too long an address', async () => {
    expect((await app.inject('/api/figures?x=1')).statusCode).toBe(400)
    expect((await post('a'.repeat(9_000))).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('says that a body is too large or no JSON in the same shape', async () => {
    const ask = (payload: string) =>
      app.inject({ method: 'POST', url: '/api/echo/a', headers: { 'content-type': 'application/json' }, payload })
    const large = await ask(JSON.stringify({ path: 'x'.repeat(2_000_000) }))
    expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
    const broken = await ask('{"path":')
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'invalid'])
  })

  it('sends ready bytes as they are, with their tag, and nothing to who has them', async () => {
    const headers = { 'accept-encoding': 'gzip, br' }
    const reply = await app.inject({ url: '/api/figures', headers })
    expect(reply.headers).toMatchObject({
      ...{ etag: '"seven"', 'content-encoding': 'br', 'cache-control': 'private, no-cache' },
      'content-type': 'application/json; charset=utf-8',
    })
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe('{"n":7}')
    for (const known of ['"seven"', 'W/"seven"', '"six", "seven"', '*']) {
      const again = await app.inject({ url: '/api/figures', headers: { ...headers, 'if-none-match': known } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    const other = await app.inject({ url: '/api/figures', headers: { ...headers, 'if-none-match': '"six"' } })
    expect(other.statusCode).toBe(200)
  })

  it('unpacks ready bytes for who cannot', async () => {
    for (const accepted of ['identity', 'br;q=0', 'gzip']) {
      const reply = await app.inject({ url: '/api/figures', headers: { 'accept-encoding': accepted } })
      expect(reply.json()).toEqual({ n: 7 })
    }
  })

  it('answers a fault by its code with details, and a bug with nothing but the request id', async () => {
    const fault = await app.inject('/api/fault/conflict')
    expect(fault.statusCode).toBe(409)
    expect(fault.json()).toEqual({
      ...{ code: 'conflict', message: 'Somebody was faster.', requestId: expect.any(String) },
      details: [{ place: 'here', expected: 'a', found: 'b' }],
    })
    const bug = await app.inject('/api/fault/bug')
    expect(bug.statusCode).toBe(500)
    expect(bug.json()).toEqual({ code: 'broken', message: expect.any(String), requestId: expect.any(String) })
    expect(bug.body).not.toContain('1234')
    const away = await app.inject('/api/fault/away')
    expect([away.statusCode, away.json().code]).toEqual([503, 'unavailable'])
  })
})

describe('the server', () => {
  it('answers an unknown call in the shape of a fault, whatever the browser accepts', async () => {
    const reply = await app.inject({ url: '/api/nothing', headers: { accept: 'text/html' } })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
  })

  it('hints at the build where a page is asked for before there is one', async () => {
    for (const url of ['/', '/ranking/retail/region,all', '/page/a/retail/x;y=1']) {
      const reply = await app.inject({ url, headers: { accept: 'text/html' } })
      expect(reply.statusCode).toBe(200)
      expect(reply.body).toContain('not built yet')
    }
  })

  it('lets no other site change anything', async () => {
    const reply = await app.inject({
      ...{ method: 'POST', url: '/api/echo/a', payload: {} },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(reply.statusCode).toBe(403)
  })

  it('turns calls away while it is busy with something else, and answers again soon after', async () => {
    const busy = Fastify()
    answerFaults(busy)
    await protect(busy, [], 20)
    busy.get('/api/here', async () => 'here')
    const told = async () => (await busy.inject('/api/here')).statusCode
    const nothing = new Int32Array(new SharedArrayBuffer(4))
    const toldWhileBusy = () => {
      Atomics.wait(nothing, 0, 0, 200)
      return told()
    }
    await expect.poll(toldWhileBusy, { timeout: 60_000 }).toBe(503)
    await expect.poll(told, { timeout: 60_000, interval: 500 }).toBe(200)
    await busy.close()
  })

  it('turns nobody away for having stood still once', async () => {
    const stopped = Fastify()
    await protect(stopped, [], 20)
    stopped.get('/api/here', async () => 'here')
    await stopped.ready()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
    await expect.poll(() => stopped.memoryUsage().eventLoopDelay).toBeGreaterThan(20)
    expect((await stopped.inject('/api/here')).statusCode).toBe(200)
    await stopped.close()
  })

  it('bears with who hung up before being answered, and has no address any more', async () => {
    const gone = Fastify()
    gone.addHook('onRequest', async ({ raw }) => {
      Object.defineProperty(raw.socket, 'remoteAddress', { value: undefined })
    })
    await protect(gone)
    gone.get('/', async () => 'here')
    expect((await gone.inject('/')).body).toBe('here')
    await gone.close()
  })

  it('runs no script but its own', async () => {
    const { headers } = await app.inject('/api/docs')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('describes each call in OpenAPI 3.1 and on a page', async () => {
    const document = (await app.inject('/api/docs/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(['/api/echo/{path}', '/api/figures', '/api/fault/{code}'])
    const { parameters, requestBody } = document.paths['/api/echo/{path}'].post
    expect(parameters.map(({ name }: { name: string }) => name).sort()).toEqual(['limit', 'path'])
    expect(requestBody.content['application/json'].schema.additionalProperties).toBe(false)
    const page = (await app.inject('/api/docs')).body
    expect(page).toContain('/api/echo/{path}')
    expect(page).toContain('Echo &lt;b&gt;')
    expect(page).not.toContain('<script')
  })

  it('makes what does not change once, however often and by however many it is asked for', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.inject('/lasting')))
    expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(['{"made":1}']))
    for (const url of ['/api/docs', '/api/docs/openapi.json']) {
      const { headers } = await app.inject(url)
      const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      expect([headers.etag, again.statusCode, again.body]).toEqual([expect.stringMatching(/^"[\w-]{22}"$/), 304, ''])
    }
  })
})
