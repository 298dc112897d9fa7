import type { FormWay } from '@kaiku/contract/form-way.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { readPdf } from '../document/read-pdf.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'

type Headers = { authorization: string }
const forms = {
  forms: [
    {
      ...{
        id: 'visit',
        title: { en: 'How was <your> visit?', fi: 'Miten käyntisi sujui?' },
        open: true,
        given: ['store'],
      },
      ...{ locales: ['en', 'fi'], embeddedBy: ['https://www.example.com'] },
      pages: [{ parts: [{ question: 'nps' }] }, { parts: [{ question: 'comment' }] }],
    },
    { id: 'shut', title: 'Shut', given: ['store'], pages: [{ parts: [{ question: 'nps' }] }] },
    { id: 'plain', title: 'Plain', open: true, pages: [{ parts: [{ question: 'nps' }] }] },
  ],
}

let world: SampleWorld
let everywhere: Headers
let sweden: Headers
beforeAll(async () => {
  world = await openSampleWorld()
  const settings = { ...parts['settings.json'], extName: 'posted' }
  for (const universe of [world.acme, world.globex])
    await world.survey(universe, filesOf({ ...parts, 'settings.json': settings, 'forms.json': forms }))
  everywhere = await world.person([])
  sweden = await world.person(['se'])
})
afterAll(() => world?.close())

const ways = async (headers: Headers, path: string) => {
  const reply = await world.get(headers, `vuejs/forms/ways/posted/${encodeURIComponent(path)}?locale=en`)
  return { statusCode: reply.statusCode, ways: reply.json() as FormWay[] }
}
const poster = (headers: Headers, path: string, form = 'visit', locale = 'en') =>
  world.app.inject({
    url: `/api/vuejs/forms/posters/posted/${encodeURIComponent(path)}?form=${form}&locale=${locale}`,
    headers,
  })

describe('the ways to a form', () => {
  it('are addresses of open forms alone, with the place where it is one', async () => {
    const { ways: all } = await ways(everywhere, 'region,all')
    expect(all.map(({ formId, posters }) => [formId, posters])).toEqual([
      ['visit', 4],
      ['plain', 0],
    ])
    const [visit] = (await ways(everywhere, 'region,all,se,lund')).ways
    expect(visit).toMatchObject({ posters: 1, title: 'How was <your> visit?' })
    expect(new URL(visit?.address ?? '').pathname).toBe('/form/acme/posted')
    expect(Object.fromEntries(new URL(visit?.address ?? '').searchParams)).toEqual({ form: 'visit', store: 'lund' })
    expect(visit?.embed).toContain('&amp;store=lund')
    const opened = await world.app.inject({
      url: new URL(visit?.address ?? '').pathname + new URL(visit?.address ?? '').search,
    })
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['content-security-policy']).toContain('frame-ancestors https://www.example.com')
    expect(opened.headers['x-frame-options']).toBe(undefined)
    const plain = await world.app.inject({ url: '/form/acme/posted?form=plain' })
    expect(plain.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('are posters, a page for each place that one may see, whose code leads there', async () => {
    const reply = await poster(everywhere, 'region,all,fi')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    const pdf = await readPdf(reply.rawPayload)
    expect(pdf.pages.map((page) => ['Kamppi', 'Sello', 'Solo'].filter((place) => page.includes(place)))).toEqual([
      ['Solo'],
      ['Kamppi'],
      ['Sello'],
    ])
    expect(pdf.pages[0]).toContain('How was <your> visit?')
    expect(pdf.links.map((link) => new URL(link).searchParams.get('store'))).toEqual(['solo', 'kamppi', 'sello'])
    // The code is read out as the address that it leads to.
    expect(pdf.alternatives).toEqual(pdf.links)
    expect(pdf.isTagged).toBe(true)
    expect((await readPdf((await poster(everywhere, 'region,all,se', 'visit', 'fi')).rawPayload)).pages[0]).toContain(
      'Miten käyntisi sujui?',
    )
  }, 120_000)

  it('tell nobody of places that are not theirs', async () => {
    expect((await ways(sweden, 'region,all,fi')).statusCode).toBe(404)
    expect((await poster(sweden, 'region,all,fi')).statusCode).toBe(404)
    const own = await readPdf((await poster(sweden, 'region,all')).rawPayload)
    expect(own.pages).toHaveLength(1)
    expect((await poster(everywhere, 'region,all', 'shut')).statusCode).toBe(404)
    expect((await poster(everywhere, 'region,all', 'plain')).json()).toMatchObject({ reason: { key: 'form.noPlace' } })
    const stranger = await world.stranger()
    expect((await ways(stranger, 'region,all')).ways.every(({ address }) => address.includes('/form/globex/'))).toBe(
      true,
    )
    const without = await world.person([], ['manageSamples'])
    expect((await ways(without, 'region,all')).statusCode).toBe(403)
  }, 120_000)
})

describe('a device on site', () => {
  it('begins anew by itself: after the end, and where somebody went away', async () => {
    const start = '/form/acme/posted?form=visit&store=lund&kiosk=1'
    const first = await world.app.inject({ url: start, headers: { 'accept-language': 'fi' } })
    expect(first.body).not.toContain('http-equiv="refresh"')
    const fields = [...first.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    )
    const post = (url: string, more: [string, string][]) =>
      world.app.inject({
        ...{ method: 'POST', url, payload: new URLSearchParams(more).toString() },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const sent = await post(`${start}&lang=fi`, [...fields, ['q.nps', '7'], ['act', 'next']])
    const second = await world.app.inject({ url: String(sent.headers.location) })
    const again = /http-equiv="refresh" content="(\d+);url=([^"]+)"/.exec(second.body)
    expect([again?.[1], again?.[2]?.replaceAll('&amp;', '&')]).toEqual(['90', start])
    const hidden = [...second.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    )
    const end = await post(String(sent.headers.location), [...hidden, ['q.comment', ''], ['act', 'next']])
    expect(/http-equiv="refresh" content="(\d+);/.exec(end.body)?.[1]).toBe('8')
    expect((await world.app.inject({ url: '/form/acme/posted?form=visit' })).body).not.toContain('http-equiv="refresh"')
  })
})
