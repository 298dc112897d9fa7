import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { securityText, securityTextPath } from './security-text.routes.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ SECURITY_CONTACT: 'security@example.com', PUBLIC_URL: 'https://kaiku.example.com' })
})
afterAll(() => test?.close())

describe('security.txt', () => {
  it('names who hears of weaknesses, for whoever asks, and is never out of date', async () => {
    const { statusCode, headers, body } = await test.app.inject(securityTextPath)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const fields = Object.fromEntries(
      body
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ')),
    )
    expect(fields).toMatchObject({
      Contact: 'mailto:security@example.com',
      Canonical: 'https://kaiku.example.com/.well-known/security.txt',
    })
    const left = Date.parse(fields.Expires ?? '') - Date.now()
    expect(left).toBeGreaterThan(80 * 86_400_000)
    expect(left).toBeLessThan(365 * 86_400_000)
  })

  it('says the same all day', () => {
    const at = Date.parse('2026-11-28T05:00:00Z')
    const text = securityText('mailto:a@example.com', 'https://k.example.com', at)
    expect(text).toContain('Expires: 2027-02-27T00:00:00.000Z')
    expect(securityText('mailto:a@example.com', 'https://k.example.com', at + 3_600_000)).toBe(text)
  })

  it('is not there where nobody is named', async () => {
    const app = await buildApp(test.stores, readConfiguration({}))
    expect((await app.inject(securityTextPath)).statusCode).toBe(404)
    await app.close()
  })
})
