import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { guard } from './guard.ts'

let kaiku: TestApp
let port: number
beforeAll(async () => {
  kaiku = await openTestApp()
  await kaiku.app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(kaiku.app.listeningOrigin).port)
})
afterAll(() => kaiku?.close())

/** What the server answers to exactly these bytes. */
function answer(requestLine: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    socket.once('error', reject)
    socket.once('close', () =>
      resolve({ status: Number(text.split(' ')[1]), body: text.slice(text.indexOf('\r\n\r\n') + 4) }),
    )
    socket.write(`${requestLine} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  })
}

describe('a signed-out caller', () => {
  it.each([
    ...['GET /api/session/identity', 'GET /%61pi/session/identity', 'GET /%61%70%69/%73ession/identity'],
    ...['GET http://localhost/api/session/identity', 'GET http://localhost/%61pi/session/identity'],
    ...['GET https://elsewhere.example.com:1/api/session/identity', 'GET /api/session/identity/'],
    ...['HEAD /api/session/identity', 'HEAD /%61pi/session/identity', 'GET /%61pi/session/identity?x=1'],
    ...['GET /api/session/identity#x', 'GET /%61pi/session/identity/', 'GET /%61pi/user/list'],
    ...['DELETE http://localhost/%61pi/account/sessions', 'GET /%61pi/scim/v2/Users', 'GET /%61pi/scim/v2/nothing'],
    ...['POST /%61pi/v1/surveys/retail/interviews', 'GET http://localhost/api/v1/surveys/retail/interviews/1'],
  ])('is refused however the address is written: %s', async (line) => {
    expect((await answer(line)).status).toBe(401)
  })

  it.each([
    ...['//api/session/identity', '/api//session/identity', '/API/session/identity', '/api/Session/identity'],
    ...['/api%2Fsession/identity', '/api/session%2Fidentity', '/api/./session/identity', '/api/x/../session/identity'],
    ...['/api/nothing', '/%61pi/nothing', '/api', '/api/', 'http://localhost/api/nothing', '/%2561pi/session/identity'],
    ...['*', 'file:///api/session/identity'],
  ])('finds nothing behind an address that is no call’s: %s', async (url) => {
    const { status, body } = await answer(`GET ${url}`)
    expect(body).not.toContain('userId')
    // 403: to the browser client's files an address of two slashes leads out of their folder.
    expect([200, 403, 404]).toContain(status)
    if (status === 200) expect(body).toMatch(/<!doctype html>|not built yet/i)
  })

  it.each(['/api/nothing', '/%61pi/nothing', 'http://localhost/api/nothing', '/api', '/api/'])(
    'is told of an unknown call as of one, whatever the browser accepts: %s',
    async (url) => {
      const { status, body } = await answer(`GET ${url}`)
      expect([status, JSON.parse(body).code]).toEqual([404, 'not_found'])
    },
  )

  it.each(['kaiku', '\\api', 'http://', 'http:///api/session/identity', '/%zz'])(
    'is refused an address that cannot be read: %s',
    async (url) => {
      expect([400, 401, 404]).toContain((await answer(`GET ${url}`)).status)
    },
  )
})

describe('the provider’s own addresses', () => {
  it('are known by one spelling only', async () => {
    const path = '/realms/kaiku/protocol/openid-connect/certs'
    expect((await answer(`GET /auth${path}`)).status).toBe(200)
    expect((await answer(`GET /%61uth${path}`)).status).toBe(404)
    expect((await answer(`GET http://localhost/auth${path}`)).status).toBe(404)
  })
})

describe('a route', () => {
  let app: FastifyInstance
  beforeAll(() => {
    app = Fastify()
    guard(app, async () => {})
  })
  afterAll(() => app.close())

  it('that does not say whom it answers cannot be registered', () => {
    expect(() => app.get('/open', async () => 'secret')).toThrow('GET /open does not say whom it answers')
  })

  it('for callers without a door lets nobody in', async () => {
    app.get('/closed', { config: { callers: 'directories' } }, async () => 'secret')
    const reply = await app.inject('/closed')
    expect([reply.statusCode, reply.body.includes('secret')]).toEqual([500, false])
  })
})
