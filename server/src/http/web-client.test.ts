import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerFaults } from './faults.ts'
import { protect } from './protection.ts'
import { answerBadAddress, serveWebClient } from './web-client.ts'

let app: FastifyInstance
let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kaiku-web-'))
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), '<meta name="csp-nonce" content="%CSP_NONCE%">')
  writeFileSync(join(directory, 'assets', 'main-1a2b.js'), 'start()')
  writeFileSync(join(directory, 'logo.svg'), '<svg/>')
  app = Fastify({ frameworkErrors: answerBadAddress })
  answerFaults(app)
  await protect(app)
  await serveWebClient(app, async () => null, directory)
})
afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true, force: true })
})
const page = (url: string) => app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })

describe('the web client', () => {
  it('is the answer to every page address, with a nonce of its own each time', async () => {
    const replies = [
      await page('/'),
      await page('/ranking/retail/region,all;age=1_2'),
      await page('/page/a.b/retail/x'),
    ]
    const nonces = replies.map(({ statusCode, headers, body }) => {
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('no-cache')
      const nonce = /content="([\w-]{22})"/.exec(body)?.[1]
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      // No other site may hold it in a frame.
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/)
      return nonce
    })
    expect(new Set(nonces).size).toBe(3)
    for (const length of [300, 1_200, 9_000])
      expect((await page(`/ranking/retail/region,all;a=${'x'.repeat(length)}`)).statusCode).toBe(200)
  })

  it('starts anew where an address cannot be read, and tells programs so', async () => {
    const { statusCode, headers } = await page('/ranking/retail/region,all;name=100%')
    expect([statusCode, headers.location]).toEqual([302, '/'])
    const call = await page('/api/vuejs/surveys/one/100%')
    expect([call.statusCode, call.json().code]).toEqual([400, 'invalid'])
    expect((await app.inject('/assets/%zz.js')).statusCode).toBe(400)
  })

  it('may keep what has a hash in its name, and asks again for the rest', async () => {
    expect((await app.inject('/assets/main-1a2b.js')).headers['cache-control']).toContain('immutable')
    expect((await app.inject('/logo.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('is no answer to a missing file, to a call, to another method or to a path out of its directory', async () => {
    for (const url of [
      '/assets/gone-1a2b.js',
      '/gone.png',
      '/api/gone',
      '/api',
      '/../package.json',
      '/%2e%2e/package.json',
    ])
      expect((await app.inject(url)).statusCode, url).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/ranking/a/b' })).statusCode).toBe(404)
  })
})
