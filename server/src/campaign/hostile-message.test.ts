import type { Template } from '@kaiku/contract/template.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { campaignSteps, linkIn } from './campaign.fixture.ts'

type Headers = { authorization: string }

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let steps: ReturnType<typeof campaignSteps>
let everywhere: Headers
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  steps = campaignSteps(world, server)
  everywhere = await world.person([])
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})

const browser = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile', 'sec-fetch-mode': 'navigate' }
const open = (url: string) => world.app.inject({ url, headers: browser })
const post = (url: string, fields: readonly (readonly [string, string])[] = []) =>
  world.app.inject({
    ...{
      method: 'POST',
      url,
      payload: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
    },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...browser },
  })
const hiddenIn = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
const actionIn = (html: string) =>
  (/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
const statesOf = async (ids: readonly string[]) => {
  const { rows } = await world.stores.service.query<{ id: string; state: string }>(
    'select id, state from sample where id = any($1)',
    [ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.state)
}
/** Links of people who were written to just now. */
async function linksOf(addresses: readonly string[]) {
  const ids = await steps.people(addresses.map((email) => ({ email })))
  const { templateId } = await steps.template(everywhere)
  await steps.created(everywhere, { templateId })
  await steps.send()
  return { ids, links: addresses.map((address) => linkIn(steps.mailsTo(address).at(-1)?.text)) }
}
const breaks = '\r\nBcc: everybody@evil.example\r\n\r\nHello'

describe('a mail of a campaign', () => {
  it('has no header and no recipient that a subject, a sender, a name or an answer wrote', async () => {
    const name = `Eve${breaks}`
    await steps.people([{ email: 'eve@example.fi', name, store: 'kamppi' }])
    const { templateId } = await steps.template(everywhere, {
      subject: { en: `Visit of {{ name }} to {{ background.store }}${breaks}` },
      sender: `Shop${breaks}`.slice(0, 100),
    })
    await steps.created(everywhere, { templateId })
    await steps.send()
    const taken = server.taken.filter(({ to }) => to.includes('eve@example.fi'))
    expect(taken.map(({ to }) => to)).toEqual([['eve@example.fi']])
    const { mail } = taken[0] ?? { mail: null }
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect([mail?.bcc, mail?.cc]).toEqual([undefined, undefined])
    expect(mail?.to?.map(({ address }) => address)).toEqual(['eve@example.fi'])
    expect(mail?.from?.address).toBe('kaiku@example.com')
    expect(mail?.subject).toMatch(/^Visit of Eve Bcc: everybody@evil\.example Hello to Kamppi Bcc: /)
    expect(mail?.subject).not.toMatch(/[\r\n]/)
  })

  it('is not published with links that run or lead nowhere, however they are written', async () => {
    const linked = (href: string) => ({ kind: 'text', text: { en: `[here](${href}) [form](link) [out](unsubscribe)` } })
    const raw = (tag: string) =>
      `<mjml><mj-body><mj-section><mj-column><mj-text><a href="{{ link }}">a</a><a href="{{ unsubscribe }}">b</a>${tag}</mj-text></mj-column></mj-section></mj-body></mjml>`
    const contents = [
      ...['javascript:alert(1)', 'http://plain.example.com', '//evil.example/x', '/a/other'].map((href) => ({
        blocks: [{ kind: 'button', label: { en: 'Go' }, href }, linked('link')],
      })),
      ...[
        '<a href="javascript:alert(1)">x</a>',
        "<a href='javascript:alert(1)'>x</a>",
        '<a href=javascript:alert(1)>x</a>',
        '<a HREF="JavaScript:alert(1)">x</a>',
        '<a href = "javascript:alert(1)">x</a>',
        '<a href="&#106;avascript:alert(1)">x</a>',
        '<a href="{{ background.site }}">x</a>',
      ].map((tag) => ({ source: raw(tag), plain: { en: '{{ link }}' } })),
    ]
    const checksOf = async (content: object) => {
      const made = await world.post(everywhere, 'vuejs/templates/create/visits', { kind: 'mail', title: 'T' })
      const { templateId, revision, content: usual } = made.json() as Template
      const changed = await world.post(everywhere, `vuejs/templates/change/visits/${templateId}`, {
        ...{ revision, title: 'T', content: Object.assign({}, usual, content) },
      })
      return changed.statusCode === 400
        ? ['refused']
        : (changed.json() as Template).checks.filter(({ isFault }) => isFault).map(({ kind }) => kind)
    }
    expect(
      await checksOf({ source: raw('<a href="https://good.example.com/">x</a>'), plain: { en: '{{ link }}' } }),
    ).toEqual([])
    for (const content of contents) {
      const found = await checksOf(content)
      expect([content, found.includes('brokenLink') || found.includes('refused')]).toEqual([content, true])
    }
  })

  it('is not published with a text that never ends or grows without end, which nobody waits for', async () => {
    for (const text of [
      '{% for a in (1..99999) %}{% for b in (1..99999) %}x{% endfor %}{% endfor %}',
      '{% assign a = "xxxxxxxx" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
      '{% capture a %}{% for i in (1..99999999) %}x{% endfor %}{% endcapture %}{{ a }}',
      '{% include "/etc/passwd" %}',
    ]) {
      const made = await world.post(everywhere, 'vuejs/templates/create/visits', { kind: 'sms', title: 'T' })
      const { templateId, revision, content } = made.json() as Template
      const changed = await world.post(everywhere, `vuejs/templates/change/visits/${templateId}`, {
        ...{ revision, title: 'T', content: Object.assign({}, content, { text: { en: `{{ link }} ${text}` } }) },
      })
      const { checks, revision: latest } = changed.json() as Template
      expect([text, checks.map(({ kind }) => kind)]).toEqual([text, expect.arrayContaining(['unreadable'])])
      const published = await world.post(everywhere, `vuejs/templates/publish/visits/${templateId}`, {
        revision: latest,
      })
      expect([text, published.statusCode]).toEqual([text, 400])
    }
  })
})

describe('a link of a message', () => {
  it('opens nothing with any letter of it changed, and unsubscribes nobody else', async () => {
    const { ids, links } = await linksOf(['first@links.example', 'second@links.example'])
    const [link = ''] = links
    const code = link.slice('/a/'.length)
    for (const at of code.split('').keys()) {
      const forged = `${code.slice(0, at)}${code[at] === 'a' ? 'b' : 'a'}${code.slice(at + 1)}`
      expect((await open(`/a/${forged}`)).statusCode).toBe(404)
      expect((await post(`/u/${forged}`)).statusCode).toBe(404)
    }
    expect((await post(`/u/${code}${code}`)).statusCode).toBe(404)
    expect(await statesOf(ids)).toEqual(['invited', 'invited'])
    // Looking changes nothing; saying it twice is saying it once.
    expect((await open(`/u/${code}`)).statusCode).toBe(200)
    expect(await statesOf(ids)).toEqual(['invited', 'invited'])
    for (const fields of [[['List-Unsubscribe', 'One-Click']], [['recipient', links[1] ?? '']]] as const)
      expect((await post(`/u/${code}`, fields)).statusCode).toBe(200)
    expect(await statesOf(ids)).toEqual(['unsubscribed', 'invited'])
  })

  it('takes for one person what was sent along from the page of another, and for nobody what was sent before', async () => {
    const { ids, links } = await linksOf(['one@replay.example', 'two@replay.example'])
    const [one, two] = await Promise.all(links.map((link) => open(link)))
    // The second’s address with all that the first’s page holds.
    await post(actionIn(two?.body ?? ''), [...hiddenIn(one?.body ?? ''), ['q.nps', '9'], ['act', 'next']])
    const { rows } = await world.stores.service.query(
      'select sample, answers from form_answer where sample = any($1)',
      [ids],
    )
    expect(rows).toEqual([{ sample: ids[1], answers: { nps: 9 } }])
    expect(await statesOf(ids)).toEqual(['invited', 'started'])
    // To its end, and the same pages once more.
    const sent: { url: string; fields: (readonly [string, string])[] }[] = []
    let page = await open(links[0] ?? '')
    for (let left = 8; left > 0 && actionIn(page.body) !== ''; left--) {
      const fields = [...hiddenIn(page.body), ['q.nps', '3'], ['act', 'next']] as (readonly [string, string])[]
      sent.push({ url: actionIn(page.body), fields })
      const reply = await post(actionIn(page.body), fields)
      page = reply.statusCode === 303 ? await open(String(reply.headers.location)) : reply
    }
    const count = async () =>
      (await world.stores.service.query('select count(*)::int as n, max(answers::text) as last from interview')).rows[0]
    const before = await count()
    const changed = (fields: (readonly [string, string])[]) =>
      fields.map(([name, value]) => [name, name === 'q.nps' ? '10' : value] as const)
    for (const { url, fields } of sent) {
      expect((await post(url, fields)).statusCode).toBeLessThan(400)
      await post(url, changed(fields))
    }
    expect(await count()).toEqual(before)
    expect(await statesOf(ids)).toEqual(['completed', 'started'])
  })

  it('leads on to itself alone, whatever its address says', async () => {
    const { links } = await linksOf(['on@redirect.example'])
    const [link = ''] = links
    const elsewhere = ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']
    for (const evil of elsewhere)
      for (const name of ['lang', 'next', 'redirect', 'url', 'token', 'p', 'form', 'q']) {
        const asked = `${link}?${new URLSearchParams({ [name]: evil, v: evil }).toString()}`
        const page = await open(asked)
        if (page.statusCode === 404) continue
        expect(page.headers.location).toBeUndefined()
        const to = actionIn(page.body)
        expect([asked, to.startsWith(`${link}?`)]).toEqual([asked, true])
        for (const [, href = ''] of page.body.matchAll(/(?:href|src|action)="([^"]*)"/g))
          expect([asked, new URL(href.replaceAll('&amp;', '&'), 'http://own.example').host]).toEqual([
            asked,
            'own.example',
          ])
        const sent = await post(to, [...hiddenIn(page.body), ['q.nps', '9'], ['act', 'next']])
        const location = String(sent.headers.location ?? link)
        expect([asked, new URL(location, 'http://own.example').host, location.startsWith(link)]).toEqual([
          ...[asked, 'own.example', true],
        ])
      }
    expect((await open('//evil.example/..')).headers.location ?? '').not.toContain('evil.example')
  })
})
