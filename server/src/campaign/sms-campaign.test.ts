import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { permissions } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { campaignSteps, gatewayHosts } from './campaign.fixture.ts'

type Headers = { authorization: string }
type Told = {
  readonly secret: string | undefined
  readonly body: { to?: string; from?: string; message?: string; ref?: string }
}

let world: SampleWorld
let mails: Awaited<ReturnType<typeof smtp>>
let gateway: Awaited<ReturnType<typeof listen>>
let steps: ReturnType<typeof campaignSteps>
let everywhere: Headers
let stranger: Headers
let reportUrl: string

/** A gateway over HTTP; `answer` says what it does with what it is told. */
async function listen() {
  const told: Told[] = []
  const mood = { answer: (response: ServerResponse) => void response.writeHead(200).end('{"ok":true}') }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => {
      text += piece
    })
    request.on('end', () => {
      told.push({ secret: request.headers.authorization, body: JSON.parse(text) })
      mood.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    told,
    mood,
    url: `http://127.0.0.1:${port}/send`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const settings = () => ({
  url: gateway.url,
  header: 'Authorization',
  body: '{"to": "{to}", "from": "{from}", "message": "{text}", "ref": "{id}"}',
  sender: '+358501112222',
  callingCode: '+358',
  report: { id: 'results.ref', status: 'results.status.name', from: 'from', text: 'text' },
})
const put = (headers: Headers, payload: object) =>
  world.app.inject({ method: 'PUT', url: '/api/sms/gateway', headers, payload })
const report = (payload: object, url = reportUrl) =>
  world.app.inject({ method: 'POST', url: new URL(url).pathname, payload })
const messageTo = (number: string) => gateway.told.filter(({ body }) => body.to === number)
const stateOf = async (id: string | undefined) =>
  (await world.stores.service.query('select state from sample where id = $1', [id])).rows[0]?.state
const created = async (wanted: object = {}) => {
  const { templateId } = await steps.template(everywhere, {}, 'sms')
  const rules = { fromHour: 0, toHour: 24, stopAtBounces: null }
  return steps.created(everywhere, { templateId, rules, ...wanted })
}

beforeAll(async () => {
  world = await openSampleWorld({}, { WEBHOOK_HOSTS: gatewayHosts.join(), PUBLIC_URL: 'https://kaiku.example.com' })
  mails = await smtp()
  gateway = await listen()
  steps = campaignSteps(world, mails)
  everywhere = await world.person([])
  stranger = await world.stranger()
})
beforeEach(() => {
  gateway.told.length = 0
  gateway.mood.answer = (response) => void response.writeHead(200).end('{"ok":true}')
})
afterAll(async () => {
  await world?.close()
  gateway?.close()
  await mails?.close()
})

describe('the gateway of a universe', () => {
  it('is set up by who looks after the universe, in the open internet or where the installation allows', async () => {
    const { templateId } = await steps.template(everywhere, {}, 'sms')
    const without = await steps.create(everywhere, { templateId })
    expect(without.json()).toMatchObject({ reason: { key: 'sms.noGateway' } })
    const sender = await world.person([], ['sendCampaigns'])
    expect((await put(sender, { ...settings(), version: 0, secret: 'key 1' })).statusCode).toBe(403)
    expect((await put(everywhere, { ...settings(), version: 0 })).json()).toMatchObject({
      reason: { key: 'sms.secret' },
    })
    const closed = await put(everywhere, { ...settings(), url: 'https://10.0.0.1/', version: 0, secret: 'key 1' })
    expect(closed.json()).toMatchObject({ reason: { key: 'webhook.closed' } })
    const empty = await put(everywhere, { ...settings(), body: '{"to": "{to}"}', version: 0, secret: 'key 1' })
    expect(empty.json()).toMatchObject({ reason: { key: 'sms.body' } })
    const saved = await put(everywhere, { ...settings(), version: 0, secret: 'key 1' })
    expect(saved.statusCode).toBe(200)
    expect(saved.body).not.toContain('key 1')
    reportUrl = saved.json().reportUrl
    expect((await put(everywhere, { ...settings(), version: 0 })).statusCode).toBe(409)
    // A secret stays where it was given for.
    const moved = await put(everywhere, { ...settings(), url: 'https://sms.example.com/', version: 1 })
    expect(moved.json()).toMatchObject({ reason: { key: 'sms.secret' } })
    expect((await world.get(stranger, 'sms/gateway')).json()).toEqual({ version: 0, gateway: null, reportUrl: null })
    const { rows } = await world.stores.service.query(`select secret from sms_gateway`)
    expect(rows[0].secret.toString()).not.toContain('key 1')
  })

  it('sends each person of a campaign one message, by a link of their own', async () => {
    const [ann, bob] = await steps.people([
      { phone: '040 123 4567', name: 'Ann Ek' },
      { phone: '+46 70 123 45 67', email: 'bob@example.se', store: 'lund' },
      { email: 'cecilia@example.fi' },
      { phone: 'ask at the desk' },
    ])
    const { templateId } = await steps.template(everywhere, {}, 'sms')
    const wanted = { action: 'new', path: 'region,all', rules: {}, templateId }
    const audience = (await world.post(everywhere, 'vuejs/campaigns/audience/visits', wanted)).json()
    expect(audience).toMatchObject({
      ...{ audience: 4, recipients: 2, smsParts: 2 },
      left: [{ reason: 'noAddress', n: 2 }],
    })
    const made = await created()
    expect(made).toMatchObject({ kind: 'sms', counts: { audience: 4, waiting: 2, left: 2 } })
    await steps.send()
    await steps.deliverSms()
    await steps.deliverSms()
    const [message, ...more] = messageTo('+358401234567')
    expect(more).toEqual([])
    expect(message).toMatchObject({ secret: 'key 1', body: { from: '+358501112222' } })
    expect(message?.body.message).toMatch(
      /^Hello Ann, how was your visit to Kamppi\? https:\/\/kaiku\.example\.com\/a\/\w{16} No more messages: reply STOP$/,
    )
    expect(messageTo('+46701234567')).toHaveLength(1)
    expect(await stateOf(ann)).toBe('invited')
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({ counts: { delivered: 2, failed: 0 } })
    const people = await world.get(everywhere, `vuejs/campaigns/recipients/visits/${made.campaignId}?group=delivered`)
    const { rows } = people.json() as { rows: { address: string }[] }
    expect(rows.map(({ address }) => address).toSorted()).toEqual(['+46 70 123 45 67', '040 123 4567'])

    // What it tells later: that a message did not arrive; of messages of others it tells nothing.
    const ref = messageTo('+46701234567')[0]?.body.ref
    const failed = {
      results: [
        { ref: 'no such', status: { name: 'FAILED' } },
        { ref, status: { name: 'UNDELIVERABLE' } },
      ],
    }
    expect((await report(failed, `${reportUrl}x`)).statusCode).toBe(404)
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({ counts: { delivered: 2 } })
    const other = await put(stranger, { ...settings(), version: 0, secret: 'key 2' })
    await report(failed, other.json().reportUrl)
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({ counts: { delivered: 2 } })
    await report({ results: [{ ref, status: { name: 'DELIVERED' } }] })
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({ counts: { delivered: 2 } })
    expect((await report(failed)).statusCode).toBe(204)
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({ counts: { delivered: 1, failed: 1 } })
    expect(await stateOf(bob)).toBe('invited')
  })

  it('is asked again where it said no for now, and never where its answer was lost', async () => {
    await steps.people([
      { phone: '+358402000001', store: 'kamppi' },
      { phone: '+358402000002', store: 'kamppi' },
      { phone: '+358402000003', store: 'kamppi' },
    ])
    const answers: Record<string, (response: ServerResponse) => void> = {
      '+358402000001': (response) => void response.writeHead(503).end('come back later'),
      '+358402000002': (response) => void response.destroy(),
      '+358402000003': (response) => void response.writeHead(400).end('{"error": "number is a landline"}'),
    }
    gateway.mood.answer = (response) => {
      answers[gateway.told.at(-1)?.body.to ?? '']?.(response)
    }
    const made = await created()
    await steps.send()
    await steps.deliverSms()
    await steps.deliverSms()
    expect(messageTo('+358402000001')).toHaveLength(2)
    expect(messageTo('+358402000002')).toHaveLength(1)
    expect(messageTo('+358402000003')).toHaveLength(1)
    gateway.mood.answer = (response) => void response.writeHead(202).end()
    await steps.deliverSms()
    await steps.deliverSms()
    expect(messageTo('+358402000001')).toHaveLength(3)
    expect(messageTo('+358402000002')).toHaveLength(1)
    const shown = await steps.one(everywhere, made.campaignId)
    expect(shown).toMatchObject({ counts: { delivered: 1, failed: 2 } })
    const { rows } = await world.stores.service.query(
      `select r.reason, r.fault from campaign_recipient r where r.campaign = $1 and r.state = 'failed' order by r.reason`,
      [made.campaignId],
    )
    expect(rows).toEqual([
      { reason: 'lost', fault: 'the gateway’s answer was lost' },
      { reason: 'notSent', fault: expect.stringContaining('number is a landline') },
    ])
  })

  it('waits where the gateway is not there, and sends when it is', async () => {
    await steps.people([{ phone: '+358403000001' }])
    const made = await created()
    await steps.send()
    await steps.deliverSms([])
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({ counts: { waiting: 1, failed: 0 } })
    await steps.deliverSms()
    expect(messageTo('+358403000001')).toHaveLength(1)
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({ counts: { delivered: 1 } })
  })

  it('unsubscribes who answers stop, in every survey, and nobody else', async () => {
    const [here] = await steps.people([{ phone: '0404000001', name: 'Dan' }])
    const [there] = await steps.people([{ phone: '+358 40 4000001', email: 'dan@example.fi' }], 'hotels')
    const [other] = await steps.people([{ phone: '+358404000002' }])
    const made = await created()
    await steps.send()
    await steps.deliverSms()
    await report({ from: '358404000001', text: 'When do you open?' })
    await report({ from: '358409999999', text: 'STOP' })
    await report({ from: '358404000001', text: 'STOP' }, `${reportUrl.slice(0, -1)}~`)
    expect(await stateOf(here)).toBe('invited')
    expect((await report({ from: '358404000001', text: ' stop. ' })).statusCode).toBe(204)
    expect([await stateOf(here), await stateOf(there), await stateOf(other)]).toEqual([
      ...['unsubscribed', 'unsubscribed', 'invited'],
    ])
    expect(await steps.one(everywhere, made.campaignId)).toMatchObject({ counts: { unsubscribed: 1 } })
    // Under another contact the number is the same.
    await steps.people([{ phone: '+358404000001', email: 'daniel@example.fi' }])
    const { templateId } = await steps.template(everywhere, {}, 'sms')
    const wanted = { action: 'new', path: 'region,all', rules: {}, templateId }
    const audience = (await world.post(everywhere, 'vuejs/campaigns/audience/visits', wanted)).json()
    expect(audience).toMatchObject({ left: expect.arrayContaining([{ reason: 'optOut', n: 1 }]) })
  })
})

describe('an SMS template', () => {
  it('is counted, checked and tested before it is published', async () => {
    const made = (
      await world.post(everywhere, 'vuejs/templates/create/visits', { kind: 'sms', title: 'Hello' })
    ).json() as { templateId: string; revision: number }
    const change = (content: object, revision: number) =>
      world.post(everywhere, `vuejs/templates/change/visits/${made.templateId}`, { revision, title: 'Hello', content })
    const wrong = (await change({ kind: 'mail', subject: '' }, made.revision)).json()
    expect(wrong).toMatchObject({ reason: { key: 'template.kind' } })
    const faulty = (
      await change({ kind: 'sms', text: `Hi {{ nickname }} 😀${' blah'.repeat(40)}` }, made.revision)
    ).json() as { revision: number; checks: { kind: string; detail: string; isFault: boolean }[] }
    expect(faulty.checks.map(({ kind, detail, isFault }) => [kind, detail, isFault])).toEqual([
      ...[
        ['field', 'nickname', true],
        ['noLink', '', false],
        ['noOptOut', '', false],
      ],
      ...[
        ['parts', '4', false],
        ['unusual', '😀', false],
      ],
    ])
    const publish = await world.post(everywhere, `vuejs/templates/publish/visits/${made.templateId}`, {
      revision: faulty.revision,
    })
    expect(publish.json()).toMatchObject({ reason: { key: 'template.faults' } })
    // Nobody can answer a name.
    const named = (
      await change({ kind: 'sms', text: '{{ link }} Reply STOP', sender: 'Kaiku' }, faulty.revision)
    ).json() as { revision: number; checks: { kind: string }[] }
    expect(named.checks.map(({ kind }) => kind)).toEqual(['noOptOut'])
    const long = await change({ kind: 'sms', text: 'a', sender: 'far too long a name' }, named.revision)
    expect(long.statusCode).toBe(400)
    const shown = await world.get(everywhere, `vuejs/templates/preview/visits/${made.templateId}?locale=en`)
    expect(shown.json()).toMatchObject({
      text: expect.stringMatching(/^https:\/\/kaiku\.example\.com\/a\/\w{16} Reply/),
    })
    const test = (to: string, headers = everywhere) =>
      world.post(headers, `vuejs/templates/test/visits/${made.templateId}`, { locale: 'en', to })
    expect((await test('nowhere')).json()).toMatchObject({ reason: { key: 'sms.number' } })
    expect((await test('040 500 0001', stranger)).statusCode).toBe(404)
    const reader = await world.person(
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    expect((await test('040 500 0001', reader)).statusCode).toBe(403)
    expect((await test('040 500 0001')).json()).toEqual({ to: '+358405000001' })
    await steps.deliverSms()
    expect(messageTo('+358405000001')).toMatchObject([{ body: { from: 'Kaiku' } }])
  })
})
