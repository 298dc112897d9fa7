import { createHmac, randomUUID } from 'node:crypto'
import { webhookEvents } from '@kaiku/core/webhook-event.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { sealer } from '../db/sealed.ts'
import { json, small } from '../definition/small.fixture.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { correctInterview } from '../interview/interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { findSurvey } from '../survey/survey.ts'
import { limits, startWebhooks } from './deliver.ts'
import { listDeliveries, resendDead, sendTest } from './delivery.ts'
import { readSecret } from './hook-secret.ts'
import { deliverDue, listener, type WebhookListener } from './listener.fixture.ts'
import { createWebhook, listWebhooks, removeWebhook, rotateSecret } from './webhook.ts'

const questions = {
  questions: [
    ...JSON.parse(small.get('questions.json') ?? '').questions,
    { id: 'phone', type: 'text', title: 'Phone', roles: ['contact'] },
  ],
}
const named = (extName: string, more: object = {}) =>
  new Map([
    ...small,
    ['questions.json', json(questions)],
    ['settings.json', json({ extName, title: extName, ...more })],
  ])

const low = { id: 'low', title: 'Low', when: 'nps=7', alert: { title: 'Low' } }
const own = ['127.0.0.1']
let test: TestStores
let acme: string
let program: WebhookListener

const actor = () => ({ universe: acme, userId: null, name: 'test', actingAs: null, address: '' })
const hook = (
  more: { events?: readonly (typeof webhookEvents)[number][]; contacts?: boolean; surveys?: readonly string[] } = {},
) =>
  createWebhook(
    test.stores,
    acme,
    { label: 'Desk', url: program.url, events: webhookEvents, contacts: false, ...more },
    own,
    actor(),
  )
async function add(key: string, survey = 'open', universe = acme) {
  const dictionary = await findSurvey(test.stores, universe, survey)
  const rows = async function* () {
    yield { key, answers: { date: '2026-01-01', store: 's1', nps: 7, phone: '+358 1' } }
  }
  await storeInterviews(test.stores, dictionary, rows(), { import: key })
  const { rows: found } = await test.stores.service.query<{ number: string }>(
    'select number::text from interview where universe = $1 and survey = $2 and row_key = $3',
    [universe, dictionary.survey, key],
  )
  return { dictionary, number: Number(found[0]?.number) }
}
const due = () => test.stores.service.query(`update webhook_delivery set next_at = now() where state = 'waiting'`)
async function deliver() {
  await due()
  await deliverDue(test.stores, own)
}
const bodies = () => program.told.map(({ body }) => JSON.parse(body))

beforeAll(async () => {
  test = await openTestStores()
  acme = await test.universe('acme')
  await test.survey(acme, new Map([...named('open'), ['alert-rules.json', json({ rules: [low] })]]))
  await test.survey(acme, named('closed', { protection: true, minimumN: 5, minimumNComments: 5 }))
  program = await listener()
})
beforeEach(async () => {
  await test.stores.service.query('delete from webhook')
  program.told.length = 0
  program.mood.status = 200
})
afterAll(async () => {
  program?.close()
  await test?.close()
})

describe('a webhook', () => {
  it('is told of an interview that came and of its correction, without what tells who it is of', async () => {
    await hook()
    const { dictionary, number } = await add('one')
    await deliver()
    expect(bodies()).toMatchObject([{ event: 'interview.created', interview: { survey: 'open', answers: { nps: 7 } } }])
    expect(program.told[0]?.body).not.toMatch(/358|externalId/)
    await correctInterview(test.stores, acme, dictionary.survey, number, { date: '2026-01-01', store: 's1', nps: 2 })
    await deliver()
    expect(bodies()[1]).toMatchObject({
      event: 'interview.corrected',
      interview: { corrected: true, answers: { nps: 2 } },
    })
    await deliver()
    expect(program.told).toHaveLength(2)
  })

  it('is told of an alert that was raised and of its changes, once each', async () => {
    await hook({ events: ['alert.raised', 'alert.changed'] })
    await add('low')
    await catchUp(test.stores)
    await raiseAlerts(test.stores, Date.UTC(2026, 0, 1, 12))
    await deliver()
    expect(bodies()).toMatchObject([
      { event: 'alert.raised', alert: { survey: 'open', rule: 'low', state: 'open', version: 1 } },
    ])
    await test.stores.service.query(
      `insert into alert_event (universe, alert, kind, is_by_kaiku, version)
       select universe, id, kind, true, 2 from alert, unnest(array['changed', 'note']) kind`,
    )
    await deliver()
    expect(bodies().map(({ event }) => event)).toEqual(['alert.raised', 'alert.changed'])
  })

  it('is told of chosen surveys only, of interviews and of alerts', async () => {
    const other = await hook({ surveys: ['CLOSED'] })
    const chosen = await hook({ surveys: ['open', 'closed'] })
    await expect(hook({ surveys: ['open', 'missing'] })).rejects.toMatchObject({
      ...{ code: 'invalid', details: [{ place: 'surveys[1]', found: '"missing"' }] },
    })
    await add('chosen')
    await catchUp(test.stores)
    await raiseAlerts(test.stores, Date.UTC(2026, 0, 1, 12))
    const told = async ({ hookId }: { hookId: string }) => {
      const { rows } = await test.stores.service.query<{ event: string }>(
        'select event from webhook_delivery where webhook = $1 order by id',
        [hookId],
      )
      return rows.map(({ event }) => event)
    }
    expect(await told(chosen)).toEqual(['interview.created', 'alert.raised'])
    expect(await told(other)).toEqual([])
    await add('closed', 'closed')
    expect(await told(other)).toEqual(['interview.created'])
    const listed = await listWebhooks(test.stores, acme)
    expect(listed.map(({ surveys }) => surveys)).toEqual([['closed'], ['closed', 'open']])
  })

  it('is told who it is of where that was permitted, and only what it asked for', async () => {
    await hook({ contacts: true, events: ['interview.created'] })
    const { dictionary, number } = await add('two')
    await correctInterview(test.stores, acme, dictionary.survey, number, { store: 's1', phone: '+358 1' })
    await deliver()
    expect(bodies()).toMatchObject([
      { event: 'interview.created', interview: { answers: { store: 's1', phone: '+358 1' } } },
    ])
  })

  it('is told of nothing that is gone, of a protected survey or of another universe', async () => {
    await hook()
    const { dictionary, number } = await add('gone')
    await eraseInterview(test.stores, acme, dictionary.survey, number, 'test')
    await add('hidden', 'closed')
    const globex = await test.universe('globex')
    await test.survey(globex, named('open'))
    await add('theirs', 'open', globex)
    await deliver()
    expect(program.told).toEqual([])
    const { rows } = await test.stores.service.query('select state from webhook_delivery')
    expect(rows).toEqual([])
  })

  it('has a secret that opens nowhere else; one that was sealed for nobody opens still', async () => {
    const { hookId, secret } = await hook()
    const { rows } = await test.stores.service.query('select secret from webhook where id = $1', [hookId])
    expect(await readSecret(test.stores, rows[0].secret, hookId)).toBe(secret)
    await expect(readSecret(test.stores, rows[0].secret, randomUUID())).rejects.toThrow()
    const old = Buffer.from(await sealer('webhook.sealingKey').seal(test.stores, 'old', ''), 'base64url')
    expect(await readSecret(test.stores, old, hookId)).toBe('old')
  })

  it('can check by its secret who tells it, and by the one before for a day', async () => {
    const { hookId, secret } = await hook()
    const renewed = await rotateSecret(test.stores, acme, hookId, actor())
    await sendTest(test.stores, acme, hookId)
    await deliver()
    const [{ headers, body } = { headers: {}, body: '' }] = program.told
    const [, at = '', first, second] = /^t=(\d+),v1=(\w+),v1=(\w+)$/.exec(String(headers['kaiku-signature'])) ?? []
    const sign = (key: string) => createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
    expect([first, second]).toEqual([sign(renewed), sign(secret)])
    expect(JSON.parse(body)).toMatchObject({ event: 'test', id: headers['kaiku-delivery'] })
    const { rows } = await test.stores.service.query('select secret, previous_secret from webhook')
    for (const kept of Object.values(rows[0] as Record<string, Buffer>))
      expect(kept.toString()).not.toContain('kaiku_hook')
    await test.stores.service.query('update webhook set previous_until = now()')
    await sendTest(test.stores, acme, hookId)
    await deliver()
    expect(program.told[1]?.headers['kaiku-signature']).toMatch(/^t=\d+,v1=\w+$/)
  })

  it('is told again, under the same id, until it takes it; what it never took is kept and can be sent again', async () => {
    const { hookId } = await hook()
    program.mood.status = 302
    await sendTest(test.stores, acme, hookId)
    await deliver()
    program.mood.status = 500
    await deliver()
    expect(await listDeliveries(test.stores, acme, hookId)).toMatchObject([
      { state: 'waiting', attempts: 2, fault: 'It answered 500.' },
    ])
    const { rows } = await test.stores.service.query<{ seconds: number }>(
      'select extract(epoch from next_at - now())::float8 as seconds from webhook_delivery',
    )
    expect(rows[0]?.seconds).toBeGreaterThan(10)
    await test.stores.service.query('update webhook_delivery set attempts = 19')
    await deliver()
    expect(await listWebhooks(test.stores, acme)).toMatchObject([{ waiting: 0, dead: 1 }])
    program.mood.status = 204
    expect(await resendDead(test.stores, acme, hookId)).toBe(1)
    await deliver()
    expect(new Set(program.told.map(({ headers }) => headers['kaiku-delivery'])).size).toBe(1)
    expect(await listDeliveries(test.stores, acme, hookId)).toMatchObject([{ state: 'delivered', fault: null }])
  })

  it('loses nothing to a Kaiku that dies after telling, or before', async () => {
    const { hookId } = await hook()
    await sendTest(test.stores, acme, hookId)
    // Somebody took it and was killed: nobody else has it for a while, then it is told.
    await test.stores.service.query(`update webhook_delivery set attempts = 1, next_at = now() + interval '60 seconds'`)
    expect(await deliverDue(test.stores, own)).toBe(0)
    await due()
    const [one, other] = await Promise.all([deliverDue(test.stores, own), deliverDue(test.stores, own)])
    expect(one + other).toBe(1)
    expect(program.told).toHaveLength(1)
    await sendTest(test.stores, acme, hookId)
    const work = startWebhooks(test.stores, () => {}, { webhookHosts: own })
    await expect.poll(() => program.told.length, { timeout: 20_000 }).toBe(2)
    await work.stop()
  })

  it('is another universe’s to nobody', async () => {
    const { hookId } = await hook()
    const initech = await test.universe('initech')
    expect(await listWebhooks(test.stores, initech)).toEqual([])
    for (const act of [
      () => listDeliveries(test.stores, initech, hookId),
      () => resendDead(test.stores, initech, hookId),
      () => sendTest(test.stores, initech, hookId),
      () => rotateSecret(test.stores, initech, hookId, actor()),
      () => removeWebhook(test.stores, initech, hookId, actor()),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a webhook that does not answer', () => {
  it('lets nobody else wait: no other webhook of its universe, and no other universe', async () => {
    const silent = await listener()
    silent.mood.status = 0
    const initech = await test.universe('hanging')
    const make = (universe: string, url: string) =>
      createWebhook(test.stores, universe, { label: 'x', url, events: webhookEvents, contacts: false }, own, {
        ...actor(),
        universe,
      })
    for (const _ of Array.from({ length: 3 })) await make(initech, silent.url)
    // More than would ever be on its way at once, due for longer than what others wait for.
    await test.stores.service.query(
      `insert into webhook_delivery (universe, webhook, event, next_at)
       select universe, id, 'test', now() - interval '1 hour' from webhook, generate_series(1, 300)`,
    )
    const said: string[] = []
    const work = startWebhooks(test.stores, (line) => said.push(line), { webhookHosts: own })
    await expect.poll(() => silent.told.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(limits.receiver)
    const neighbour = await make(initech, program.url)
    const { hookId } = await hook()
    await sendTest(test.stores, initech, neighbour.hookId)
    await sendTest(test.stores, acme, hookId)
    await expect.poll(() => program.told.length, { timeout: 20_000 }).toBe(2)
    // Those that hang do so still: nobody was told because one of them gave up.
    expect(silent.told.length).toBeLessThanOrEqual(3 * limits.receiver)
    const { rows } = await test.stores.service.query('select from webhook_delivery where fault is not null')
    expect(rows).toEqual([])
    await work.stop()
    expect(said).toEqual([])
    const { rows: again } = await test.stores.service.query<{ count: number }>(
      `select count(*)::int as count from webhook_delivery
       where state = 'waiting' and attempts = 0 and next_at <= now()`,
    )
    expect(again).toEqual([{ count: 900 }])
    silent.close()
  })
})

describe('where a webhook goes', () => {
  const make = (url: string, hosts: readonly string[] = []) =>
    createWebhook(test.stores, acme, { label: 'x', url, events: webhookEvents, contacts: false }, hosts, actor())

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'nonsense',
    'https://user:secret@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
  ])('is never %s', async (url) => {
    await expect(make(url)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is looked up again each time, and never into one’s own network, unless the operator names it', async () => {
    await make('https://localhost/')
    await test.stores.service.query(
      'insert into webhook_delivery (universe, webhook, event) select universe, id, $1 from webhook',
      ['test'],
    )
    await deliver()
    const { rows } = await test.stores.service.query<{ fault: string }>('select fault from webhook_delivery')
    expect(rows[0]?.fault).toBe('The name leads to an address that is not on the open internet.')
    await expect(make('http://intranet.example/hook', ['intranet.example'])).resolves.toMatchObject({
      hookId: expect.any(String),
    })
  })
})
