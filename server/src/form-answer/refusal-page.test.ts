import { Fault } from '@kaiku/core/fault.ts'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { guard } from '../connection/guard.ts'
import { json, small } from '../definition/small.fixture.ts'
import { answerFaults } from '../http/faults.ts'
import { protect } from '../http/protection.ts'
import { refusalPage } from './refusal-page.ts'

const hostile = '"><script>alert(1)</script>'
const posted = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  payload: new URLSearchParams(fields).toString(),
})
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('where a store is away', () => {
  let app: FastifyInstance
  let isAway = true
  const bugs: string[] = []
  beforeAll(async () => {
    app = Fastify({ logger: { level: 'silent' } })
    answerFaults(app, (error) => void bugs.push(error.message))
    await protect(app)
    guard(app, async () => {
      if (isAway) throw new Fault('unavailable', 'PostgreSQL is away: try again in a moment.')
    })
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    const config = { callers: 'guests', refusalPage } as const
    app.get('/form/a/b', { config }, async () => {
      throw new Error('a bug')
    })
    app.post('/form/a/b', { config }, async ({ body }: FastifyRequest) => String(body))
    await app.ready()
  })
  afterAll(() => app?.close())

  it('what was answered stays on a page in the form’s language, and can be sent again as it is', async () => {
    const fields = { token: 't', 'q.nps': '9', 'q.comment': `Hyvä ${hostile}` }
    const refused = await app.inject({ url: '/form/a/b?lang=fi&store=s1', headers: form, ...posted(fields) })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(refused.body).toContain('<html lang="fi" dir="ltr">')
    expect(refused.body).toContain('Lähetä uudelleen')
    expect(refused.body).not.toContain('<script')
    expect(refused.body).toContain('action="/form/a/b?lang=fi&amp;store=s1"')
    const unescaped = (text: string) =>
      text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    const kept = [...refused.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']): [string, string] => [name, unescaped(value)],
    )
    expect(Object.fromEntries(kept)).toEqual(fields)
    isAway = false
    const again = await app.inject({
      url: '/form/a/b?lang=fi&store=s1',
      headers: form,
      ...posted(Object.fromEntries(kept)),
    })
    expect([again.statusCode, Object.fromEntries(new URLSearchParams(again.body))]).toEqual([200, fields])
    isAway = true
  })

  it('a page that is opened says so in the browser’s language, with a way to try again', async () => {
    for (const [accepted, words] of [
      ['sv-SE,sv;q=0.9', 'Försök igen'],
      ['de', 'Erneut versuchen'],
      ['fr', 'Try again'],
    ] as const) {
      const refused = await app.inject({ url: '/form/a/b', headers: { 'accept-language': accepted } })
      expect([refused.statusCode, refused.body.includes(words)]).toEqual([503, true])
    }
  })

  it('a bug is told as a page, too, and noted as one', async () => {
    isAway = false
    const broken = await app.inject({ url: '/form/a/b' })
    expect([broken.statusCode, broken.body.includes('That did not work'), broken.body.includes('a bug')]).toEqual([
      500,
      true,
      false,
    ])
    expect(bugs).toEqual(['a bug'])
  })

  it('another site’s post is refused as a page', async () => {
    const refused = await app.inject({
      ...{ url: '/form/a/b', headers: { ...form, 'sec-fetch-site': 'cross-site' } },
      ...posted({ 'q.nps': '1' }),
    })
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, expect.stringContaining('text/html')])
    // Nothing of it can be sent from here.
    expect(refused.body).not.toContain('<form')
  })
})

describe('a link that leads nowhere', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
    const acme = await test.universe('acme')
    await test.survey(acme, new Map([...small, ['settings.json', json({ extName: 'shut', title: 'Shut' })]]))
  })
  afterAll(() => test?.close())

  it('says the same in four languages, whatever is wrong with it', async () => {
    const titles = {
      en: 'This form takes no answers',
      fi: 'Tämä kysely ei ota vastaan vastauksia',
      sv: 'Det här formuläret tar inte emot svar',
      de: 'Dieses Formular nimmt keine Antworten an',
    }
    for (const url of ['/form/acme/shut', '/form/acme/nothing', '/form/nobody/shut', '/a/unknown', '/u/unknown'])
      for (const [locale, title] of Object.entries(titles)) {
        const found = await test.app.inject({ url, headers: { 'accept-language': locale } })
        expect([url, found.statusCode, found.body.includes(title)]).toEqual([url, 404, true])
      }
    const wished = await test.app.inject({ url: '/u/unknown?lang=de', headers: { 'accept-language': 'fi' } })
    expect(wished.body).toContain(titles.de)
  })
})
