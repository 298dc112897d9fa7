import { permissions } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../db/postgres.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { noteComplained } from '../recipient/recipient.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { always, campaignSteps, linkIn } from './campaign.fixture.ts'
import { forgetInCampaigns } from './campaign.ts'

type Headers = { authorization: string }

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let steps: ReturnType<typeof campaignSteps>
let everywhere: Headers
let south: Headers
let sweden: Headers
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  steps = campaignSteps(world, server)
  everywhere = await world.person([])
  south = await world.person(['fi', 'south'])
  sweden = await world.person(['se'])
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})

const browser = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const open = async (url: string, headers: Record<string, string> = browser) => world.app.inject({ url, headers })
const hiddenIn = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
const post = async (url: string, fields: readonly (readonly string[])[] = []) =>
  world.app.inject({
    ...{
      method: 'POST',
      url,
      payload: new URLSearchParams(fields.map(([name = '', value = '']): [string, string] => [name, value])).toString(),
    },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...browser },
  })
/** What was chosen before, which a browser sends along. */
const chosenIn = (html: string) =>
  [...html.matchAll(/<input type="radio" name="([^"]+)" value="([^"]*)"[^>]* checked>/g)].map(
    ([, name = '', value = '']) => [name, value],
  )
/** Answers page after page with these fields; pages that ask others are left as they are. */
async function answer(url: string, fields: readonly (readonly string[])[]) {
  let page = await open(url)
  for (let left = 10; left > 0 && page.body.includes('<form method="post"'); left--) {
    const action = (/<form method="post" action="([^"]+)"/.exec(page.body)?.[1] ?? '').replaceAll('&amp;', '&')
    const sent = await post(action, [
      ...hiddenIn(page.body),
      ...chosenIn(page.body),
      ...fields.filter(([name = '']) => page.body.includes(`name="${name}"`)),
      ['act', 'next'],
    ])
    page = sent.statusCode === 303 ? await open(String(sent.headers.location)) : sent
  }
  return page
}
const stateOf = async (id: string) =>
  (
    await world.stores.service.query(
      'select state, reason, interview is not null as linked from sample where id = $1',
      [id],
    )
  ).rows[0]
const headingIn = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1]

describe('a campaign', () => {
  it('writes to each person once, by a link of their own, and is answered into the figures', async () => {
    const [ann, bob] = await steps.people([
      { email: 'ann@example.fi', name: 'Ann <b>Ek</b>', store: 'kamppi' },
      { email: 'bob@example.fi', store: 'lund' },
    ])
    const { templateId } = await steps.template(everywhere)
    const made = await steps.created(everywhere, { templateId })
    expect(made).toMatchObject({ state: 'waiting', counts: { audience: 2, waiting: 2, left: 0 } })
    await steps.send()
    await steps.send()
    const [mail, ...more] = steps.mailsTo('ann@example.fi')
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: 'How was your visit to Kamppi?',
      from: { name: 'acme', address: 'kaiku@example.com' },
    })
    expect(mail?.html).toContain('Ann &lt;b&gt;Ek&lt;/b&gt;')
    const hosts = [...(mail?.html ?? '').matchAll(/(?:src|href|url\()=?["']?https:\/\/([^/"')]+)/g)].map(
      ([, host]) => host,
    )
    expect(new Set(hosts)).toEqual(new Set(['kaiku.example.com']))
    expect(mail?.text).toContain('Hello Ann <b>Ek</b>,')
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toMatch(
      /^<https:\/\/kaiku.example.com\/u\/\w{16}>$/,
    )
    expect(await stateOf(ann ?? '')).toMatchObject({ state: 'invited' })
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({
      state: 'sent',
      counts: { delivered: 2, waiting: 0, clicked: 0 },
    })

    const link = linkIn(mail?.text)
    const thanks = await answer(link, [
      ['q.nps', '9'],
      ['q.comment', 'Lovely'],
    ])
    expect(headingIn(thanks.body)).toBe('Thank you for your answers')
    expect(await stateOf(ann ?? '')).toMatchObject({ state: 'completed', linked: true })
    const { rows } = await world.stores.service.query(
      `select answers from interview i join sample s on s.interview = i.number where s.id = $1`,
      [ann],
    )
    expect(rows[0].answers).toMatchObject({ nps: 9, comment: 'Lovely', store: 'kamppi' })
    // One answer per link, however often it is opened.
    expect(headingIn((await open(link)).body)).toBe('Thank you for your answers')
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({
      counts: { clicked: 1, answered: 1, opened: 1 },
    })
    expect(await stateOf(bob ?? '')).toMatchObject({ state: 'invited' })
  })

  it('reminds only who has not answered, and an unsubscribe holds in every campaign that follows', async () => {
    const ids = await steps.people(['c1', 'c2', 'c3'].map((name) => ({ email: `${name}@example.fi`, store: 'sello' })))
    const { templateId } = await steps.template(everywhere)
    const first = await steps.created(south, { templateId, path: 'region,all,fi,south,sello' })
    await steps.send()
    const [answered, stays, leaves] = ['c1', 'c2', 'c3'].map((name) => steps.mailsTo(`${name}@example.fi`)[0])
    await answer(linkIn(answered?.text), [['q.nps', '3']])
    const away =
      /https:\/\/kaiku\.example\.com(\/u\/\w+)/.exec(
        leaves?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
      )?.[1] ?? ''
    // Looking changes nothing: programs look.
    expect((await open(away)).body).toContain('<form method="post"')
    expect(await stateOf(ids[2] ?? '')).toMatchObject({ state: 'invited' })
    expect((await post(away)).statusCode).toBe(200)
    expect(await stateOf(ids[2] ?? '')).toMatchObject({ state: 'unsubscribed' })

    const wanted = { action: 'reminder', parent: first.campaignId, path: 'region,all', rules: always }
    const judged = (await world.post(south, 'vuejs/campaigns/audience/visits', wanted)).json()
    expect(judged).toMatchObject({
      audience: 3,
      recipients: 1,
      left: [
        { reason: 'answered', n: 1 },
        { reason: 'unsubscribed', n: 1 },
      ],
    })
    await steps.created(south, { ...wanted, templateId, name: 'Reminder' })
    await steps.send()
    expect(['c1', 'c2', 'c3'].map((name) => steps.mailsTo(`${name}@example.fi`).length)).toEqual([1, 2, 1])
    // Both links of one person lead to the same answers.
    const again = linkIn(steps.mailsTo('c2@example.fi')[1]?.text)
    await answer(linkIn(stays?.text), [['q.nps', '7']])
    expect(headingIn((await open(again)).body)).toBe('Thank you for your answers')

    // The same person in another survey of the universe.
    await steps.people([{ email: 'c3@example.fi', store: 'sello' }], 'hotels')
    const { rows } = await world.stores.service.query(
      `select state, reason from sample where email = 'c3@example.fi' order by id`,
    )
    expect(rows).toEqual([
      { state: 'unsubscribed', reason: null },
      { state: 'notInvited', reason: 'optOut' },
    ])
  })

  it('says before anything is sent who gets no message and why', async () => {
    await steps.people([
      { name: 'Nobody', store: 'solo' },
      { email: 'd1@example.fi', store: 'solo' },
      { email: 'd2@example.fi', store: 'solo' },
      { email: 'd3@example.fi', store: 'solo' },
    ])
    const path = 'region,all,fi,solo'
    const ask = async (rules: object) =>
      (
        await world.post(everywhere, 'vuejs/campaigns/audience/visits', {
          action: 'new',
          path,
          rules: { ...always, ...rules },
        })
      ).json() as { recipients: number }
    expect(await ask({})).toMatchObject({
      audience: 4,
      recipients: 3,
      left: [{ reason: 'noAddress', n: 1 }],
      places: [{ title: 'Solo', recipients: 3 }],
    })
    expect(await ask({ quota: 1 })).toMatchObject({
      recipients: 1,
      left: [
        { reason: 'noAddress', n: 1 },
        { reason: 'quota', n: 2 },
      ],
    })
    const held = await ask({ holdout: 50 })
    expect(held).toEqual(await ask({ holdout: 50 }))
    expect(held.recipients).toBeLessThanOrEqual(3)
    const { templateId } = await steps.template(everywhere)
    const made = await steps.created(everywhere, { templateId, path, rules: { ...always, quota: 1 } })
    const listed = await world.get(
      everywhere,
      `vuejs/campaigns/recipients/visits/${made.campaignId}?group=left&reason=quota`,
    )
    expect(listed.json()).toMatchObject({ rows: [{ state: 'left', reason: 'quota' }, { place: 'Solo' }], next: null })
  })

  it('tells apart what came back for good, tries what did not reach again, and stops where much comes back', async () => {
    const [gone, late] = await steps.people([
      { email: 'refuse.e@example.fi', store: 'lund' },
      { email: 'e2@example.fi', store: 'lund' },
    ])
    const { templateId } = await steps.template(sweden)
    server.mood.isSilent = false
    const made = await steps.created(sweden, { templateId, path: 'region,all,se,lund' })
    await steps.send()
    expect(await stateOf(gone ?? '')).toMatchObject({ state: 'bounced' })
    expect(await stateOf(late ?? '')).toMatchObject({ state: 'invited' })
    const shown = await steps.one(sweden, made.campaignId)
    expect(shown).toMatchObject({
      state: 'sent',
      bounces: [{ domain: 'example.fi', n: 1, said: expect.stringContaining('no such box') }],
    })
    expect(shown.counts).toMatchObject({ failed: 1 })
    const again = { action: 'again', parent: made.campaignId, path: 'region,all', rules: always }
    const judged = (await world.post(sweden, 'vuejs/campaigns/audience/visits', again)).json() as { recipients: number }
    expect(judged.recipients).toBe(0)
    expect((await steps.create(sweden, { ...again, templateId })).json()).toMatchObject({
      reason: { key: 'campaign.empty' },
    })

    const crowd = await steps.people(
      Array.from({ length: 300 }, (_, at) => ({
        email: `${at % 2 === 0 ? 'refuse' : 'f'}.${at}@example.fi`,
        store: 'lund',
      })),
    )
    const many = await steps.created(sweden, {
      templateId,
      path: 'region,all,se,lund',
      rules: { ...always, stopAtBounces: 20 },
    })
    await steps.send()
    const stopped = await steps.one(sweden, many.campaignId)
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'bounces' })
    expect(crowd).toHaveLength(300)
  })

  it('stops when too many readers mark it as spam, two at least', async () => {
    await steps.people(Array.from({ length: 120 }, (_, at) => ({ email: `s.${at}@example.fi` })))
    const { templateId } = await steps.template(south)
    const rules = { ...always, stopAtComplaints: 15, perHour: 100 }
    const { campaignId } = await steps.created(south, { templateId, path: 'region,all,fi,south,kamppi', rules })
    await steps.send()
    const complain = async () => {
      const { rows } = await world.stores.service.query(
        `select universe, id from campaign_recipient
         where campaign = $1 and state = 'delivered' and complained_at is null order by id limit 1`,
        [campaignId],
      )
      await inTransaction(world.stores.service, (client) => noteComplained(client, rows[0]))
      await steps.hand()
      const { state, reason, counts } = await steps.one(south, campaignId)
      return [state, reason, counts.delivered, counts.complained]
    }
    expect(await complain()).toEqual(['waiting', null, 100, 1])
    expect(await complain()).toEqual(['stopped', 'complaints', 100, 2])
    const listed = await world.get(south, `vuejs/campaigns/recipients/visits/${campaignId}?group=complained`)
    expect((listed.json() as { rows: unknown[] }).rows).toHaveLength(2)
  })

  it('is held, goes on and ends as its people say; who waits for the mail server gets nothing after its end', async () => {
    await steps.people([
      { email: 'g1@example.fi', store: 'sello' },
      { email: 'g2@example.fi', store: 'sello' },
    ])
    const { templateId } = await steps.template(everywhere)
    const { campaignId } = await steps.created(everywhere, { templateId, path: 'region,all,fi,south,sello' })
    const change = (headers: Headers, to: string) =>
      world.post(headers, `vuejs/campaigns/change/visits/${campaignId}`, { to })
    expect((await change(everywhere, 'paused')).json()).toMatchObject({ state: 'paused' })
    await steps.send()
    expect(steps.mailsTo('g1@example.fi')).toEqual([])
    expect((await change(everywhere, 'waiting')).statusCode).toBe(200)
    await steps.hand()
    expect((await change(everywhere, 'stopped')).json()).toMatchObject({ state: 'stopped', reason: 'person' })
    expect((await change(everywhere, 'waiting')).json()).toMatchObject({ reason: { key: 'campaign.state' } })
    await steps.deliver()
    expect([...steps.mailsTo('g1@example.fi'), ...steps.mailsTo('g2@example.fi')]).toEqual([])
    expect(await steps.one(everywhere, campaignId)).toMatchObject({
      counts: { waiting: 0, delivered: 0 },
      left: expect.arrayContaining([{ reason: 'ended', n: 2 }]),
    })
  })

  it('keeps one click of a mail as an answer, of people and not of programs', async () => {
    const [id] = await steps.people([{ email: 'h@example.fi', store: 'sello' }])
    const { templateId } = await steps.template(everywhere, {
      blocks: [
        { kind: 'scale', question: 'nps' },
        { kind: 'button', label: 'Go', href: 'answer' },
        { kind: 'text', text: '[Stop](unsubscribe)' },
      ],
    })
    const made = await steps.created(everywhere, { templateId, path: 'region,all,fi,south,sello' })
    await steps.send()
    const { html = '', text } = steps.mailsTo('h@example.fi')[0] ?? {}
    const link = /https:\/\/kaiku\.example\.com(\/a\/\w+\?q=nps&amp;v=8)"/.exec(html)?.[1]?.replace('&amp;', '&') ?? ''
    expect(link).not.toBe('')
    for (const headers of [{ 'user-agent': 'Barracuda Link Scanner' }, { ...browser, 'sec-purpose': 'prefetch' }])
      await open(link, headers as never)
    expect(await stateOf(id ?? '')).toMatchObject({ state: 'invited' })
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({ counts: { clicked: 0 } })
    expect((await open(link)).statusCode).toBe(303)
    expect(await stateOf(id ?? '')).toMatchObject({ state: 'started' })
    await answer(linkIn(text), [])
    const { rows } = await world.stores.service.query(
      `select answers ->> 'nps' as nps from interview i join sample s on s.interview = i.number where s.id = $1`,
      [id],
    )
    expect(rows).toEqual([{ nps: '8' }])
  })

  it('is for those alone who may send campaigns, each for their own places', async () => {
    const { templateId } = await steps.template(everywhere)
    await steps.people([
      { email: 'i1@example.fi', store: 'kamppi' },
      { email: 'i2@example.fi', store: 'lund' },
    ])
    const { campaignId } = await steps.created(everywhere, { templateId })
    await steps.send()
    const { counts: all } = await steps.one(everywhere, campaignId)
    const { counts: some, mayChange, places } = await steps.one(sweden, campaignId)
    expect(some.audience).toBeLessThan(all.audience)
    expect(mayChange).toBe(false)
    expect(places.map(({ title }) => title)).toEqual(['Lund'])
    const people = await world.get(sweden, `vuejs/campaigns/recipients/visits/${campaignId}?group=delivered`)
    expect(people.body).not.toContain('i1@example.fi')
    expect(people.body).toContain('i2@example.fi')
    const nameless = await world.person(
      [],
      permissions.filter((one) => one !== 'seeContacts'),
    )
    const hidden = await world.get(nameless, `vuejs/campaigns/recipients/visits/${campaignId}?group=delivered`)
    expect(hidden.body).not.toContain('@example.fi')
    const without = await world.person(
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    const stranger = await world.stranger()
    for (const url of [
      `campaigns/one/visits/${campaignId}`,
      `campaigns/recipients/visits/${campaignId}?group=left`,
      `templates/one/visits/${templateId}`,
    ]) {
      expect([url, (await world.get(without, `vuejs/${url}`)).statusCode]).toEqual([url, 403])
      expect([url, (await world.get(stranger, `vuejs/${url}`)).statusCode]).toEqual([url, 404])
    }
    expect((await world.get(stranger, 'vuejs/campaigns/list/visits')).json()).toEqual([])
    expect((await steps.create(stranger, { templateId })).statusCode).toBe(404)
    expect((await world.get(everywhere, 'vuejs/campaigns/list/visits')).json()).toEqual(
      expect.arrayContaining([expect.objectContaining({ campaignId })]),
    )
  })
})

it('keeps no trace of who was erased in its filters and its name', async () => {
  const { templateId } = await steps.template(everywhere)
  await steps.people([{ email: 'j1@example.fi', store: 'sello' }])
  const made = await steps.created(everywhere, {
    templateId,
    path: 'region,all,fi,south',
    name: 'For Zorro@example.fi',
  })
  const { campaignId } = made
  const { service } = world.stores
  await service.query(`update campaign set path = path || ';said=zorro~' where id = $1`, [campaignId])
  const { rows } = await service.query('select survey from campaign where id = $1', [campaignId])
  const client = await service.connect()
  expect(await forgetInCampaigns(client, world.acme, [rows[0].survey], ['zorro'])).toBe(1)
  expect(await forgetInCampaigns(client, world.globex, [rows[0].survey], ['zorro'])).toBe(0)
  client.release()
  expect(await steps.one(everywhere, campaignId)).toMatchObject({ name: '–', path: 'region,all,fi,south' })
})

describe('a link of a message', () => {
  it('opens nothing when it is guessed, forged or of another kind', async () => {
    for (const code of ['0'.repeat(16), 'test', '../../etc', "' or 1=1 --", 'ILOU'.repeat(4)]) {
      expect([code, (await open(`/a/${encodeURIComponent(code)}`)).statusCode]).toEqual([code, 404])
      expect([code, (await post(`/u/${encodeURIComponent(code)}`)).statusCode]).toEqual([code, 404])
      expect([code, (await open(`/o/${encodeURIComponent(code)}`)).statusCode]).toEqual([code, 200])
    }
  })
})
