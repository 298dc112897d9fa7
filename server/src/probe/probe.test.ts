import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { isProbeQuestion, probeHeader, probeLasts, probePath, probeQuestion } from './probe.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ TRUST_PROXY: 'loopback' })
})
afterAll(() => test?.close())

const ask = (question: string | null, headers: Record<string, string> = {}) =>
  test.app.inject({
    url: probePath,
    headers: Object.assign({ accept: 'application/json' }, question !== null && { [probeHeader]: question }, headers),
  })

describe('the question of the doctor', () => {
  it('is answered with how it arrived', async () => {
    const forwarded = { host: 'k.example.com', 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }
    const { statusCode, headers, body } = await ask(await probeQuestion(test.stores, Date.now()), forwarded)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/event-stream')
    const [first = '', last] = body.trimEnd().split('\n\n')
    expect(JSON.parse(first.replace('data: ', ''))).toMatchObject({
      ...{ host: 'k.example.com', forwardedProto: 'https', forwardedFor: '192.0.2.7', forwardedHost: null },
      ...{ address: '192.0.2.7', connection: '127.0.0.1' },
    })
    expect(last).toBe('data: "end"')
  })

  it('is nothing to anybody else: without it, forged, of another time', async () => {
    const good = await probeQuestion(test.stores, Date.now())
    const old = await probeQuestion(test.stores, Date.now() - probeLasts - 1_000)
    const future = await probeQuestion(test.stores, Date.now() + 3 * probeLasts)
    const [until, seal] = good.split('.')
    const moved = `${Number(until) + 1}.${seal}`
    for (const wrong of [
      null,
      '',
      '.',
      'x',
      old,
      future,
      moved,
      `${until}.${'A'.repeat(43)}`,
      `${until}.`,
      `NaN.${seal}`,
    ])
      expect((await ask(wrong)).statusCode, String(wrong)).toBe(404)
    expect(await isProbeQuestion(test.stores, good, Date.now())).toBe(true)
  })
})
